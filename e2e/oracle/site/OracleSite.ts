import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { WebSocketServer } from "ws";
import { LoggedExchange } from "../log/LoggedExchange.js";
import { LoggedUpgrade } from "../log/LoggedUpgrade.js";
import type { ServerLog } from "../log/ServerLog.js";
import { pageRoutes } from "./pageRoutes.js";
import type { OracleRoutes, Origins, TrapPage } from "./TrapPage.js";

/** Two origins that answer for every trap page and log all of it. */
export class OracleSite {
  readonly #exchanges: (LoggedExchange | LoggedUpgrade)[] = [];
  readonly #connections = new WeakMap<Socket, number>();
  #lastConnection = 0;

  private constructor(
    readonly origins: Origins,
    private readonly servers: readonly Server[],
  ) {}

  static async start(pages: readonly TrapPage[]): Promise<OracleSite> {
    const servers = [createServer(OPTIONS), createServer(OPTIONS)];
    const [main = 0, cross = 0] = await Promise.all(servers.map(listen));
    const origins = { main: `http://127.0.0.1:${main}`, cross: `http://localhost:${cross}` };
    const site = new OracleSite(origins, servers);
    const routes = pageRoutes(pages, origins);
    for (const [at, origin] of [origins.main, origins.cross].entries()) {
      site.#serve(servers[at], origin, at === 0 ? routes.main : routes.cross);
    }
    return site;
  }

  /** How many requests came so far. */
  get count(): number {
    return this.#exchanges.length;
  }

  /** Whether an answer is on its way that will end by itself: streams that stay open do not count. */
  get isBusy(): boolean {
    return this.#exchanges.some(({ state }) => state === "receiving");
  }

  /** Everything from the `from`-th request on. */
  log(from = 0): ServerLog {
    const { main, cross } = this.origins;
    const exchanges = this.#exchanges.slice(from).map((exchange) => exchange.toServed());
    return { origins: [main, cross], exchanges };
  }

  async close(): Promise<void> {
    await Promise.all(
      this.servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      ),
    );
  }

  #serve(server: Server | undefined, origin: string, routes: OracleRoutes): void {
    server?.on("request", (request, response) => {
      const exchange = this.#log(origin, request, response);
      void answer(exchange, routes, request);
    });
    const sockets = new WebSocketServer({ noServer: true });
    const upgrades = new WeakMap<IncomingMessage, LoggedUpgrade>();
    sockets.on("headers", (lines, request) => upgrades.get(request)?.answers(lines));
    server?.on("upgrade", (request, socket, head) => {
      const id = this.#exchanges.length + 1;
      const connection = this.#connectionOf(request.socket);
      const upgrade = new LoggedUpgrade(id, origin, connection, request);
      upgrades.set(request, upgrade);
      this.#exchanges.push(upgrade);
      sockets.handleUpgrade(request, socket, head, (client) => {
        client.on("message", (data) => client.send(`echo ${String(data)}`));
      });
    });
  }

  #log(origin: string, request: IncomingMessage, response: ServerResponse): LoggedExchange {
    const id = this.#exchanges.length + 1;
    const connection = this.#connectionOf(request.socket);
    const exchange = new LoggedExchange(id, origin, connection, request, response);
    this.#exchanges.push(exchange);
    return exchange;
  }

  #connectionOf(socket: Socket): number {
    const known = this.#connections.get(socket);
    if (known !== undefined) return known;
    this.#lastConnection += 1;
    this.#connections.set(socket, this.#lastConnection);
    return this.#lastConnection;
  }
}

// A page asks with a query of 1.5 MB. Idle connections outlive the browser's, so that none closes as it is used.
const OPTIONS = { maxHeaderSize: 4 * 1024 * 1024, keepAliveTimeout: 60_000 };

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      // A server that listens on TCP has an AddressInfo.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function answer(
  exchange: LoggedExchange,
  routes: OracleRoutes,
  request: IncomingMessage,
): Promise<void> {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    exchange.requestBody = Buffer.concat(chunks);
    await routes(exchange);
  } catch (error) {
    // A client that went away while it was sending is no fault of the site.
    if (request.destroyed && !request.complete) return;
    throw error;
  }
}
