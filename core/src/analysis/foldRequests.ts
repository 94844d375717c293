import type { OperationLink, RequestRecord } from "@bsk/schema";
import { httpStatus, requestBytes, SLOW_MS } from "./requestFacts.js";

/** Requests of one template: the same method, path shape, outcome, marks and operation. */
export interface RequestGroup {
  readonly first: RequestRecord;
  readonly rows: readonly RequestRecord[];
  /** The URL they share, what varies replaced by `*`. */
  readonly url: string;
}

type Links = ReadonlyMap<string, OperationLink>;

const VARYING = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|\d{4}-\d{2}-\d{2}\S*)$/i;

/** Folds requests of one template, in the order of their first. */
export function foldRequests(rows: readonly RequestRecord[], links: Links): RequestGroup[] {
  const groups = new Map<string, { readonly template: string; readonly rows: RequestRecord[] }>();
  for (const row of rows) {
    const template = templateOf(row.url);
    const key = keyOf(row, template, links.get(row.id));
    const group = groups.get(key);
    if (group) group.rows.push(row);
    else groups.set(key, { template, rows: [row] });
  }
  return [...groups.values()].flatMap(({ template, rows: members }) => {
    const [first] = members;
    if (!first) return [];
    const isSame = members.every(({ url }) => url === first.url);
    return [{ first, rows: members, url: isSame ? first.url : template }];
  });
}

/** All that a row says beside its numbers: what differs in one of these is never folded. */
function keyOf(row: RequestRecord, template: string, link: OperationLink | undefined): string {
  return JSON.stringify([
    row.method,
    template,
    row.state,
    httpStatus(row),
    row.error,
    row.traffic,
    row.from_cache === true,
    row.from_service_worker === true,
    (row.duration_ms ?? 0) >= SLOW_MS,
    row.redirect_from,
    row.integrity.start,
    row.pinned === true,
    row.intervention?.rule_id,
    row.intervention?.type,
    row.intervention?.state,
    row.replay_from,
    link?.operation_id,
    link?.relation,
  ]);
}

/** Numbers, UUIDs, hashes and dates in the path, and the values of the query, become `*`. */
export function templateOf(url: string): string {
  const [beforeHash = ""] = url.split("#", 1);
  const question = beforeHash.indexOf("?");
  const path = question === -1 ? beforeHash : beforeHash.slice(0, question);
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(path)?.[0] ?? "";
  const folded = path
    .slice(origin.length)
    .split("/")
    .map((segment) => (VARYING.test(segment) ? "*" : segment))
    .join("/");
  const query =
    question === -1 ? "" : `?${beforeHash.slice(question + 1).replace(/=[^&]*/g, "=*")}`;
  return origin + folded + query;
}

/** The middle one of the known numbers. */
function median(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).sort((one, other) => one - other);
  return known[Math.floor(known.length / 2)];
}

/** What is said of a group beside its first row. */
export function groupFacts({ rows }: RequestGroup): {
  readonly duration_ms?: number;
  readonly bytes?: number;
  readonly span_ms: number;
  readonly ids: string[];
} {
  const duration = median(rows.map((row) => row.duration_ms));
  const bytes = median(rows.map(requestBytes));
  const starts = rows.map(({ started_at }) => started_at);
  const ids = rows.map(({ id }) => id);
  return {
    span_ms: Math.max(...starts) - Math.min(...starts),
    ids: ids.length <= 4 ? ids : [...ids.slice(0, 1), ...ids.slice(-1)],
    ...(duration === undefined ? {} : { duration_ms: duration }),
    ...(bytes === undefined ? {} : { bytes }),
  };
}
