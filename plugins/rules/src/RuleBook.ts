import {
  type CaptureContext,
  errors,
  type InterceptPattern,
  type PausedRequest,
  type PausedVerdict,
} from "@bsk/core";
import { ActiveRule } from "./ActiveRule.js";
import { Encounter } from "./Encounter.js";
import { mayMatch, needsExactType } from "./matchRule.js";
import { readRule } from "./readRule.js";
import { plain } from "./shape.js";

const MOST_RULES = 32;
/** Requests that rules have in hand at once. */
const MOST_ENCOUNTERS = 32;

const UNTYPED = "the browser did not say whether it was fetch or XHR";

/** The rules of one capture, from the first to its end. */
export class RuleBook {
  readonly #rules: ActiveRule[] = [];
  readonly #encounters = new Set<Encounter>();

  constructor(private readonly context: CaptureContext) {}

  /** Adds an enabled rule and gives its id. Throws `invalid_rule`, `rule_limit`, or what the browser threw. */
  async add(value: unknown): Promise<string> {
    const definition = readRule(value);
    if (this.#rules.length >= MOST_RULES)
      throw errors.ruleLimit(MOST_RULES, this.context.sessionId);
    const { context } = this;
    const given = plain("rule", value);
    const id = context.nextId("rule");
    const rule = new ActiveRule(id, definition, given, context.clock.now());
    this.#rules.push(rule);
    try {
      // Executable rules are kept nowhere but here and where nothing survives the browser.
      await this.#keep(rule, value);
      await this.#reconfigure();
    } catch (error) {
      this.#rules.splice(this.#rules.indexOf(rule), 1);
      rule.state = "removed"; // it may have a request in hand already
      if (rule.hits > 0) this.#save(rule);
      await this.#discard(rule);
      void this.#takeBack();
      throw error;
    }
    this.#save(rule);
    return id;
  }

  /** Throws `rule_not_found`, `rule_removed`, `rule_exhausted`, or what the browser threw. */
  async enable(id: string): Promise<void> {
    const rule = this.#find(id);
    if (rule.state === "exhausted") throw errors.ruleExhausted(shortOf(rule.id));
    if (rule.state !== "disabled") return;
    rule.state = "enabled";
    try {
      await this.#reconfigure();
    } catch (error) {
      rule.state = "disabled";
      void this.#takeBack();
      throw error;
    }
    this.#save(rule);
  }

  /** Also aborts what the rule has in hand. Throws `rule_not_found`, `rule_removed`. */
  async disable(id: string): Promise<void> {
    const rule = this.#find(id);
    if (rule.state === "enabled") rule.state = "disabled";
    await this.#withdraw(rule, "the rule was disabled");
  }

  /** For good. Throws `rule_not_found`, `rule_removed`. */
  async remove(id: string): Promise<void> {
    const rule = this.#find(id);
    rule.state = "removed";
    await this.#withdraw(rule, "the rule was removed");
    await this.#discard(rule);
  }

  /**
   * The first rule in the order of their making that wants the request decides; undefined: none does. One that
   * may want it, which nobody can tell, fails on it.
   */
  async decide(paused: PausedRequest): Promise<PausedVerdict | undefined> {
    // From here on each of them has a hand in it, also one that goes while the browser tells the type.
    const rules = this.#rules.filter(
      ({ state, definition }) => state === "enabled" && mayMatch(definition.match, paused),
    );
    let asked: Promise<string | undefined> | undefined;
    for (const rule of rules) {
      const { match } = rule.definition;
      let fault: string | undefined;
      if (needsExactType(match)) {
        asked ??= paused.exactType();
        const type = await asked;
        if (type === undefined) fault = UNTYPED;
        else if (type !== match.resource_type) continue;
      }
      if (rule.state !== "exhausted") return this.#meet(rule, paused, fault);
    }
    return undefined;
  }

