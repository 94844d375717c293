import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Exchange } from "./Exchange.js";
import type { Site, SiteOptions } from "./Site.js";

export type Handler = (exchange: Exchange) => void | Promise<void>;

/** Keys are `GET /path`; a key that ends in `*` takes every path that begins so. */
export type Routes = Readonly<Record<string, Handler>>;

export interface Origins {
  readonly url: string;
  readonly crossOrigin: string;
}

/** The routes of both servers; `cross` is the second origin. */
export interface SiteRoutes {
  readonly main: Routes;
  readonly cross?: Routes;
}

/** Starts two servers on 127.0.0.1 that share one log, then asks `build` for their routes. */
export async function startSite(
  build: (origins: Origins) => SiteRoutes,
  options: SiteOptions = {},
): Promise<Site> {
  const log: Exchange[] = [];
  const [main, cross] = [createServer(SERVER_OPTIONS), createServer(SERVER_OPTIONS)];
  const url = `http://127.0.0.1:${await listen(main, options.port ?? 0)}`;
  const crossOrigin = `http://localhost:${await listen(cross, 0)}`;
  const routes = build({ url, crossOrigin });

  serve(main, url, routes.main, log);
  serve(cross, crossOrigin, routes.cross ?? {}, log);
  const close = async (): Promise<void> => {
    await Promise.all([stop(main), stop(cross)]);
  };
  return { url, crossOrigin, log, close };
}

// A hostile page asks with a query of 100 kB; Node's own limit is 16 KiB.
// Idle connections stay for a minute: Node's 5 s race a browser that is about to use one again.
const SERVER_OPTIONS = { maxHeaderSize: 2 * 1024 * 1024, keepAliveTimeout: 60_000 };

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      // A server that listens on TCP has an AddressInfo.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function serve(server: Server, origin: string, routes: Routes, log: Exchange[]): void {
  server.on("request", (request, response) => {
    const exchange = new Exchange(log.length + 1, origin, request, response);
    log.push(exchange);
    void answer(exchange, routes, request, response);
  });
}

async function answer(
  exchange: Exchange,
  routes: Routes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    exchange.requestBody = await readBody(request);
    await findHandler(routes, exchange)(exchange);
  } catch (error) {
    // A client that went away while it was sending is no fault of the site.
    if (request.destroyed && !request.complete) return;
    console.error(`demo site: ${exchange.method} ${exchange.path}:`, error);
    if (!response.headersSent) exchange.json(500, { error: "the demo site itself failed" });
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function findHandler(routes: Routes, exchange: Exchange): Handler {
  const asked = `${exchange.method} ${exchange.pathname}`;
  if (Object.hasOwn(routes, asked)) return routes[asked] ?? notFound;
  for (const [key, handler] of Object.entries(routes)) {
    if (key.endsWith("*") && asked.startsWith(key.slice(0, -1))) return handler;
  }
  return exchange.pathname === "/favicon.ico" ? noFavicon : notFound;
}

const noFavicon: Handler = (exchange) => exchange.empty(204);

const notFound: Handler = (exchange) => {
  exchange.json(404, { error: { code: "not_found", message: "no such page" } });
};
