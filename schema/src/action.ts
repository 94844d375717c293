/** A JSON Schema of one parameter, as far as flags and help need it. */
export interface ParameterSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: ParameterSchema;
  /** The one letter of its short flag, of a command of the CLI's own. */
  readonly char?: string;
  /** Flags of the shell that mean the same parameter. */
  readonly aliases?: readonly string[];
  /** A list whose values are given one flag each: a comma is part of a value. */
  readonly repeat?: boolean;
  readonly [keyword: string]: unknown;
}

export interface ObjectSchema {
  readonly type: "object";
  readonly properties?: { readonly [name: string]: ParameterSchema };
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** One action: its name on the wire, its command in the shell, its parameters. Source: schema/actions. */
export interface ActionDefinition {
  readonly method: string;
  /** Words of the shell command; absent: wire only. */
  readonly command?: string;
  readonly summary: string;
  readonly description?: string;
  readonly runs_in: string;
  /** `exclusive` takes the session's one slot for browser commands; reads of evidence are `free`. */
  readonly slot: string;
  /** False: the command does not start a daemon, it only reports. */
  readonly starts_daemon?: boolean;
  /** False: a shell command made of other actions, not a method on the wire. */
  readonly wire?: boolean;
  /** The verb's name as an operation of a running capture. */
  readonly operation?: string;
  /** Whether it acts on the browser; absent: what is an operation does. See `isActing`. */
  readonly acts?: boolean;
  /** Parameters that are positional in the shell, in order. */
  readonly args?: readonly string[];
  readonly examples?: readonly string[];
  readonly params: ObjectSchema;
}

/**
 * Whether an action changes something in the browser, so that a person's Stop keeps it from running. Reads,
 * waits and giving back go on. An exclusive action with an `operation` acts; `acts` says otherwise, or so of another.
 */
export function isActing({ slot, operation, acts }: ActionDefinition): boolean {
  return acts ?? (slot === "exclusive" && operation !== undefined);
}
