import type { FieldValue } from "@bsk/schema";
import type { Payload } from "./readPayloads.js";

interface Sought {
  readonly name: string;
  /** What the page showed; undefined: not known. */
  readonly shown: string | undefined;
}

/** Below it, equal values say nothing. */
const LEAST_CHARS = 3;

/**
 * What is said of bodies that hold no scalar of that name: of each what is known instead, else that it was looked
 * for. Never that it was not sent.
 */
export function withoutName(sought: Sought, bodies: readonly Payload[]): FieldValue[] {
  const [only, ...others] = bodies;
  if (!only) return [];
  const told = bodies.flatMap((body) => knownInstead(sought, body) ?? []);
  if (told.length > 0) return told;
  return [{ ...missing(sought), ...(others.length === 0 ? { source: only.request.id } : {}) }];
}

function knownInstead(sought: Sought, payload: Payload): FieldValue | undefined {
  if (payload.kind === "unread" || payload.part === "response") return undefined;
  const { request, leaves } = payload;
  const found = { ...missing(sought), source: request.id };
  const { intervention } = request;
  const change = intervention?.changes?.find((text) => isOf(sought.name, text));
  if (intervention?.state === "applied" && change !== undefined)
    return { ...found, rule_id: intervention.rule_id, rule_change: change };
  const { shown } = sought;
  if (shown === undefined || shown.length < LEAST_CHARS) return undefined;
  const [same, ...others] = leaves.filter(({ value }) => value === shown);
  if (!same || others.length > 0) return undefined;
  return { ...found, same_value_other_name: same.pointer };
}

function missing({ name }: Sought): FieldValue {
  return { state: "missing", looked_for: name };
}

/** Whether a rule's change took the name away, or the whole body with it. */
function isOf(name: string, change: string): boolean {
  return change === "body" || change === `remove:${name}` || change.startsWith(`${name} → `);
}
