import { connect, type Socket } from "node:net";
import { until } from "./until.js";

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data: { readonly code: string } };
}

/** A client that sends whatever bytes it likes. */
export class LineClient {
  readonly #socket: Socket;
  #text = "";
  hasEnded = false;

  constructor(path: string) {
    this.#socket = connect(path);
    this.#socket.setEncoding("utf8");
    this.#socket.on("data", (text) => {
      this.#text += text;
    });
    this.#socket.on("close", () => {
      this.hasEnded = true;
    });
    this.#socket.on("error", () => {});
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  request(id: unknown, method: string, params: object = {}): void {
    this.send(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  }

  answers(): readonly Answer[] {
    return this.#text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  async answer(index: number): Promise<Answer> {
    await until(() => this.answers().length > index);
    const answer = this.answers()[index];
    if (!answer) throw new Error(`no answer ${index}`);
    return answer;
  }

  close(): void {
    this.#socket.destroy();
  }
}
