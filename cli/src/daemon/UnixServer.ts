import { chmodSync } from "node:fs";
import { createServer, type Server } from "node:net";
import type { Handle } from "./Call.js";
import { ClientConnection } from "./ClientConnection.js";

export interface UnixServerOptions {
  /** A handler for each connection, so that it can remember its own hello. */
  readonly handlerFor: () => Handle;
  /** Told whenever a client came or went. */
  readonly onChange: () => void;
}

/** Where commands connect: a Unix socket that only this user can open, or a named pipe. */
export class UnixServer {
  readonly #server: Server;
  readonly #clients = new Set<ClientConnection>();

  constructor({ handlerFor, onChange }: UnixServerOptions) {
    this.#server = createServer((socket) => {
      const client = new ClientConnection(socket, handlerFor());
      this.#clients.add(client);
      onChange();
      socket.on("close", () => {
        this.#clients.delete(client);
        onChange();
      });
    });
  }

  get clientCount(): number {
    return this.#clients.size;
  }

  listen(path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(path, () => {
        this.#server.off("error", reject);
        if (process.platform !== "win32") chmodSync(path, 0o600);
        resolve();
      });
    });
  }

  /** Nobody new comes in, the socket's file goes, and clients get what is already written to them. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const client of this.#clients) client.close();
    await closed;
  }
}
