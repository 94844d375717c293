import type { Exchange } from "../../sites/Exchange.js";
import type { Handler, OracleRoutes, Origins, TrapPage } from "./TrapPage.js";
import { trapDocument } from "./trapDocument.js";

/** What both origins answer: each page's own routes first, then what every page may use. */
export function pageRoutes(
  pages: readonly TrapPage[],
  origins: Origins,
): { readonly main: OracleRoutes; readonly cross: OracleRoutes } {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const routes: OracleRoutes = (exchange) => {
    const [, name = "", ...rest] = exchange.pathname.split("/");
    const page = byName.get(name);
    const path = rest.join("/");
    if (page === undefined) return notFound(exchange);
    const own = find(page.routes ?? {}, exchange.method, path);
    if (own) return own(exchange);
    if (path === "") return html(exchange, trapDocument(page, origins), page.headers);
    return shared(exchange, path);
  };
  return { main: routes, cross: routes };
}

function find(
  routes: Readonly<Record<string, Handler>>,
  method: string,
  path: string,
): Handler | undefined {
  for (const [key, handler] of Object.entries(routes)) {
    const [wanted, pattern = ""] = key.split(" ");
    if (wanted !== "*" && wanted !== method) continue;
    if (pattern === path) return handler;
    if (pattern.endsWith("*") && path.startsWith(pattern.slice(0, -1))) return handler;
  }
  return undefined;
}

/** `ok…` says its path, `echo…` gives the body back, `end` is a document that is done. */
function shared(exchange: Exchange, path: string): void {
  const allow = allowed(exchange);
  if (path.startsWith("ok")) exchange.json(200, { said: exchange.path.slice(0, 200) }, allow);
  else if (path.startsWith("echo")) {
    const type = exchange.headers["content-type"] ?? "text/plain";
    exchange.send(200, exchange.requestBody, { "content-type": type, ...allow });
  } else if (path === "end") html(exchange, END);
  else notFound(exchange);
}

/** Lets the asking page read an answer of the other origin. */
export function allowed({ headers }: Exchange): Record<string, string> {
  return headers.origin === undefined ? {} : { "access-control-allow-origin": headers.origin };
}

export function html(
  exchange: Exchange,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  exchange.send(200, text, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    ...headers,
  });
}

const END = `<!doctype html><link rel="icon" href="data:,"><title>done</title><p>done</p>`;

function notFound(exchange: Exchange): void {
  exchange.json(404, { error: "no such path" });
}
