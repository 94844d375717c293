import { html } from "../site/pageRoutes.js";
import type { Handler, TrapPage } from "../site/TrapPage.js";

const script =
  (text: string, headers: Record<string, string> = {}): Handler =>
  (exchange) =>
    exchange.send(200, text, { "content-type": "text/javascript", ...headers });

export const beacons: TrapPage = {
  name: "beacons",
  traps: [25],
  about: "Beacons and keepalive requests, while the page is there and while it goes away.",
  routes: {
    "POST beacon*": (exchange) => exchange.empty(204),
    "POST ping*": (exchange) => exchange.empty(204),
  },
  body: `<a id="ping" href="#here" ping="/beacons/ping">ping</a>`,
  script: `navigator.sendBeacon(here + "beacon-text", "while it is there");
navigator.sendBeacon(here + "beacon-json", new Blob(['{"a":1}'], { type: "application/json" }));
await text(here + "beacon-keepalive", { method: "POST", keepalive: true, body: "kept alive" });
document.getElementById("ping").click();
await wait(200);
addEventListener("pagehide", () => {
  navigator.sendBeacon(here + "beacon-leaving", "leaving");
  fetch(here + "beacon-leaving-keepalive", { method: "POST", keepalive: true, body: "leaving, kept alive" });
});
location.href = here + "end";
return "leaves";`,
};

export const workers: TrapPage = {
  name: "workers",
  traps: [26, 28, 29],
  about: "Dedicated, nested and shared workers with requests of their own.",
  routes: {
    "GET worker.js": script(
      `fetch("ok-in-worker").then((r) => r.text()).then(() => { const inner = new Worker("nested.js"); inner.onmessage = () => postMessage("ready"); });`,
    ),
    "GET nested.js": script(
      `importScripts("imported.js"); fetch("ok-in-nested", { method: "POST", body: "nested" }).then((r) => r.text()).then(() => postMessage("ready"));`,
    ),
    "GET imported.js": script("self.imported = true;"),
    "GET shared.js": script(
      `onconnect = ({ ports: [port] }) => fetch("ok-in-shared").then((r) => r.text()).then(() => port.postMessage("ready"));`,
    ),
    "GET module.js": script(
      `import { one } from "./part.js"; fetch("ok-in-module?" + one).then((r) => r.text()).then(() => postMessage("ready"));`,
    ),
    "GET part.js": script("export const one = 1;"),
  },
  script: `const worker = new Worker(here + "worker.js");
await event(worker, "message");
const module = new Worker(here + "module.js", { type: "module" });
await event(module, "message");
const { port } = new SharedWorker(here + "shared.js");
await new Promise((resolve) => { port.onmessage = resolve; });
await text(here + "ok-after");`,
};

export const serviceworker: TrapPage = {
  name: "serviceworker",
  traps: [27, 30],
  about: "A page that its service worker answers: of its own, from the network, or not at all.",
  routes: {
    "GET sw.js": script(`oninstall = () => skipWaiting();
onactivate = (event) => event.waitUntil(clients.claim());
onfetch = (event) => {
  const { pathname } = new URL(event.request.url);
  if (pathname.endsWith("/synth")) event.respondWith(new Response('{"synthetic":true}', { headers: { "content-type": "application/json" } }));
  else if (pathname.includes("/ok-pass")) event.respondWith(fetch(event.request));
  else if (pathname.endsWith("/ok-other")) event.respondWith(fetch("ok-instead"));
};`),
  },
  script: `const controlled = event(navigator.serviceWorker, "controllerchange");
await navigator.serviceWorker.register("sw.js");
await navigator.serviceWorker.ready;
if (!navigator.serviceWorker.controller) await controlled;
await text(here + "synth");
await text(here + "ok-pass");
await text(here + "ok-pass-post", { method: "POST", body: "through the worker" });
await text(here + "ok-other");
await text(here + "ok-fallback");`,
  after: async ({ bsk }) => {
    await bsk(
      "evaluate",
      "navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister()))).then(() => 1)",
    );
  },
};

