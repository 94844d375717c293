import type {
  CaptureContext,
  PausedOutcome,
  PausedRequest,
  PausedVerdict,
  RequestNote,
} from "@bsk/core";
import type { Intervention } from "@bsk/schema";
import type { ActiveRule } from "./ActiveRule.js";
import { editRequest } from "./editRequest.js";
import type { Mock, Modify } from "./RuleDefinition.js";

const APPLIED = { state: "applied" } as const;
const CHANGE_CHARS = 160;
const MOST_CHANGES = 40;

export interface EncounterOptions {
  readonly context: CaptureContext;
  readonly rule: ActiveRule;
  readonly paused: PausedRequest;
  /** The browser has its answer. */
  readonly ended: () => void;
  /** The rule counts a failure more, after the end. */
  readonly failed: () => void;
}

/** Why a rule does not do to a request what it says. */
interface Refusal {
  readonly state: "failed" | "cancelled";
  readonly error: string;
}

/** What a request's record says in the end. */
type Ending = Refusal | { readonly state: "applied"; readonly changes?: string[] };

/** What really went out, or was answered. */
type Wire = Pick<RequestNote, "answer" | "effective">;

const GIVEN_UP: Refusal = { state: "cancelled", error: "the page had given the request up" };

/** One request in the hands of one rule, from the match to the browser's answer. Whatever goes wrong aborts it. */
export class Encounter {
  readonly done: Promise<void>;
  #end: () => void = () => undefined;
  #refusal: Refusal | undefined;
  #interrupt: () => void = () => undefined;

  constructor(private readonly options: EncounterOptions) {
    this.done = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get rule(): ActiveRule {
    return this.options.rule;
  }

  /** The request is aborted as soon as it can be: nobody wants the rule to be carried out any more. */
  cancel(error: string): void {
    this.#refuse({ state: "cancelled", error });
  }

  /** The same, since the rule cannot be carried out. */
  fail(error: string): void {
    this.#refuse({ state: "failed", error });
  }

  async verdict(): Promise<PausedVerdict> {
    const { effect } = this.rule.definition;
    this.#annotate({ state: "pending" });
    if (this.#refusal) return this.#abort(this.#refusal);
    switch (effect.type) {
      case "block":
        return {
          kind: "fail",
          reason: "BlockedByClient",
          settled: (is) => this.#settle(is, APPLIED),
        };
      case "modify":
        return this.#modify(effect);
      case "mock":
        return this.#mock(effect);
    }
  }

  #modify(effect: Modify): PausedVerdict {
    const edited = editRequest(this.options.paused.request, effect);
    if ("fault" in edited) return this.#abort({ state: "failed", error: edited.fault });
    const { change, effective } = edited;
    const changes = edited.changes
      .slice(0, MOST_CHANGES)
      .map((text) => text.slice(0, CHANGE_CHARS));
    return {
      kind: "continue",
      change,
      settled: (is) => this.#settle(is, { ...APPLIED, changes }, { effective }),
      refused: (error) => {
        this.rule.fail(error);
        this.#annotate({ ...APPLIED, changes, error });
        this.options.failed();
      },
    };
  }

  async #mock({ status, headers, body, delayMs }: Mock): Promise<PausedVerdict> {
    if (delayMs > 0) await this.#wait(delayMs);
    if (this.#refusal) return this.#abort(this.#refusal);
    const isHead = this.options.paused.request.method === "HEAD";
    const answer = isHead ? "" : body;
    return {
      kind: "fulfill",
      status,
      headers,
      body: answer,
      settled: (is) => this.#settle(is, APPLIED, { answer }),
    };
  }

  async #wait(ms: number): Promise<void> {
    let cancelTimer: () => void = () => undefined;
    await new Promise<void>((resolve) => {
      cancelTimer = this.options.context.clock.after(ms, resolve);
      this.#interrupt = resolve;
      void this.options.paused.over.then(() => resolve());
    });
    cancelTimer();
  }

  #refuse(refusal: Refusal): void {
    this.#refusal ??= refusal;
    this.#interrupt();
  }

  #abort(refusal: Refusal): PausedVerdict {
    return { kind: "fail", reason: "Aborted", settled: (is) => this.#settle(is, refusal) };
  }

  #settle(outcome: PausedOutcome, intended: Ending, wire: Wire = {}): void {
    const ending = endingOf(outcome, intended);
    if (ending.state === "failed") this.rule.fail(ending.error);
    this.#annotate(ending, outcome === "answered" ? wire : {});
    this.options.ended();
    this.#end();
  }

  #annotate(parts: Omit<Intervention, "rule_id" | "type">, wire: Wire = {}): void {
    const { context, paused } = this.options;
    const { id, definition } = this.rule;
    context.annotate(paused, {
      intervention: { rule_id: id, type: definition.effect.type, ...parts },
      ...wire,
    });
  }
}

function endingOf(outcome: PausedOutcome, intended: Ending): Ending {
  const isRefusal = intended.state !== "applied";
  if (outcome === "answered") return intended;
  if (outcome === "gone") return isRefusal ? intended : GIVEN_UP;
  if ("aborted" in outcome) return { state: "failed", error: outcome.aborted };
  if (isRefusal) return { ...intended, error: `${intended.error}; ${outcome.error}` };
  return { state: "failed", error: outcome.error };
}
