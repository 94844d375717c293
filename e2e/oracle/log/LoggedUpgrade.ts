import type { IncomingMessage } from "node:http";
import { loggedBody, received } from "./LoggedExchange.js";
import { ID_HEADER, type Served } from "./ServerLog.js";

/** The handshake of a WebSocket: a request whose answer is 101. */
export class LoggedUpgrade {
  readonly state = "finished";
  readonly #arrivedAt = Date.now();
  #answer: Readonly<Record<string, string>> = {};

  constructor(
    private readonly id: number,
    private readonly origin: string,
    private readonly connection: number,
    private readonly request: IncomingMessage,
  ) {}

  /** Takes the answer's lines as they will be sent, its status line first, and adds the number. */
  answers(lines: string[]): void {
    lines.push(`${ID_HEADER}: ${this.id}`);
    const pairs = lines.slice(1).flatMap((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).trim()];
    });
    this.#answer = received(pairs);
  }

  toServed(): Served {
    const { id, origin, connection, request } = this;
    const nothing = loggedBody(Buffer.alloc(0));
    return {
      id,
      origin,
      connection,
      protocol: "http/1.1",
      arrived_at: this.#arrivedAt,
      answered_at: this.#arrivedAt,
      method: request.method ?? "",
      path: request.url ?? "",
      request_headers: received(request.rawHeaders),
      request_body: nothing,
      status: 101,
      response_headers: this.#answer,
      response_body: nothing,
      encoded_bytes: 0,
      state: "finished",
    };
  }
}