export const prefetched: TrapPage = {
  name: "prefetched",
  traps: [32],
  about: "A prefetch, a preload, a module preload and a prerender that the debugger switches off.",
  routes: {
    "GET style.css": (exchange) =>
      exchange.send(200, "p { color: green }", { "content-type": "text/css" }),
    "GET module.js": script("export const one = 1;"),
  },
  head: `<link rel="prefetch" href="/prefetched/ok-prefetch"><link rel="preload" as="style" href="/prefetched/style.css"><link rel="modulepreload" href="/prefetched/module.js">
<script type="speculationrules">{"prerender":[{"source":"list","urls":["/prefetched/end?prerender"],"eagerness":"immediate"}],"prefetch":[{"source":"list","urls":["/prefetched/end?prefetch"],"eagerness":"immediate"}]}</script>`,
  script: "await wait(800);",
};

export const inline: TrapPage = {
  name: "inline",
  traps: [23, 33],
  about: "data: and blob: URLs, large ones too, a very long query, fragments and odd characters.",
  isOrdered: true,
  script: `await ask("data:text/plain,short");
await put("img", { src: "data:image/svg+xml;utf8," + "<svg xmlns='http://www.w3.org/2000/svg'><!--" + "x".repeat(300000) + "--></svg>" });
const blob = URL.createObjectURL(new Blob(["blob text"], { type: "text/plain" }));
await text(blob);
await ask(here + "ok?long=" + "v".repeat(1500) + "&end=1");
await ask(here + "ok?long=" + "v".repeat(5000) + "&end=1");
await ask(here + "ok?huge=" + "v".repeat(1500000));
await ask(here + "ok?a=1&a=2&b=%20%2f%C3%BC&c=ü&d=+#fragment");
await ask(here + "ok-/..%2f/%2e/a;b=c/@x");
await ask(here + "ok?json=" + encodeURIComponent('{"a":[1,2]}'));`,
};

export const reports: TrapPage = {
  name: "reports",
  traps: [34],
  about: "What the page's CSP blocks is not sent; its report is.",
  headers: { "content-security-policy": "img-src 'self' data:; report-uri /reports/csp" },
  routes: { "POST csp": (exchange) => exchange.empty(204) },
  script: `await put("img", { src: there + "blocked.png" });
await wait(300);`,
};

export const unauthorized: TrapPage = {
  name: "unauthorized",
  traps: [35],
  about: "401 with a Basic challenge, asked without credentials.",
  isOrdered: true,
  routes: {
    "GET secret": (exchange) =>
      exchange.send(401, "who are you?", {
        "www-authenticate": 'Basic realm="oracle"',
        "content-type": "text/plain",
      }),
  },
  script: `await ask(here + "secret", { credentials: "omit" });`,
};

export const sockets: TrapPage = {
  name: "sockets",
  traps: [36],
  about: "A WebSocket with a token in its URL.",
  script: `const socket = new WebSocket(here.replace("http", "ws") + "socket?token=abcdef0123456789");
await event(socket, "open");
socket.send("hello");
await event(socket, "message");
socket.close();
await event(socket, "close");`,
};

export const popups: TrapPage = {
  name: "popups",
  traps: [26],
  about: "A pop-up with traffic of its own, which the capture does not follow.",
  routes: {
    "GET popup": (exchange) =>
      html(
        exchange,
        `<!doctype html><link rel="icon" href="data:,"><title>popup</title><script>fetch("ok-in-popup").then((r) => r.text()).then(() => { opener.postMessage("ready", "*"); close(); });</script>`,
      ),
  },
  body: `<button id="open" onclick="window.open('/popups/popup')">open</button>`,
  script: "await event(window, 'message');",
  act: async ({ bsk }) => {
    await bsk("click", "#open");
  },
};
