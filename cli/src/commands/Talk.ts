import { errors } from "@bsk/core";
import { type ActionParams, type ActionResults, validateParams, validateResult } from "@bsk/schema";
import type { DaemonConnection, Host, OpenOptions, ProgressNote } from "../Host.js";
import type { Params } from "./CommandSpec.js";
import { Progress } from "./Progress.js";
import type { Trace } from "./Trace.js";

type Method = keyof ActionParams & keyof ActionResults;

/** One command's talk with the daemon: at most one connection, opened at the first use. */
export class Talk {
  readonly #host: Host;
  readonly #startIfMissing: boolean;
  #opening: Promise<DaemonConnection> | undefined;
  #connection: DaemonConnection | undefined;

  readonly progress: Progress;

  readonly #trace: Trace;

  constructor(host: Host, startIfMissing: boolean, trace: Trace) {
    this.#host = host;
    this.#trace = trace;
    this.progress = new Progress(host);
    this.#startIfMissing = startIfMissing;
  }

  async open(
    options: OpenOptions = { startIfMissing: this.#startIfMissing },
  ): Promise<DaemonConnection> {
    this.#opening ??= this.#trace.opening(() => this.#host.openDaemon(options));
    try {
      this.#connection = await this.#opening;
      return this.#connection;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  /** Both directions are checked: what was asked, and what came back. Throws BskError. */
  async call<M extends Method>(method: M, params: Params): Promise<ActionResults[M]> {
    const accepts = validateParams[method];
    if (!accepts(params)) throw errors.invalidParams(`${method}: ${faultOf(accepts)}.`);
    const connection = await this.open();
    try {
      const onProgress = (note: ProgressNote): void => this.progress.show(note);
      const options = { signal: this.#host.signal, onProgress };
      const result = await this.#trace.calling(method, params, () =>
        connection.call(method, params, options),
      );
      const answers = validateResult[method];
      if (!answers(result)) throw errors.malformedFrame(`${method} answered ${faultOf(answers)}`);
      return result;
    } finally {
      this.progress.end();
    }
  }

  get warnings(): readonly string[] {
    return this.#connection?.warnings ?? [];
  }

  close(): void {
    this.#connection?.close();
  }
}

function faultOf(validator: { readonly errors?: readonly Fault[] | null }): string {
  const [first] = validator.errors ?? [];
  return `${first?.instancePath || "/"} (${first?.keyword ?? "invalid"})`;
}

interface Fault {
  readonly instancePath: string;
  readonly keyword: string;
}
