import {
  type Answer,
  type Behaviour,
  type CallStep,
  type Case,
  type InterceptStep,
  pool,
  type TapStep,
} from "./scenario.js";

type AnyFunction = (...values: unknown[]) => unknown;

/** What both tapable's hooks and ours look like when the arguments are not known by type. */
export interface AnyHook {
  tap(options: object, fn: AnyFunction): void;
  tapAsync(options: object, fn: AnyFunction): void;
  tapPromise(options: object, fn: AnyFunction): void;
  intercept(interceptor: object): void;
  call: AnyFunction;
  callAsync: AnyFunction;
  promise: (...values: unknown[]) => Promise<unknown>;
}

/** A tap that answers twice may double all that follows it; from this many lines on it does not. */
const enoughLines = 200;

/**
 * Plays a case on a hook and returns everything that can be seen from outside, a line each, with
 * the turn of the scheduler and the turn of the microtask queue in which it happened.
 */
export function trace(hook: AnyHook, given: Case): Promise<string[]> {
  return new Trace(hook, given).run();
}

class Trace {
  readonly #hook: AnyHook;
  readonly #given: Case;
  readonly #lines: string[] = [];
  readonly #later: { readonly turn: number; readonly run: () => void }[] = [];
  #turn = 0;
  #microturn = 0;
  #steps = 0;

  constructor(hook: AnyHook, given: Case) {
    this.#hook = hook;
    this.#given = given;
  }

  async run(): Promise<string[]> {
    for (const call of this.#given.calls) {
      for (const step of call.setUp) {
        if (step.step === "tap") this.#tap(step);
        else this.#intercept(step);
        this.#steps += 1;
      }
      this.#catching("thrown", () => this.#call(call));
      await this.#untilQuiet();
    }
    return this.#lines;
  }

  #log(what: string, ...values: unknown[]): void {
    this.#lines.push(`${this.#turn}.${this.#microturn} ${what} ${values.map(show).join(", ")}`);
  }

  #catching(what: string, run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#log(what, error);
    }
  }

  /** Runs what was put off, in order of its turn, with all microtasks in between. */
  async #untilQuiet(): Promise<void> {
    for (;;) {
      const microturns = 5 + this.#steps;
      for (this.#microturn = 1; this.#microturn < microturns; this.#microturn += 1) await null;
      this.#microturn = 0;
      this.#later.sort((one, other) => one.turn - other.turn);
      const next = this.#later.shift();
      if (!next) return;
      this.#turn += 1;
      this.#catching("escaped", next.run);
    }
  }

  #call({ mode, given }: CallStep): void {
    const { length } = this.#given.args;
    if (mode === "call") {
      this.#log("returned", this.#hook.call(...given));
    } else if (mode === "callAsync") {
      const values = Array.from({ length }, (_, index) => given[index]);
      const callback: AnyFunction = (...results) => this.#log("called back", ...results);
      this.#log("returned", this.#hook.callAsync(...values, callback));
    } else {
      this.#hook.promise(...given).then(
        (result) => this.#log("resolved", result),
        (error) => this.#log("rejected", error),
      );
    }
  }

  #tap({ named, behaviour }: TapStep): void {
    const id = `${this.#steps} ${behaviour.type}`;
    const options = Object.fromEntries(
      Object.entries(named).filter(([, value]) => value !== undefined),
    );
    const log = (self: unknown, values: readonly unknown[]): void =>
      this.#log(`tap ${id} on`, self, ...values);
    const act = (values: unknown[]): unknown => this.#act(behaviour, values);
    const fn = function (this: unknown, ...values: unknown[]): unknown {
      log(this, values);
      return act(values);
    };

    const type = behaviour.type === "throwing" ? behaviour.tap : behaviour.type;
    if (type === "sync") this.#hook.tap(options, fn);
    else if (type === "async") this.#hook.tapAsync(options, fn);
    else this.#hook.tapPromise(options, fn);
  }

  #act(behaviour: Behaviour, values: unknown[]): unknown {
    switch (behaviour.type) {
      case "sync":
        if (behaviour.fails) throw behaviour.value;
        return behaviour.value;
      case "throwing":
        throw behaviour.value;
      case "noPromise":
        return behaviour.value;
      case "async": {
        const callback = values.at(-1) as AnyFunction;
        this.#answer(
          behaviour.answers,
          (value) => callback(null, value),
          (error) => callback(error),
        );
        return undefined;
      }
      case "thenable": {
        const { answers } = behaviour;
        return {
          // biome-ignore lint/suspicious/noThenProperty: tapPromise takes every thenable
          then: (fulfil: AnyFunction, reject: AnyFunction) => this.#answer(answers, fulfil, reject),
        };
      }
      case "native":
        return this.#native(behaviour.answer);
    }
  }

  #answer(answers: readonly Answer[], succeed: AnyFunction, fail: AnyFunction): void {
    const heard = this.#lines.length > enoughLines ? answers.slice(0, 1) : answers;
    for (const { turn, fails, value } of heard) {
      const run = (): void => void (fails ? fail(value) : succeed(value));
      if (turn === 0) run();
      else this.#later.push({ turn: this.#turn + turn, run });
    }
  }

  /** A real promise; what its listeners throw would be an unhandled rejection, and is logged. */
  #native(answer: Answer): Promise<unknown> {
    const promise = new Promise((resolve, reject) => this.#answer([answer], resolve, reject));
    const log = (error: unknown): void => this.#log("escaped", error);
    const then = Promise.prototype.then.bind(promise);
    return Object.assign(promise, {
      // biome-ignore lint/suspicious/noThenProperty: to see what the hook's listeners throw
      then: (fulfil: AnyFunction, reject: AnyFunction) => void then(fulfil, reject).catch(log),
    });
  }

  #intercept({ listens, registers, throwsAt }: InterceptStep): void {
    const id = this.#steps;
    const log = (what: string, values: readonly unknown[]): void =>
      this.#log(`interceptor ${what}`, ...values);
    const listeners = listens.map((moment) => {
      const listener = function (this: { id?: number } | undefined, ...values: unknown[]): void {
        log(`${this?.id} ${moment}`, values);
        if (moment === throwsAt) throw new Error(`thrown at ${moment}`);
      };
      return [moment, listener] as const;
    });
    const register = (tap: object): object => {
      log(`${id} register`, [tap]);
      return { ...tap, by: id };
    };
    this.#hook.intercept({
      id,
      ...Object.fromEntries(listeners),
      ...(registers ? { register } : {}),
    });
  }
}

/** A value by its place in the pool, an error or a tap by its content. */
function show(value: unknown): string {
  const index = pool.findIndex((known) => Object.is(known, value));
  if (index >= 0) return `#${index}`;
  if (typeof value === "function") return "function";
  return value instanceof Error ? String(value) : JSON.stringify(value);
}
