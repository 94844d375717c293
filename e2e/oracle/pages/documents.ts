import { html } from "../site/pageRoutes.js";
import type { Handler, TrapPage } from "../site/TrapPage.js";

const bare =
  (body: string): Handler =>
  (exchange) =>
    html(exchange, `<!doctype html><link rel="icon" href="data:,"><title>inner</title>${body}`);

export const frames: TrapPage = {
  name: "frames",
  traps: [6, 7, 33],
  about:
    "A frame that goes to another origin's process and back, one that is written, one that is taken away.",
  routes: {
    "GET inner*": bare(
      `<p>inner</p><script>fetch("ok-inner?of=" + location.pathname.split("/").at(-1)).then((r) => r.text()).then(() => parent.postMessage("ready", "*"));</script>`,
    ),
    "GET slow*": async (exchange) => {
      exchange.beginStream("text/html");
      exchange.write("<p>begun</p>");
    },
  },
  script: `const frame = Object.assign(document.createElement("iframe"), { src: there + "inner-1" });
const ready = () => event(window, "message");
let next = ready();
document.body.append(frame);
await next;
next = ready();
frame.src = here + "inner-2";
await next;
next = ready();
frame.src = there + "inner-3";
await next;
await put("iframe", { srcdoc: '<p>written</p><script>fetch("' + here + 'ok-srcdoc")<' + "/script>" });
const gone = Object.assign(document.createElement("iframe"), { src: here + "slow-frame" });
document.body.append(gone);
await wait(300);
gone.remove();
const many = Array.from({ length: 4 }, (_, at) => put("iframe", { src: there + "inner-many-" + at }));
await Promise.all(many);
await wait(300);`,
};

export const leaving: TrapPage = {
  name: "leaving",
  traps: [11, 12],
  about: "Fetches, then leaves at once: to the same site, to another one, and back.",
  routes: {
    "GET next": (exchange) => html(exchange, leave(exchange.path, "next2")),
    "GET next2": (exchange) => html(exchange, leave(exchange.path, "next3")),
    "GET next3": (exchange) => html(exchange, leave(exchange.path, "end")),
    "GET big*": (exchange) => exchange.json(200, { big: "x".repeat(50_000), path: exchange.path }),
  },
  script: `await text(here + "big-0");
location.href = there + "next";
return "leaves";`,
};

function leave(path: string, next: string): string {
  const tag = path.split("/").at(-1);
  return `<!doctype html><link rel="icon" href="data:,"><title>on the way</title><script>
Promise.all([1, 2, 3].map((at) => fetch("big-${tag}-" + at).then((r) => r.text()))).then(() => {
  const there = "${next}" === "next3";
  const port = location.port;
  location.href = "${next}";
});</script>`;
}

export const history: TrapPage = {
  name: "history",
  traps: [31],
  about: "Leaves and comes back by history: from the back/forward cache.",
  routes: {
    "GET away": (exchange) =>
      html(
        exchange,
        `<!doctype html><link rel="icon" href="data:,"><title>away</title><script>onload = () => setTimeout(() => history.back(), 50);</script>`,
      ),
  },
  script: `await text(here + "ok-first");
addEventListener("pageshow", async (event) => {
  if (!event.persisted) return;
  await text(here + "ok-restored");
  document.title = "done";
});
if (performance.getEntriesByType("navigation")[0].type === "back_forward") return; // it was not kept
setTimeout(() => { location.href = here + "away"; }, 0);
return "leaves";`,
};

export const forms: TrapPage = {
  name: "forms",
  traps: [20, 21],
  about: "Forms of each encoding, posted into a frame.",
  isOrdered: true,
  routes: {
    "* form*": (exchange) => html(exchange, `<p>took ${exchange.requestBody.length} bytes</p>`),
  },
  body: `<iframe name="into"></iframe>
<form target="into" id="form"><input name="name" value="Ada Lovelace"><input name="note" value="a &amp; b + c = ä"><textarea name="long">two
lines</textarea></form>`,
  script: `const form = document.getElementById("form");
const into = document.querySelector("iframe");
for (const [method, enctype] of [["get", ""], ["post", "application/x-www-form-urlencoded"], ["post", "multipart/form-data"], ["post", "text/plain"]]) {
  Object.assign(form, { method, enctype, action: here + "form-" + method + "-" + enctype.replace("/", "-") });
  const loaded = event(into, "load");
  form.submit();
  await loaded;
}`,
};
