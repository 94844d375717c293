import { Worker } from "node:worker_threads";
import { errors, toWireError } from "@bsk/core";
import type { CommandLine, FromThread, ThreadData, ToThread } from "../../hosted/messages.js";
import type { Call, Handle } from "../Call.js";

/** For a cancelled command to say so and to clean up; after that its thread is ended under it. */
const GRACE_MS = 2_000;
/** A command that needs more loses its thread; the daemon does not notice. */
const LIMITS = { maxOldGenerationSizeMb: 512 };

export interface CommandThreadOptions {
  readonly entry: string;
  readonly home: string;
  /** Answers the calls of its commands, as it answers a client's. */
  readonly handle: Handle;
  /** Told once, when it has ended for whatever reason. */
  readonly onExit: () => void;
}

interface Run {
  readonly call: Call;
  readonly calls: Map<number, AbortController>;
  readonly resolve: (exitCode: number) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread of the daemon in which commands of clients run, one at a time. A thread, because nothing else
 * contains a command that never yields: what it throws, hangs on, exits or fills ends its thread and
 * nothing else. One at a time, so that this is its own thread.
 */
export class CommandThread {
  readonly #worker: Worker;
  readonly #handle: Handle;
  readonly ready: Promise<void>;
  #run: Run | undefined;
  /** False: it must not run another command. */
  isUsable = true;

  constructor({ entry, home, handle, onExit }: CommandThreadOptions) {
    this.#handle = handle;
    const workerData: ThreadData = { home };
    // Nothing of this process: what a command may know comes with its command line, what it says with `output`.
    const own = { env: {}, argv: [], stdin: false, stdout: true, stderr: true };
    this.#worker = new Worker(entry, { ...own, workerData, resourceLimits: LIMITS });
    this.#worker.unref();
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) stream.resume();
    let isReady: () => void = () => {};
    this.ready = new Promise((resolve) => {
      isReady = resolve;
    });
    this.#worker.on("message", (message: FromThread) => {
      if (message.kind === "ready") isReady();
      else this.#receive(message);
    });
    this.#worker.on("error", () => {
      // `exit` follows, and says to the client what there is to say.
    });
    this.#worker.on("exit", () => {
      this.isUsable = false;
      this.#finish()?.reject(errors.internal("the command ended its thread"));
      onExit();
    });
  }

  /** Runs one command line and gives its exit code. Throws `command_elsewhere` where it has not begun. */
  async run(line: CommandLine, call: Call): Promise<number> {
    let ending: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      this.#post({ kind: "cancel" });
      for (const controller of this.#run?.calls.values() ?? []) controller.abort();
      ending = setTimeout(() => void this.#giveUp(), GRACE_MS);
    };
    try {
      return await new Promise<number>((resolve, reject) => {
        this.#run = { call, calls: new Map(), resolve, reject };
        this.#post({ kind: "run", line });
        if (call.signal.aborted) onAbort();
        else call.signal.addEventListener("abort", onAbort, { once: true });
      });
    } finally {
      clearTimeout(ending);
      call.signal.removeEventListener("abort", onAbort);
    }
  }

  async end(): Promise<void> {
    this.isUsable = false;
    await this.#worker.terminate();
  }

  async #giveUp(): Promise<void> {
    this.#finish()?.reject(errors.cancelled("The command"));
    await this.end();
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: Exclude<FromThread, { kind: "ready" }>): void {
    const run = this.#run;
    if (!run) return;
    switch (message.kind) {
      case "begun":
        void run.call.notify("$/begun", {});
        return;
      case "output":
        void this.#output(run, message);
        return;
      case "call":
        void this.#answer(run, message);
        return;
      case "cancel":
        run.calls.get(message.id)?.abort();
        return;
      case "declined":
        this.#finish()?.reject(errors.commandElsewhere(message.reason));
        return;
      case "ended":
        this.isUsable &&= message.isClean;
        this.#finish()?.resolve(message.exitCode);
        return;
    }
  }

  async #output(
    run: Run,
    { stream, text }: Extract<FromThread, { kind: "output" }>,
  ): Promise<void> {
    await run.call.notify("$/output", { stream, text });
    if (this.#run === run) this.#post({ kind: "taken", chars: text.length });
  }

  async #answer(
    run: Run,
    { id, method, params }: Extract<FromThread, { kind: "call" }>,
  ): Promise<void> {
    const controller = new AbortController();
    run.calls.set(id, controller);
    const reply = (message: ToThread): void => {
      if (this.#run === run) this.#post(message);
    };
    try {
      const result = await this.#handle(method, params, {
        signal: controller.signal,
        onProgress: (note) => reply({ kind: "progress", id, note }),
        notify: async () => {},
      });
      reply({ kind: "result", id, result });
    } catch (error) {
      reply({ kind: "error", id, error: toWireError(error) });
    } finally {
      run.calls.delete(id);
    }
  }

  /** The command is over: what it still asked for is cancelled. */
  #finish(): Run | undefined {
    const run = this.#run;
    this.#run = undefined;
    for (const controller of run?.calls.values() ?? []) controller.abort();
    return run;
  }
}
