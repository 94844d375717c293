import type { FieldValue, RequestRecord } from "@bsk/schema";
import { isMask } from "../../redaction/index.js";
import type { Leaf } from "../json/jsonLeaves.js";
import { boundValue } from "./boundValue.js";
import type { Payload } from "./readPayloads.js";

interface Sought {
  readonly name: string;
  /** What the page showed; undefined: not known. */
  readonly shown: FieldValue | undefined;
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
  if (payload.kind === "unread") return undefined;
  const found = { ...missing(sought), source: payload.request.id };
  const known =
    (payload.part === "request" ? byRule(sought, payload.request) : undefined) ??
    inList(sought, payload.leaves) ??
    sameOrMasked(sought, payload.leaves);
  return known && { ...found, ...known };
}

type Known = Omit<FieldValue, "state">;

function byRule({ name }: Sought, { intervention }: RequestRecord): Known | undefined {
  const change = intervention?.changes?.find((text) => isOf(name, text));
  if (intervention?.state !== "applied" || change === undefined) return undefined;
  return { rule_id: intervention.rule_id, rule_change: change };
}

/** Of an element of a list nobody knows which one the field is: that it is there, is all. */
function inList({ name }: Sought, leaves: readonly Leaf[]): Known | undefined {
  const listed = leaves.filter((leaf) => leaf.isInArray && leaf.name === name);
  const [first] = listed;
  return (
    first && {
      in_list_at: first.pointer,
      in_list_value: boundValue(first.value).value,
      in_list_count: listed.length,
    }
  );
}

function sameOrMasked({ shown }: Sought, leaves: readonly Leaf[]): Known | undefined {
  if (shown?.state === "redacted") {
    const [masked, ...others] = leaves.filter(({ value }) => isMask(value));
    return masked && others.length === 0 ? { masked_at: masked.pointer } : undefined;
  }
  const text = shown?.value;
  if (text === undefined || text.length < LEAST_CHARS) return undefined;
  const [same, ...others] = leaves.filter(({ value }) => value === text);
  return same && others.length === 0 ? { same_value_other_name: same.pointer } : undefined;
}

function missing({ name }: Sought): FieldValue {
  return { state: "missing", looked_for: name };
}

/** Whether a rule's change took the name away, or the whole body with it. */
function isOf(name: string, change: string): boolean {
  return change === "body" || change === `remove:${name}` || change.startsWith(`${name} → `);
}
