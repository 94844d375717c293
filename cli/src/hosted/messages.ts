import type { WireError } from "@bsk/schema";
import type { Progress } from "../connection/readProgress.js";

export type StreamName = "stdout" | "stderr";

/** A command line, with all that its command may know of the process of its user. */
export interface CommandLine {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly isTTY: boolean;
  readonly printsToTTY: boolean;
  readonly columns: number;
}

/** What the daemon says to a command thread. One build and one process: nothing here is foreign. */
export type ToThread =
  | { readonly kind: "run"; readonly line: CommandLine }
  | { readonly kind: "cancel" }
  /** So many characters of the output have reached the client. */
  | { readonly kind: "taken"; readonly chars: number }
  | { readonly kind: "result"; readonly id: number; readonly result: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: WireError }
  | { readonly kind: "progress"; readonly id: number; readonly note: Progress };

/** What a command thread says to the daemon. */
export type FromThread =
  | { readonly kind: "ready" }
  /** It must run in its user's process; nothing has happened. */
  | { readonly kind: "declined"; readonly reason: string }
  | { readonly kind: "begun" }
  | { readonly kind: "output"; readonly stream: StreamName; readonly text: string }
  | {
      readonly kind: "call";
      readonly id: number;
      readonly method: string;
      readonly params: object;
    }
  | { readonly kind: "cancel"; readonly id: number }
  /** Not clean: it left something behind, and nothing else shall run in this thread. */
  | { readonly kind: "ended"; readonly exitCode: number; readonly isClean: boolean };

/** What a command thread is started with. */
export interface ThreadData {
  readonly home: string;
}
