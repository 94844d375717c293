import type { RuleRecord } from "@bsk/schema";
import type { RuleDefinition } from "./RuleDefinition.js";
import type { Plain } from "./shape.js";

const ERROR_CHARS = 300;

/** A rule of a running capture: what it does, and what became of it so far. */
export class ActiveRule {
  state: RuleRecord["state"] = "enabled";
  hits = 0;
  failures = 0;
  #lastError: string | undefined;

  constructor(
    readonly id: string,
    readonly definition: RuleDefinition,
    /** The document it was read from; what is kept of it is redacted first. */
    private readonly given: Plain,
    private readonly createdAt: number,
  ) {}

  /** Counts a match. It counts whatever comes of it: else a rule that fails would fail for ever. */
  hit(): void {
    this.hits += 1;
    const { times } = this.definition;
    const isOver = this.state === "removed" || this.state === "stopped";
    if (!isOver && times > 0 && this.hits >= times) this.state = "exhausted";
  }

  fail(error: string): void {
    this.failures += 1;
    this.#lastError = error.slice(0, ERROR_CHARS);
  }

  /** As it is stored, before redaction. */
  record(runId: string): Omit<RuleRecord, "sequence"> {
    const { match, effect } = this.given;
    const { name, times } = this.definition;
    return {
      record: "rule",
      id: this.id,
      run_id: runId,
      ...(name === undefined ? {} : { name }),
      // `readRule` accepted the document: both are what the record's types say.
      match: match as RuleRecord["match"],
      effect: effect as RuleRecord["effect"],
      times,
      state: this.state,
      hits: this.hits,
      failures: this.failures,
      created_at: this.createdAt,
      ...(this.#lastError === undefined ? {} : { last_error: this.#lastError }),
    };
  }
}
