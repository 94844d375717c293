import { createServer, type Server, type Socket } from "node:net";
import { PROTOCOL } from "@bsk/core";
import type { DaemonIdentity } from "../../dist/connection/DaemonIdentity.js";
import { socketPath } from "../../dist/connection/home.js";
import { installation } from "../../dist/connection/installation.js";

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** Listens where a daemon would, says what it is told to say. */
export class FakeDaemon {
  readonly requests: Request[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #identity: DaemonIdentity;
  onRequest: (request: Request, socket: Socket) => void = () => {};

  private constructor(identity: Partial<DaemonIdentity>) {
    const { build, version } = installation();
    const own = { protocol: PROTOCOL, build, version, pid: process.pid, port: 1, sessions: 0 };
    this.#identity = { ...own, ...identity };
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async listen(home: string, identity: Partial<DaemonIdentity> = {}): Promise<FakeDaemon> {
    const fake = new FakeDaemon(identity);
    await new Promise<void>((resolve) => fake.#server.listen(socketPath(home), resolve));
    return fake;
  }

  respond(socket: Socket, request: Request, answer: object): void {
    socket.write(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, ...answer })}\n`);
  }

  /** What was asked with a method, besides the hello. */
  asked(method: string): readonly Request[] {
    return this.requests.filter((request) => request.method === method);
  }

  close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    return closed;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let held = "";
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    socket.on("data", (text) => {
      const lines = (held + text).split("\n");
      held = lines.pop() ?? "";
      for (const line of lines) this.#take(JSON.parse(line), socket);
    });
  }

  #take(request: Request, socket: Socket): void {
    this.requests.push(request);
    if (request.method === "system/hello")
      this.respond(socket, request, { result: this.#identity });
    else this.onRequest(request, socket);
  }
}
