import type { Body, Field, Masks } from "@bsk/schema";
import type { EvidenceRecord } from "../records.js";
import type { Draft, DraftBody } from "../redacted.js";
import { cleanEffect } from "./cleanRule.js";
import { classOf } from "./fieldClasses.js";
import {
  isSecretField,
  MaskCount,
  redactBody,
  redactHeader,
  redactText,
  redactUrl,
} from "./index.js";
import type { KnownSecrets } from "./KnownSecrets.js";
import { declareRules, maskOf } from "./mask.js";

type Plain = { readonly [key: string]: unknown };
type Redact = (text: string, masks: MaskCount) => string;

/** What goes with a draft through its parts. */
interface Pass {
  readonly masks: MaskCount;
  readonly secrets: KnownSecrets | undefined;
}

/** The rule's name where a rule failed; declared, so that its mask is known on a second pass. */
const FAILED = "redaction_failed";
declareRules([FAILED]);

/** Core's own tap of the redaction stage: every string of the draft by its class, and both bodies. */
export function redactDraft(draft: Draft): Draft {
  const { secrets } = draft;
  const masks = new MaskCount();
  const pass = { masks, secrets };
  const bodyMasks = { ...draft.bodyMasks };
  const { effect, ...parts } = draft.record as unknown as Plain;
  const record = cleanObject(parts, pass);
  if (draft.kind === "request") markUrl(draft, record);
  if (draft.kind === "rule") record.effect = cleanRuleEffect(draft, pass);
  else if (effect !== undefined) record.effect = cleanValue(effect, redactText, pass);
  if (draft.kind === "page" && Array.isArray(record.fields)) {
    record.fields = record.fields.map((field: Field) => cleanField(field, masks));
  }
  const bodies: { request?: DraftBody; response?: DraftBody } = {};
  for (const part of ["request", "response"] as const) {
    const raw = draft.bodies?.[part];
    if (!raw) continue;
    const state = record[`${part}_body`] as Body; // a request's two bodies, by the record's own type
    const partMasks = new MaskCount();
    const { body, text } = cleanBody(state, raw, { masks: partMasks, secrets });
    bodyMasks[part] = partMasks.toJSON();
    record[`${part}_body`] = body;
    if (text !== undefined) bodies[part] = { text, contentType: raw.contentType };
  }
  const masked = sum(masks.toJSON(), bodyMasks.request, bodyMasks.response);
  if (masked) record.masked = masked;
  return {
    kind: draft.kind,
    record: record as unknown as EvidenceRecord, // same keys, strings replaced by strings
    bodies,
    bodyMasks,
  };
}

function cleanObject(value: Plain, pass: Pass): Record<string, unknown> {
  const entries = Object.entries(value).map(([key, item]) => [key, cleanProperty(key, item, pass)]);
  return Object.fromEntries(entries) as Record<string, unknown>; // defines keys, so `__proto__` stays data
}

function cleanProperty(key: string, item: unknown, pass: Pass): unknown {
  const kind = classOf(key);
  if (kind === "plain") return item;
  if (kind === "headers") return cleanHeaders(item as { readonly [name: string]: string }, pass);
  return cleanValue(item, kind === "url" ? redactUrl : redactText, pass);
}

function cleanValue(item: unknown, redact: Redact, pass: Pass): unknown {
  if (typeof item === "string") return cleanText(item, redact, pass);
  if (Array.isArray(item)) return item.map((entry) => cleanValue(entry, redact, pass));
  if (item !== null && typeof item === "object") return cleanObject(item as Plain, pass);
  return item;
}

/** A rule that throws costs the string, never lets it through. */
function cleanText(text: string, redact: Redact, { masks, secrets }: Pass): string {
  try {
    return redact(secrets?.redact(text, masks) ?? text, masks);
  } catch {
    masks.add(FAILED);
    return maskOf(FAILED);
  }
}

function cleanHeaders(headers: { readonly [name: string]: string }, pass: Pass): unknown {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      cleanText(name, redactText, pass),
      cleanText(value, (text, count) => redactHeader(name, text, count), pass),
    ]),
  );
}

/** A rule of redaction that throws costs the effect, never lets it through. */
function cleanRuleEffect(draft: Draft, pass: Pass): unknown {
  const { effect } = draft.record as EvidenceRecord<"rule">; // its kind says so
  try {
    return cleanEffect(effect, pass);
  } catch {
    pass.masks.add(FAILED);
    return { type: effect.type };
  }
}

function markUrl(draft: Draft, record: Record<string, unknown>): void {
  const before = draft.record as EvidenceRecord<"request">; // its kind says so
  if (before.integrity.url !== "complete" || record.url === before.url) return;
  record.integrity = { ...before.integrity, url: "redacted" };
}

/** The label and the name tell a secret field even where the observer did not. */
function cleanField(field: Field, masks: MaskCount): Field {
  const { value, ...rest } = field;
  if (value === undefined || (value === "" && field.state !== "redacted")) return field;
  const { name, label } = field;
  if (
    field.state === "redacted" ||
    isSecretField({ label, ...(name === undefined ? {} : { name }) })
  ) {
    masks.add("field");
    return { ...rest, state: "redacted" };
  }
  return field;
}

function cleanBody(
  state: Body,
  raw: DraftBody,
  { masks, secrets }: Pass,
): { body: Body; text?: string } {
  const { replay_safe: replaySafe, ...rest } = state;
  let known: string;
  let outcome: ReturnType<typeof redactBody>;
  try {
    known = secrets?.redact(raw.text, masks) ?? raw.text;
    outcome = redactBody(known, raw.contentType, masks);
  } catch {
    // A rule that throws costs the body, never lets it through.
    return { body: { ...rest, state: "omitted", reason: "redaction_failed" } };
  }
  if ("omitted" in outcome) return { body: { ...rest, state: "omitted", reason: outcome.omitted } };
  const { text, redacted } = outcome;
  const body: Body = { ...rest, chars: text.length };
  if (redacted || known !== raw.text) body.redacted = true;
  else if (replaySafe) body.replay_safe = true;
  return { body, text };
}

function sum(...counts: readonly (Masks | undefined)[]): Masks | undefined {
  const total = new Map<string, number>();
  for (const count of counts) {
    for (const [rule, times] of Object.entries(count ?? {})) {
      total.set(rule, (total.get(rule) ?? 0) + times);
    }
  }
  return total.size === 0 ? undefined : Object.fromEntries(total);
}
