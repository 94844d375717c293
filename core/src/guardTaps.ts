import type { CoreHooks } from "./Core.js";
import type { EvidenceRecord } from "./records.js";

/** What the taps of one plugin did and cost. */
export interface TapFigures {
  readonly calls: number;
  /** Time spent in them, waiting included. */
  readonly ms: number;
  readonly failures: number;
  /** Class of the last failure; never its message, which may quote a page. */
  readonly lastFailure?: string;
}

export interface TapFailure {
  /** The tap's name, which is its plugin's. */
  readonly plugin: string;
  /** The run it happened in, where the hook's arguments tell. */
  readonly runId: string | undefined;
}

export interface GuardOptions {
  readonly now: () => number;
  readonly failed: (failure: TapFailure) => void;
}

interface Tap {
  readonly name: string;
  readonly type: "sync" | "async" | "promise";
  // tapable's own word for a tap's function; its arguments are the hook's.
  readonly fn: (...values: never[]) => unknown;
}

/** What a guarded hook has: all kinds of tapable's hooks do. */
interface Guardable {
  intercept(interceptor: { register<T extends object>(tap: T): T }): void;
}

type Values = readonly unknown[];
/**
 * `keep`: the stage goes on as if the tap were not there. `lose`: it does not, since what the tap should have
 * removed or stopped must not go through. Both are failures of a run. `tell`: whoever called tells of it.
 */
type Policy = "keep" | "lose" | "tell";

/**
 * Puts itself around every tap that comes after it: times it, counts its failures, and lets them cost the
 * plugin alone.
 */
export function guardTaps(
  hooks: CoreHooks,
  options: GuardOptions,
): ReadonlyMap<string, TapFigures> {
  const guard = new Guard(options);
  const { captureStarting, cdpEvent, observed, beforeRead, recordCaptured, captureStopping } =
    hooks;
  for (const hook of [captureStarting, cdpEvent, observed, beforeRead, recordCaptured]) {
    guard.hook(hook, "keep");
  }
  guard.hook(captureStopping, "keep");
  guard.hook(hooks.retentionPriority, "keep");
  guard.hook(hooks.beforeStore, "keep");
  guard.hook(hooks.requestPaused, "lose");
  guard.hook(hooks.redact, "lose");
  guard.hook(hooks.exporting, "tell");
  hooks.analyze.intercept({ factory: (_name, hook) => guard.hook(hook, "tell") });
  hooks.action.intercept({ factory: (_name, hook) => guard.hook(hook, "tell") });
  return guard.figures;
}

class Guard {
  readonly figures = new Map<string, TapFigures>();

  constructor(private readonly options: GuardOptions) {}

  hook<H extends Guardable>(hook: H, policy: Policy): H {
    let isOwn = true; // what is there already is core's own
    hook.intercept({
      register: (tap) => (isOwn ? tap : { ...tap, fn: this.#wrap(tap as unknown as Tap, policy) }),
    });
    isOwn = false;
    return hook;
  }

  #wrap({ name, type, fn }: Tap, policy: Policy): (...values: unknown[]) => unknown {
    const run = fn as (...values: unknown[]) => unknown; // the hook hands it what it was registered for
    if (type === "promise") return (...values) => this.#awaited(name, policy, run, values);
    if (type === "async") return (...values) => this.#calledBack(name, policy, run, values);
    return (...values) => this.#sync(name, policy, run, values);
  }

  #sync(
    name: string,
    policy: Policy,
    run: (...values: unknown[]) => unknown,
    values: Values,
  ): unknown {
    const end = this.#begin(name, policy, values);
    let result: unknown;
    try {
      result = run(...values);
    } catch (error) {
      end(error);
      if (policy !== "keep") throw error;
      return undefined;
    }
    if (!isThenable(result)) {
      end();
      return result;
    }
    // An async function where a sync one belongs: nobody would wait for it, or hear it fail.
    const late = new TypeError(`the tap of "${name}" must not return a promise`);
    result.then(undefined, () => undefined);
    end(late);
    if (policy !== "keep") throw late;
    return undefined;
  }

  async #awaited(
    name: string,
    policy: Policy,
    run: (...values: unknown[]) => unknown,
    values: Values,
  ): Promise<unknown> {
    const end = this.#begin(name, policy, values);
    try {
      const result = await run(...values);
      end();
      return result;
    } catch (error) {
      end(error);
      if (policy !== "keep") throw error;
      return undefined;
    }
  }

  #calledBack(
    name: string,
    policy: Policy,
    run: (...values: unknown[]) => unknown,
    given: Values,
  ): void {
    const values = given.slice(0, -1);
    const callback = given.at(-1) as (error?: unknown, result?: unknown) => void; // tapable's signature
    const end = this.#begin(name, policy, values);
    let isOver = false;
    const settle = (error?: unknown, result?: unknown): void => {
      if (isOver) return;
      isOver = true;
      if (!error) {
        end();
        callback(null, result);
      } else {
        end(error);
        callback(policy === "keep" ? null : error);
      }
    };
    try {
      run(...values, settle);
    } catch (error) {
      if (isOver) throw error; // of a later tap, within the callback
      settle(error);
    }
  }

  /** Returns what ends the measuring. */
  #begin(name: string, policy: Policy, values: Values): (error?: unknown) => void {
    const from = this.options.now();
    return (...failure) => {
      const known = this.figures.get(name) ?? { calls: 0, ms: 0, failures: 0 };
      const hasFailed = failure.length > 0;
      this.figures.set(name, {
        ...known,
        calls: known.calls + 1,
        ms: known.ms + Math.max(0, this.options.now() - from),
        failures: known.failures + (hasFailed ? 1 : 0),
        ...(hasFailed ? { lastFailure: classOf(failure[0]) } : {}),
      });
      if (hasFailed && policy !== "tell")
        this.options.failed({ plugin: name, runId: runOf(values) });
    };
  }
}

/** The run in a hook's first two arguments: a context's, a draft's, a record's, or a batch's. */
function runOf(values: Values): string | undefined {
  for (const value of values.slice(0, 2)) {
    if (value === null || typeof value !== "object") continue;
    // Each hook's arguments are one of these; a key that is not there is undefined.
    const { runId, record, records, run_id, id } = value as {
      readonly runId?: string;
      readonly record?: EvidenceRecord | string;
      readonly records?: readonly EvidenceRecord[];
      readonly run_id?: string;
      readonly id?: string;
    };
    const inner = typeof record === "object" ? record : records?.[0];
    const found = runId ?? (inner ? runOf([inner]) : (run_id ?? id));
    if (found !== undefined) return found;
  }
  return undefined;
}

function classOf(error: unknown): string {
  const name: unknown = error instanceof Error ? error.constructor.name : typeof error;
  return String(name).slice(0, 60);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  // The assertion only opens the value for the look that decides what it is.
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}
