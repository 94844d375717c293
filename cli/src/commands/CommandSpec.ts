import type { ActionParams, ActionResults, ObjectSchema } from "@bsk/schema";
import type { FormatContext } from "../format/FormatContext.js";
import type { DaemonConnection, Host, OpenOptions, ProgressNote } from "../Host.js";

export type Params = { readonly [name: string]: unknown };

/** What a command made. Text is foreign until it has passed `printable`, which happens where it is printed. */
export interface Outcome {
  /** Printed with --json. */
  readonly value: unknown;
  /** Printed without; computed only then. */
  readonly text: () => string;
  /** Said on stderr without --json, unless --quiet. */
  readonly note?: () => string;
  /** Said on stderr without --json, whatever --quiet says. */
  readonly warning?: () => string;
  readonly exitCode?: number;
  /** Printed instead, in both modes: a document that is JSON itself. */
  readonly document?: AsyncIterable<string>;
}

/** One run of a command, with its parameters read and converted. */
export interface Invocation {
  readonly params: Params;
  readonly json: boolean;
  readonly host: Host;
  readonly context: FormatContext;
  /** Calls the daemon; the parameters and the answer have passed their validators. */
  call<M extends keyof ActionParams & keyof ActionResults>(
    method: M,
    params: Params,
  ): Promise<ActionResults[M]>;
  /** The one connection of this run, opened at the first use. */
  daemon(options?: OpenOptions): Promise<DaemonConnection>;
  /** Said on a person's stderr once the command has taken over a second. */
  progress(note: ProgressNote): void;
}

/** A command, whoever runs it: in this process or later in the daemon. */
export interface CommandSpec {
  /** `debug requests` */
  readonly words: string;
  readonly summary: string;
  readonly description?: string;
  readonly examples?: readonly string[];
  /** Flags and positional arguments, both from one JSON Schema. */
  readonly params: ObjectSchema;
  /** Parameters that are positional, in order. */
  readonly args?: readonly string[];
  /** Whether the first call starts a daemon where there is none. */
  readonly startsDaemon: boolean;
  run(invocation: Invocation): Promise<Outcome>;
}
