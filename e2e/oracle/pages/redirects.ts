import { allowed } from "../site/pageRoutes.js";
import type { Handler, TrapPage } from "../site/TrapPage.js";

/** `hop/<status>/<left>/…` redirects until nothing is left, with a cookie of its own at each hop. */
const hop: Handler = (exchange) => {
  const [, name, , status, left, tag] = exchange.path.split("/");
  const cookies = [`h${left}=${tag}${left}; Path=/${name}`, `again${left}=x; Path=/${name}`];
  const next =
    Number(left) > 0 ? `/${name}/hop/${status}/${Number(left) - 1}/${tag}` : "../../../ok";
  exchange.send(Number(status), "moved", {
    location: Number(left) > 0 ? next : `/${name}/ok-${tag}`,
    "set-cookie": cookies,
    "content-type": "text/plain",
    ...allowed(exchange),
  });
};

const across: Handler = (exchange) => {
  const to = exchange.query.get("to") ?? "";
  exchange.redirect(to, allowed(exchange));
};

export const redirects: TrapPage = {
  name: "redirects",
  traps: [1, 2],
  about:
    "Chains of two to five hops with a cookie at each, by every status, of a fetch, an image and a frame.",
  isOrdered: true,
  routes: {
    "* hop/*": hop,
    "* across*": across,
    "GET loop*": (exchange) =>
      exchange.redirect(`${exchange.pathname}?n=${Number(exchange.query.get("n")) + 1}`),
  },
  script: `for (const [at, status] of [301, 302, 303, 307, 308].entries()) {
  await text(here + "hop/" + status + "/" + (at + 1) + "/get" + status);
  await text(here + "hop/" + status + "/1/post" + status, { method: "POST", body: "posted " + status });
}
await ask(here + "across?to=" + encodeURIComponent(there + "ok-there"));
await ask(there + "across?to=" + encodeURIComponent(here + "ok-back"));
await ask(here + "loop?n=1");
await quietly(fetch(here + "hop/302/0/manual", { redirect: "manual" }));
await quietly(fetch(here + "hop/302/0/error", { redirect: "error" }));
await put("img", { src: here + "hop/302/2/img" });
await put("iframe", { src: here + "hop/302/3/frame" });
await put("iframe", { src: here + "across?to=" + encodeURIComponent(there + "end") });`,
};

/** Small enough to be kept as a sample. */
export const hops: TrapPage = {
  name: "hops",
  traps: [2],
  about: "Three hops of a fetch, one of a POST.",
  isOrdered: true,
  routes: { "* hop/*": hop },
  script: `await text(here + "hop/302/2/get");
await text(here + "hop/307/1/post", { method: "POST", body: "posted" });
await text(here + "hop/301/1/other");`,
};

export const alike: TrapPage = {
  name: "alike",
  traps: [1],
  about:
    "Many requests of one URL at once, each with a body and an answer of its own, answered in another order.",
  routes: {
    "POST same": async (exchange) => {
      const delay = (Number(exchange.requestText.slice(5)) * 37) % 50;
      await new Promise((resolve) => setTimeout(resolve, delay));
      exchange.json(200, { answer: exchange.requestText });
    },
    "GET same": (exchange) => exchange.json(200, { number: exchange.id }),
  },
  script: `await Promise.all(Array.from({ length: 24 }, (_, at) => text(here + "same", { method: "POST", body: "body " + at })));
await Promise.all(Array.from({ length: 24 }, () => text(here + "same")));`,
};
