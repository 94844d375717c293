import { page } from "./page.js";
import type { Site } from "./Site.js";
import { type Handler, startSite } from "./startSite.js";

const SCRIPT = `
window.ask = (path, body) => fetch(path, body === undefined ? {} : { method: "POST", body }).then((r) => r.text());
window.ready = navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready)
  .then(() => navigator.serviceWorker.controller ?? new Promise((done) => { navigator.serviceWorker.oncontrollerchange = done; }))
  .then(() => true);`;

const WORKER = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  console.log("passes on " + event.request.url);
  event.respondWith(fetch(event.request));
  if (event.request.url.includes("alone")) event.waitUntil(fetch("/api/of-the-worker"));
});`;

/** A page whose service worker passes on all that any tab asks for. */
export function startPassing(): Promise<Site> {
  const api: Handler = (exchange) => exchange.json(200, { ok: true });
  const html = page({ title: "Passing", body: "<p>passing</p>", script: SCRIPT });
  return startSite(() => ({
    main: {
      "GET /": (exchange) => exchange.html(html),
      "GET /sw.js": (exchange) => exchange.send(200, WORKER, { "content-type": "text/javascript" }),
      "GET /api/*": api,
      "POST /api/*": api,
    },
  }));
}
