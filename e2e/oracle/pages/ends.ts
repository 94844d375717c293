import type { Exchange } from "../../sites/Exchange.js";
import { allowed } from "../site/pageRoutes.js";
import type { Handler, TrapPage } from "../site/TrapPage.js";

const events = (exchange: Exchange): void => {
  exchange.beginStream("text/event-stream", allowed(exchange));
  exchange.write("data: one\n\n");
  exchange.write("data: two\n\n");
};
const drip: Handler = (exchange) => {
  exchange.beginStream("application/json");
  exchange.write('{"begun":true,');
};

export const streams: TrapPage = {
  name: "streams",
  traps: [15, 36],
  about:
    "Event streams that stay open, that the page closes, that the server ends, and a body that never ends.",
  routes: {
    "GET events*": events,
    "GET ended-events": (exchange) => {
      events(exchange);
      exchange.end();
    },
    "GET drip*": drip,
  },
  script: `const heard = (source) => event(source, "message");
const open = new EventSource(here + "events?token=abcdef0123456789");
await heard(open);
const closed = new EventSource(here + "events-closed");
await heard(closed);
closed.close();
const ended = new EventSource(here + "ended-events");
await heard(ended);
ended.close();
const reader = (await fetch(here + "drip")).body.getReader();
await reader.read();
await text(here + "ok-after");`,
};

export const unread: TrapPage = {
  name: "unread",
  traps: [16],
  about: "Answers that the page never reads: they are no failures.",
  isOrdered: true,
  routes: {
    "HEAD head*": (exchange) => exchange.json(200, { head: true }),
    "GET data*": (exchange) => exchange.json(200, { unread: exchange.path }),
    "GET download": (exchange) =>
      exchange.send(200, "a,b\n1,2\n", {
        "content-type": "text/csv",
        "content-disposition": 'attachment; filename="data.csv"',
      }),
  },
  script: `for (let at = 0; at < 10; at += 1) {
  await fetch(here + "data-" + at);
  await fetch(here + "head-" + at, { method: "HEAD" });
  await quietly(fetch(there + "data-opaque-" + at, { mode: "no-cors" }));
}
const cancelled = await fetch(here + "data-cancelled");
await cancelled.body.cancel();
const frame = Object.assign(document.createElement("iframe"), { src: here + "download" });
document.body.append(frame);
await wait(700);`,
};

export const broken: TrapPage = {
  name: "broken",
  traps: [17],
  about: "Answers that break: too short, cut in a chunk, closed before or after the headers.",
  isOrdered: true,
  routes: {
    "GET short": (exchange) =>
      exchange.sendRaw(
        200,
        [
          ["content-type", "text/plain"],
          ["content-length", "1000"],
        ],
        "it ends here",
      ),
    "GET cut": (exchange) => {
      exchange.beginStream("text/plain");
      exchange.write("the first piece");
      setTimeout(() => exchange.destroy(), 50);
    },
    "GET closed*": (exchange) => exchange.destroy(),
    "GET headers": (exchange) => {
      exchange.begin(200, { "content-length": "50", "content-type": "text/plain" });
      exchange.flush();
      setTimeout(() => exchange.destroy(), 50);
    },
  },
  script: `for (const name of ["short", "cut", "closed", "headers"]) await ask(here + name);
await ask("http://127.0.0.1:6000/blocked-port");
await ask("http://127.0.0.1:1/refused");
await put("img", { src: here + "short?img" });
await put("script", { src: here + "closed?script" });`,
};

export const aborted: TrapPage = {
  name: "aborted",
  traps: [16],
  about:
    "The page gives up: before an answer, within a body, by XMLHttpRequest, by taking an image away.",
  routes: { "GET never*": () => {}, "GET drip*": drip, "POST never*": () => {} },
  script: `const limited = (url, ms, init) => ask(url, { ...init, signal: AbortSignal.timeout(ms) });
await limited(here + "never", 100);
await limited(here + "never-post", 100, { method: "POST", body: "given up" });
await limited(here + "drip", 200);
const before = new AbortController();
before.abort();
await ask(here + "never-sent", { signal: before.signal });
const request = new XMLHttpRequest();
request.open("GET", here + "drip-xhr");
request.send();
await event(request, "progress");
request.abort();
const image = Object.assign(new Image(), { src: here + "never-img" });
document.body.append(image);
await wait(100);
image.src = "";
image.remove();
await text(here + "ok-after");
await wait(200);`,
};
