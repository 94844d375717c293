import type { Field, FieldChain, FieldValue, OperationRecord, PageRecord } from "@bsk/schema";
import { isMask } from "../../redaction/index.js";
import { isLoad } from "../listPages.js";
import { boundValue } from "./boundValue.js";
import { fieldPages, NAVIGATIONS, type OperationPages } from "./fieldPages.js";
import type { Payload } from "./readPayloads.js";
import { withoutName } from "./withoutName.js";

/** Of a name that stands more than once, as told. */
const MOST_PLACES = 4;

export interface ChainEvidence extends OperationPages {
  readonly payloads: readonly Payload[];
}

export interface Chains {
  readonly fields: readonly FieldChain[];
  /** A later value may come from what was done in between. */
  readonly hasIntervening: boolean;
}

/** Each field from what the page showed to what was sent, answered and shown later. Joined by exact names only. */
export function fieldChains(operation: OperationRecord, evidence: ChainEvidence): Chains {
  const pages = new Map(evidence.pages.map((page) => [page.id, page]));
  const pageOf = (id: string | undefined): PageRecord | undefined => {
    const page = id === undefined ? undefined : pages.get(id);
    return page?.state === "available" ? page : undefined;
  };
  const where = fieldPages(operation, evidence);
  if (!where) return { fields: [], hasIntervening: false };
  const firstOf = (ids: readonly (string | undefined)[]): PageRecord | undefined =>
    ids.map(pageOf).find((page) => page !== undefined);
  const inputPage = firstOf(where.inputs);
  const listed = inputPage ?? firstOf(where.listed);
  const originals = where.originals.map(pageOf);
  const after = pageOf(operation.after);
  let hasIntervening = false;
  const fields = uniqueFields(listed).map((field): FieldChain => {
    const later = laterValue(field.key, operation, { ...evidence, pageOf });
    hasIntervening ||= later.isIntervened;
    const name = joinName(field, listed);
    const input: FieldValue = inputPage ? valueOn(field.key, inputPage) : { state: "unavailable" };
    const submitted = joined({ name, shown: input }, evidence.payloads, "request");
    return {
      key: field.key,
      label: field.label,
      ...(field.name === undefined ? {} : { name: field.name }),
      before: firstValue(field.key, originals),
      input: sentValue(submitted, [input, after && valueOn(field.key, after)]) ?? input,
      submitted,
      response: joined({ name }, evidence.payloads, "response"),
      later: later.value,
    };
  });
  return { fields, hasIntervening };
}

/** The first of them that was sent: a click may itself change a field that it sends. */
function sentValue(
  submitted: readonly FieldValue[],
  candidates: readonly (FieldValue | undefined)[],
): FieldValue | undefined {
  const sent = new Set(submitted.map(({ value }) => value));
  return candidates.find((shown) => shown?.value !== undefined && sent.has(shown.value));
}

function uniqueFields(page: PageRecord | undefined): readonly Field[] {
  const fields = page?.fields ?? [];
  return fields.filter(({ key }) => fields.filter((other) => other.key === key).length === 1);
}

/** Why no body can be searched for the field. */
interface Unjoinable {
  readonly reason: "no_name" | "shared_name";
}

/** The name that a body would use. */
function joinName(field: Field, page: PageRecord | undefined): string | Unjoinable {
  const name = nameOf(field);
  if (name === undefined) return { reason: "no_name" };
  const sharing = (page?.fields ?? []).filter((other) => nameOf(other) === name);
  return sharing.length === 1 ? name : { reason: "shared_name" };
}

function nameOf({ name, key }: Field): string | undefined {
  return name ?? /\|id:([^|]+)$/.exec(key)?.[1];
}

function firstValue(key: string, pages: readonly (PageRecord | undefined)[]): FieldValue {
  const known = pages.filter((page) => page !== undefined);
  const page = known.find((candidate) =>
    uniqueFields(candidate).some((field) => field.key === key),
  );
  if (page) return valueOn(key, page);
  if (known.length === 0) return { state: "unavailable" };
  return { state: known.some(({ fields_partial: partial }) => partial) ? "partial" : "missing" };
}

function valueOn(key: string, page: PageRecord): FieldValue {
  const field = uniqueFields(page).find((candidate) => candidate.key === key);
  if (!field)
    return { state: page.fields_partial ? "partial" : "missing", source: page.id, at: page.at };
  const { state, value } = field;
  return { state, ...(value === undefined ? {} : { value }), source: page.id, at: page.at };
}

/** One value for each body that holds the name, and a state for each that may hold it unseen. */
function joined(
  { name, shown }: { readonly name: string | Unjoinable; readonly shown?: FieldValue },
  payloads: readonly Payload[],
  part: Payload["part"],
): FieldValue[] {
  const bodies = payloads.filter((payload) => payload.part === part);
  if (typeof name !== "string")
    return bodies.length === 0 ? [] : [{ state: "ambiguous", reason: name.reason }];
  const values = bodies.flatMap((payload) => valueIn(name, payload) ?? []);
  return values.length === 0 ? withoutName({ name, shown }, bodies) : values;
}

function valueIn(name: string, payload: Payload): FieldValue | undefined {
  const { request, part } = payload;
  const at = part === "request" ? request.started_at : (request.finished_at ?? request.started_at);
  const found = { source: request.id, at };
  if (payload.kind === "unread") {
    return { state: payload.body.state === "truncated" ? "truncated" : "unavailable", ...found };
  }
  const named = payload.leaves.filter((leaf) => leaf.name === name && !leaf.isInArray);
  // A scan that was cut short cannot tell that the name stands only once.
  if (!payload.isComplete) return { state: "partial", ...found };
  const [leaf, ...others] = named;
  if (!leaf) return undefined;
  if (others.length > 0) {
    const between = named.slice(0, MOST_PLACES).map(({ pointer }) => pointer);
    return { state: "ambiguous", between, ...found };
  }
  const { value, pointer } = leaf;
  if (leaf.isFile || isMask(value)) return { state: "redacted", pointer, ...found };
  const bounded = boundValue(value);
  const state = bounded.truncated ? "truncated" : "available";
  return { state, value: bounded.value, pointer, ...found };
}

interface LaterEvidence extends ChainEvidence {
  pageOf(id: string | undefined): PageRecord | undefined;
}

/** The first later load with the field, else what the operation's own observations show last. */
function laterValue(
  key: string,
  operation: OperationRecord,
  { operations, pages, pageOf }: LaterEvidence,
): { readonly value: FieldValue; readonly isIntervened: boolean } {
  const shows = (page: PageRecord): boolean =>
    uniqueFields(page).some((field) => field.key === key);
  const load = pages.find(
    (page) =>
      isLoad(page) && page.state === "available" && page.at > operation.started_at && shows(page),
  );
  if (load) {
    const isIntervened = operations.some(
      ({ started_at: at, method }) =>
        at > operation.started_at && at < load.at && !NAVIGATIONS.has(method),
    );
    return { value: valueOn(key, load), isIntervened };
  }
  const own = [operation.after, ...(operation.observations ?? [])]
    .map(pageOf)
    .filter((page) => page !== undefined);
  const last = own.filter(shows).at(-1) ?? own.at(-1);
  return { value: last ? valueOn(key, last) : { state: "unavailable" }, isIntervened: false };
}