  /** Aborts what is in hand; no rule does anything from now on. */
  async stop(): Promise<void> {
    for (const rule of this.#rules) {
      if (rule.state === "enabled" || rule.state === "disabled") rule.state = "stopped";
    }
    await Promise.all(this.#rules.map((rule) => this.#cancel(rule, "the capture ended")));
    for (const rule of this.#rules) {
      await this.#discard(rule);
      this.#save(rule);
    }
    await this.#reconfigure().catch(() => undefined); // core turns the domain off itself, and tells if it cannot
  }

  #meet(rule: ActiveRule, paused: PausedRequest, fault?: string): Promise<PausedVerdict> {
    const { context } = this;
    const encounter = new Encounter({
      context,
      rule,
      paused,
      ended: () => this.#ended(encounter),
      failed: () => this.#save(rule),
    });
    if (rule.state !== "enabled") encounter.cancel(`the rule was ${rule.state}`);
    if (fault !== undefined) encounter.fail(fault);
    rule.hit();
    const isCrowded = this.#encounters.size >= MOST_ENCOUNTERS;
    this.#encounters.add(encounter);
    if (isCrowded) encounter.fail(`rules have ${MOST_ENCOUNTERS} requests in hand already`);
    this.#save(rule);
    return encounter.verdict();
  }

  #ended(encounter: Encounter): void {
    this.#encounters.delete(encounter);
    const { rule } = encounter;
    this.#save(rule);
    if (rule.state !== "exhausted") return;
    void this.#discard(rule);
    void this.#takeBack();
  }

  /** Some of what the browser holds nobody wants any more; it may hold what it did not say that it does. */
  #takeBack(): Promise<void> {
    return this.#reconfigure().catch(() => this.context.gap("control_cleanup_failed"));
  }

  async #withdraw(rule: ActiveRule, why: string): Promise<void> {
    await this.#cancel(rule, why);
    this.#save(rule);
    // What the browser tells of from here on goes on: the rule does not match any more.
    await this.#takeBack();
  }

  async #cancel(rule: ActiveRule, why: string): Promise<void> {
    const own = [...this.#encounters].filter((encounter) => encounter.rule === rule);
    for (const encounter of own) encounter.cancel(why);
    await Promise.all(own.map(({ done }) => done));
  }

  /** Holds what enabled rules match, and nothing while there is none. */
  #reconfigure(): Promise<void> {
    const busy = new Set([...this.#encounters].map(({ rule }) => rule));
    const wanted = this.#rules.filter((rule) => rule.state === "enabled" || busy.has(rule));
    return this.context.intercept(wanted.map(patternOf));
  }

  #find(id: string): ActiveRule {
    const { sessionId } = this.context;
    const rule = this.#rules.find((known) => known.id === id || shortOf(known.id) === id);
    if (!rule) throw errors.ruleNotFound(id.slice(0, 40), sessionId);
    if (rule.state === "removed") throw errors.ruleRemoved(shortOf(rule.id), sessionId);
    return rule;
  }

  #save(rule: ActiveRule): void {
    this.context.put("rule", rule.record(this.context.runId));
  }

  /** Throws `storage_failed`: the browser's small storage is bounded. */
  async #keep({ id }: ActiveRule, value: unknown): Promise<void> {
    try {
      await this.context.volatile.set(keyOf(id), value);
    } catch (error) {
      throw errors.storageFailed("there is no room for the executable rule", error);
    }
  }

  async #discard({ id }: ActiveRule): Promise<void> {
    await this.context.volatile.remove(keyOf(id)).catch(() => undefined); // it goes with the browser
  }
}

function patternOf({ definition: { match } }: ActiveRule): InterceptPattern {
  return { url: match.url, resourceType: match.resource_type === "Document" ? "Document" : "XHR" };
}

function keyOf(id: string): string {
  return `rule:${id}`;
}

function shortOf(id: string): string {
  return id.slice(id.indexOf(":") + 1);
}
