import { errors } from "../../core/dist/index.js";
import type { CallOptions, DaemonConnection, Host, OpenOptions } from "../dist/index.js";

export interface RecordedCall {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Answer = (params: Readonly<Record<string, unknown>>, options: CallOptions) => unknown;
export type Answers = Readonly<Record<string, Answer>>;

/** A host that keeps what is printed, and a daemon that answers from a table. */
export class FakeHost implements Host {
  cwd = "/home/ada/site";
  env: Readonly<Record<string, string | undefined>> = {};
  isTTY = false;
  printsToTTY = false;
  columns = 100;
  home = "/nowhere/bsk";
  readonly abort = new AbortController();
  readonly signal: AbortSignal = this.abort.signal;
  /** False: no daemon runs, and one can only be started. */
  isRunning = true;
  warnings: readonly string[] = [];
  stdout = "";
  stderr = "";
  readonly calls: RecordedCall[] = [];
  readonly opened: OpenOptions[] = [];
  closed = 0;
  readonly #answers: Answers;

  constructor(answers: Answers = {}) {
    this.#answers = answers;
  }

  out(text: string): void {
    this.stdout += text;
  }

  err(text: string): void {
    this.stderr += text;
  }

  async drained(): Promise<void> {}

  async openDaemon(options: OpenOptions): Promise<DaemonConnection> {
    this.opened.push(options);
    if (!this.isRunning && !options.startIfMissing) throw errors.daemonNotRunning();
    this.isRunning = true;
    return {
      warnings: this.warnings,
      close: () => {
        this.closed++;
      },
      call: async (method, params, callOptions = {}) => {
        this.calls.push({ method, params: { ...params } });
        const answer = this.#answers[method];
        if (!answer) throw errors.unknownMethod(method);
        return answer({ ...params }, callOptions);
      },
    };
  }
}
