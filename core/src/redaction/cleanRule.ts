import type { RuleRecord } from "@bsk/schema";
import { redactBody, redactHeader, redactText, redactUrl } from "./index.js";
import type { KnownSecrets } from "./KnownSecrets.js";
import type { MaskCount } from "./MaskCount.js";
import { declareRules, maskOf } from "./mask.js";

type Effect = RuleRecord["effect"];

/** In place of a text that cannot be read, and so not cleaned. */
const OMITTED = "omitted";
declareRules([OMITTED]);

interface Pass {
  readonly masks: MaskCount;
  readonly secrets: KnownSecrets | undefined;
}

/** A rule's effect with its secrets taken out: each part as the same part of a request would be. */
export function cleanEffect(effect: Effect, pass: Pass): Effect {
  const { type, ...parts } = effect;
  const headers = entriesOf(parts.headers);
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const cleaned = Object.entries(parts).map(([key, value]): [string, unknown] => {
    if (key === "headers") return [key, cleanHeaders(headers, pass)];
    if (key === "body") return [key, cleanBody(String(value), contentType, pass)];
    if (key === "json") return [key, cleanEdits(value, pass)];
    if (typeof value !== "string") return [key, value];
    return [key, (key === "url" ? redactUrl : redactText)(known(value, pass), pass.masks)];
  });
  return { type, ...Object.fromEntries(cleaned) };
}

function cleanHeaders(headers: readonly [string, unknown][], pass: Pass): unknown {
  return Object.fromEntries(
    headers.map(([name, value]) => [
      redactText(known(name, pass), pass.masks),
      typeof value === "string" ? redactHeader(name, known(value, pass), pass.masks) : value,
    ]),
  );
}

function cleanBody(text: string, contentType: unknown, pass: Pass): string {
  const type = typeof contentType === "string" ? contentType : undefined;
  // Without a type of its own it goes out as JSON, or as whatever the page said.
  const isJson = type === undefined && /^\s*[[{"]/.test(text);
  const cleaned = redactBody(known(text, pass), isJson ? "application/json" : type, pass.masks);
  if ("text" in cleaned) return cleaned.text;
  pass.masks.add(OMITTED);
  return maskOf(OMITTED);
}

/** Names decide of the values that are set, as they do in a body; what is removed and renamed is names alone. */
function cleanEdits(json: unknown, pass: Pass): unknown {
  return Object.fromEntries(
    entriesOf(json).map(([key, edits]) => {
      if (key === "set") return [key, cleanValues(edits, pass)];
      if (Array.isArray(edits)) return [key, edits.map((name) => cleanName(name, pass))];
      const pairs = entriesOf(edits).map(([from, to]) => [
        cleanName(from, pass),
        cleanName(to, pass),
      ]);
      return [key, Object.fromEntries(pairs)];
    }),
  );
}

function cleanValues(values: unknown, pass: Pass): unknown {
  const text = cleanBody(JSON.stringify(values), "application/json", pass);
  return text === maskOf(OMITTED) ? {} : JSON.parse(text);
}

function cleanName(name: unknown, pass: Pass): string {
  return redactText(known(String(name), pass), pass.masks);
}

function known(text: string, { masks, secrets }: Pass): string {
  return secrets?.redact(text, masks) ?? text;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
