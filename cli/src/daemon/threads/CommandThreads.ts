import { errors } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import { BUILD } from "../../version.js";
import type { Call, Handle } from "../Call.js";
import { CommandThread } from "./CommandThread.js";

/** Each costs 20 to 30 MB. A client that finds none free runs its command itself, at no loss but the time. */
const MAX_THREADS = 3;
/** How long more threads than one are kept without work. */
const SPARE_MS = 60_000;

export interface CommandThreadsOptions {
  readonly entry: string;
  readonly home: string;
  readonly handle: Handle;
}

/** The threads in which commands of clients of this build run. None is started before the first client asks. */
export class CommandThreads {
  readonly #options: CommandThreadsOptions;
  readonly #all = new Set<CommandThread>();
  readonly #free: CommandThread[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: CommandThreadsOptions) {
    this.#options = options;
  }

  /** Runs a command line. Throws `command_elsewhere` where the client has to do it: nothing has happened then. */
  async run(params: ActionParams["cli/run"], call: Call): Promise<ActionResults["cli/run"]> {
    if (params.build !== BUILD) throw errors.commandElsewhere("another build");
    // Times are printed in the local zone, which a process learns once.
    if (params.env.TZ !== process.env.TZ) throw errors.commandElsewhere("another time zone");
    const thread = this.#free.pop();
    if (this.#free.length === 0) this.#add();
    if (!thread) throw errors.commandElsewhere("no thread is free");
    const { argv, cwd, is_tty: isTTY, columns, prints_to_tty: printsToTTY = false } = params;
    const env = { ...params.env };
    try {
      return { exit_code: await thread.run({ argv, cwd, env, isTTY, columns, printsToTTY }, call) };
    } finally {
      this.#release(thread);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const thread of this.#all) void thread.end();
  }

  #add(): void {
    if (this.#isClosed || this.#all.size >= MAX_THREADS) return;
    const thread: CommandThread = new CommandThread({
      ...this.#options,
      onExit: () => this.#drop(thread),
    });
    this.#all.add(thread);
    void thread.ready.then(() => this.#release(thread));
  }

  #release(thread: CommandThread): void {
    if (!thread.isUsable) {
      void thread.end();
      return;
    }
    this.#free.push(thread);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#shrink(), SPARE_MS).unref();
  }

  #drop(thread: CommandThread): void {
    this.#all.delete(thread);
    const at = this.#free.indexOf(thread);
    if (at !== -1) this.#free.splice(at, 1);
  }

  #shrink(): void {
    for (const thread of this.#free.splice(1)) void thread.end();
  }
}
