import type { RequestRow } from "@bsk/schema";

/**
 * Ids of requests that ended after a newer one of the same method, origin and path had ended: their answer may have
 * replaced a newer one on the page. What has not ended is not counted.
 */
export function overtakenIds(rows: Iterable<RequestRow>): ReadonlySet<string> {
  const newestFirst = [...rows].sort((a, b) => b.started_at - a.started_at);
  const earliestEnd = new Map<string, number>();
  const overtaken = new Set<string>();
  for (const { id, method, url, finished_at: end } of newestFirst) {
    if (end === undefined) continue;
    const [path = ""] = url.split(/[?#]/, 1);
    const template = `${method} ${path}`;
    const newer = earliestEnd.get(template) ?? Number.POSITIVE_INFINITY;
    if (newer < end) overtaken.add(id);
    earliestEnd.set(template, Math.min(newer, end));
  }
  return overtaken;
}
