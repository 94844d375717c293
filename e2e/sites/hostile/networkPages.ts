import { scriptValue } from "../page.js";
import type { Origins, Routes } from "../startSite.js";
import { casePage } from "./casePage.js";

const SHOW_FAILURE = "(error) => show(error.name)";

/** Requests that fail, end early, never end, or are refused; `refusedUrl` has no listener. */
export function networkRoutes({ crossOrigin }: Origins, refusedUrl: string): Routes {
  return {
    // A document itself: headers, then silence.
    "GET /hang": (exchange) => exchange.beginStream("text/html; charset=utf-8"),
    "GET /loop": (exchange) => exchange.redirect(`/loop?n=${Number(exchange.query.get("n")) + 1}`),
    "GET /api/hang": (exchange) => exchange.beginStream("application/json"),
    "GET /api/never": () => {},
    "GET /api/no-content": (exchange) => exchange.empty(204),
    "HEAD /api/head": (exchange) => exchange.json(200, { only: "headers" }),
    "GET /api/short": (exchange) => {
      exchange.sendRaw(200, [["content-length", "1000"]], "the connection ends here");
    },
    "GET /redirect-loop": (exchange) => exchange.html(redirectLoopPage()),
    "GET /refused": (exchange) => exchange.html(refusedPage(refusedUrl)),
    "GET /aborted": (exchange) => exchange.html(abortedPage()),
    "GET /empty": (exchange) => exchange.html(emptyPage()),
    "GET /cors": (exchange) => exchange.html(corsPage(crossOrigin)),
  };
}

/** What the second origin answers for `/cors`. */
export function crossNetworkRoutes({ url }: Origins): Routes {
  const allow = { "access-control-allow-origin": url };
  return {
    "GET /api/private": (exchange) => exchange.json(200, { for: "its own origin only" }),
    "OPTIONS /api/denied": (exchange) => exchange.empty(204),
    "POST /api/denied": (exchange) => exchange.json(200, { never: "asked" }),
    "OPTIONS /api/allowed": (exchange) => {
      exchange.empty(204, {
        ...allow,
        "access-control-allow-headers": "x-custom",
        "access-control-allow-methods": "POST",
      });
    },
    "POST /api/allowed": (exchange) => exchange.json(200, { allowed: true }, allow),
  };
}

function redirectLoopPage(): string {
  return casePage({
    title: "Redirect loop",
    about: "Fetches a URL that redirects for ever; /loop is the same as a document.",
    run: `await fetch("/loop?n=1").catch(${SHOW_FAILURE});`,
  });
}

function refusedPage(refusedUrl: string): string {
  return casePage({
    title: "Refused",
    about: "Fetches a port where nobody listens, a port that the browser blocks, and a short body.",
    run: `await fetch(${scriptValue(`${refusedUrl}/api/refused`)}).catch(${SHOW_FAILURE});
await fetch("http://127.0.0.1:6000/api/blocked").catch(${SHOW_FAILURE});
await fetch("/api/short").then((response) => response.text()).catch(${SHOW_FAILURE});`,
  });
}

function abortedPage(): string {
  return casePage({
    title: "Aborted",
    about: "Aborts a fetch before any answer, one within its body, and an XMLHttpRequest.",
    run: `for (const path of ["/api/never", "/api/hang"]) {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  await fetch(path, { signal: controller.signal }).then((response) => response.text()).catch(${SHOW_FAILURE});
}
const request = new XMLHttpRequest();
request.open("GET", "/api/never");
request.send();
await new Promise((resolve) => setTimeout(resolve, 100));
request.abort();
show("XMLHttpRequest " + request.status);`,
  });
}

function emptyPage(): string {
  return casePage({
    title: "No body",
    about: "A 204, a HEAD, and a 200 whose body nobody reads.",
    run: `show("204: " + (await fetch("/api/no-content")).status);
const head = await fetch("/api/head", { method: "HEAD" });
show("HEAD: " + head.status + ", length " + head.headers.get("content-length"));
show("unread: " + (await fetch("/api/wide")).status);`,
  });
}

function corsPage(crossOrigin: string): string {
  const at = (path: string): string => scriptValue(`${crossOrigin}${path}`);
  return casePage({
    title: "Cross-origin",
    about: "A GET without CORS headers, a preflight denied, a preflight allowed, an opaque answer.",
    run: `const post = { method: "POST", headers: { "x-custom": "1" }, body: "{}" };
await fetch(${at("/api/private")}).catch(${SHOW_FAILURE});
await fetch(${at("/api/denied")}, post).catch(${SHOW_FAILURE});
show("allowed: " + (await fetch(${at("/api/allowed")}, post)).status);
show("opaque: " + (await fetch(${at("/api/private")}, { mode: "no-cors" })).type);`,
  });
}
