import type { RequestRow } from "@bsk/schema";

export type EffectKind = "modify" | "mock" | "block";

/** What a person types into the rule editor. */
export interface RuleDraft {
  readonly kind: EffectKind;
  readonly name: string;
  readonly url: string;
  readonly method: string;
  /** Match once, or until the capture stops. */
  readonly isOnce: boolean;
  /** Of modify: JSON edits `{"set":…,"remove":…,"rename":…}`; empty: none. */
  readonly json: string;
  /** Of modify: the complete body; of mock: the answer's. */
  readonly body: string;
  readonly status: string;
  /** Of mock: one header a line, `name: value`. */
  readonly headers: string;
  readonly delayMs: string;
}

/** A rule as `rule_add` takes it. */
export type RuleDefinition = { readonly [name: string]: unknown };

export type Drafted<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** A draft for one request. A URL that is not whole would match something else: it stays empty. */
export function ruleDraftOf(row: RequestRow, kind: EffectKind): RuleDraft {
  const isWhole = row.integrity.url === "complete" && /^https?:/i.test(row.url);
  return {
    kind,
    name: "",
    url: isWhole ? row.url : "",
    method: row.method,
    isOnce: true,
    json: "",
    body: "",
    status: "200",
    headers: "content-type: application/json",
    delayMs: "0",
  };
}

/** The rule that the draft means, or what is wrong with it. */
export function ruleOf(draft: RuleDraft): Drafted<RuleDefinition> {
  if (!isHttpUrl(draft.url)) return wrong("The URL must be complete and begin with http or https.");
  const effect = effectOf(draft);
  if (!effect.ok) return effect;
  const { name, url, method, isOnce } = draft;
  return right({
    ...(name.trim() === "" ? {} : { name: name.trim() }),
    match: { url, ...(method === "" ? {} : { method }) },
    effect: effect.value,
    times: isOnce ? 1 : 0,
  });
}

function effectOf(draft: RuleDraft): Drafted<RuleDefinition> {
  switch (draft.kind) {
    case "block":
      return right({ type: "block" });
    case "mock":
      return mockOf(draft);
    case "modify":
      return modifyOf(draft);
  }
}

function mockOf({ status, body, headers, delayMs }: RuleDraft): Drafted<RuleDefinition> {
  const code = Number(status);
  if (!/^\d{3}$/.test(status) || code < 200 || code > 599)
    return wrong("The status must be between 200 and 599.");
  const delay = Number(delayMs || "0");
  if (!Number.isInteger(delay) || delay < 0 || delay > 10_000)
    return wrong("The delay must be between 0 and 10000 ms.");
  const read = headersOf(headers);
  if (!read.ok) return read;
  return right({
    type: "mock",
    status: code,
    body,
    ...(Object.keys(read.value).length === 0 ? {} : { headers: read.value }),
    ...(delay === 0 ? {} : { delay_ms: delay }),
  });
}

function modifyOf({ json, body }: RuleDraft): Drafted<RuleDefinition> {
  if (json.trim() !== "" && body !== "")
    return wrong("Give JSON edits or a complete body, not both.");
  if (json.trim() === "") {
    return body === "" ? wrong("Say what to change.") : right({ type: "modify", body });
  }
  const edits = objectOf(json);
  return edits
    ? right({ type: "modify", json: edits })
    : wrong("The JSON edits are not an object.");
}

/** Lines of `name: value`; `name:` alone takes the header away. */
export function headersOf(text: string): Drafted<{ readonly [name: string]: string }> {
  const pairs: (readonly [string, string])[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const colon = line.indexOf(":");
    if (colon <= 0) return wrong("Headers are lines of the form name: value.");
    pairs.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
  }
  return right(Object.fromEntries(pairs)); // defines keys, so that `__proto__` stays data
}

function objectOf(text: string): RuleDefinition | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as RuleDefinition) : undefined; // just checked
  } catch {
    return undefined; // not JSON: the caller says so
  }
}

function isHttpUrl(url: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(url);
}

function right<T>(value: T): Drafted<T> {
  return { ok: true, value };
}

function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
