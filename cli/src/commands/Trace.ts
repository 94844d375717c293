import { BskError } from "@bsk/core";
import { oneLine } from "../format/printable.js";
import type { DaemonConnection, Host } from "../Host.js";
import type { Params } from "./CommandSpec.js";

/** What `-v` says on stderr: whom the command talks to, what it asks, how long that takes. Never a value. */
export class Trace {
  readonly #host: Host;
  /** 0 says nothing, 2 also names parameters and counts the answer. */
  readonly #verbosity: number;
  readonly #startedAt: number = performance.now();

  constructor(host: Host, verbosity: number) {
    this.#host = host;
    this.#verbosity = verbosity;
  }

  async opening(open: () => Promise<DaemonConnection>): Promise<DaemonConnection> {
    const startedAt = performance.now();
    this.#say(`home ${this.#host.home}`);
    const connection = await this.#timed("connect", startedAt, open);
    const { pid, port, version, build } = connection.identity ?? {};
    if (pid !== undefined)
      this.#say(`daemon pid ${pid}, port ${port}, ${version} (build ${build})`);
    return connection;
  }

  async calling(method: string, params: Params, call: () => Promise<unknown>): Promise<unknown> {
    const startedAt = performance.now();
    if (this.#verbosity > 1)
      this.#say(`${method} with ${Object.keys(params).join(" ") || "nothing"}`);
    const result = await this.#timed(method, startedAt, call);
    if (this.#verbosity > 1) {
      this.#say(`${method} answered ${Buffer.byteLength(JSON.stringify(result ?? null))} bytes`);
    }
    return result;
  }

  end(): void {
    this.#say(`done after ${since(this.#startedAt)}`);
  }

  async #timed<T>(what: string, startedAt: number, run: () => Promise<T>): Promise<T> {
    try {
      const result = await run();
      this.#say(`${what} ${since(startedAt)} ok`);
      return result;
    } catch (error) {
      this.#say(
        `${what} ${since(startedAt)} ${error instanceof BskError ? error.code : "internal"}`,
      );
      throw error;
    }
  }

  #say(text: string): void {
    if (this.#verbosity > 0) this.#host.err(`bsk: ${oneLine(text)}\n`);
  }
}

function since(startedAt: number): string {
  return `${Math.round(performance.now() - startedAt)} ms`;
}
