import type { RequestRow } from "@bsk/schema";
import { marksOf, statusOf } from "./requestRow.js";

/** Requests of one template: the same method, path shape, outcome and marks. */
export interface Fold {
  readonly first: RequestRow;
  readonly rows: readonly RequestRow[];
  /** The URL they share, what varies replaced by `*`. */
  readonly url: string;
}

const VARYING = /^(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|\d{4}-\d{2}-\d{2}\S*)$/i;

/** Folds rows of one template, in the order of their first; `tag` keeps apart what it tells apart. */
export function foldRows(rows: readonly RequestRow[], tag: (row: RequestRow) => string): Fold[] {
  const groups = new Map<string, { readonly template: string; readonly rows: RequestRow[] }>();
  for (const row of rows) {
    const template = templateOf(row.url);
    const key = [
      row.method,
      statusOf(row),
      row.state,
      marksOf(row).join(" "),
      tag(row),
      template,
    ].join("\n");
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
