import type { ActionResults, LinkedOperation, RequestRow } from "@bsk/schema";
import type { RequestListing } from "../format/requests.js";
import { shortId } from "../format/shorten.js";
import type { Invocation, Params } from "./CommandSpec.js";

/** The optional metadata that a row of text needs. */
const ROW_FIELDS: readonly string[] = [
  "status",
  "error",
  "resource_type",
  "mime_type",
  "duration_ms",
  "transfer_bytes",
  "decoded_bytes",
  "from_cache",
  "from_service_worker",
  "redirect_from",
];
/** What names the run, in every reading of it. */
const WHICH: readonly string[] = ["session", "run_id", "tab_id"];
const MAX_FIELDS = 32;
const READING = { limit: 100, budget: 262_144 };
/** A run keeps 2,000 requests; rows that change while they are read come again. */
const MAX_PAGES = 40;

/** Every page of the matches, and the operations that the requests belong to. */
export async function readListing({ params, call }: Invocation): Promise<RequestListing> {
  const { fields, since, limit: _rows, all: _all, budget: _budget, ...filter } = params;
  const wanted = [...new Set([...ROW_FIELDS, ...(Array.isArray(fields) ? fields : [])])];
  const asked: Params = { ...filter, fields: wanted.slice(0, MAX_FIELDS), ...READING };
  const which = Object.entries(params).filter(([name]) => WHICH.includes(name));
  const [first, linked] = await Promise.all([
    call("debug/requests", since === undefined ? asked : { ...asked, since }),
    call("debug/operations", { ...Object.fromEntries(which), ...READING }),
  ]);
  const { run, total } = first;
  const rows = new Map<string, RequestRow>();
  let page: ActionResults["debug/requests"] = first;
  for (let pages = 1; keep(page, rows) && pages < MAX_PAGES; pages++) {
    page = await call("debug/requests", { ...asked, run_id: run.id, since: page.next_since });
  }
  const isComplete = page.requests.length === 0 || rows.size >= page.matched;
  // Another run may have begun between the two readings.
  const operations = linked.run.id === run.id ? linked.operations : [];
  return { run, rows: inOrder(rows), total, isComplete, links: linksOf(operations) };
}

/** Takes a page in; false when it was the last. A row that changed since comes again under its id. */
function keep(
  { requests, matched }: ActionResults["debug/requests"],
  rows: Map<string, RequestRow>,
): boolean {
  for (const row of requests) rows.set(row.id, row);
  return requests.length > 0 && rows.size < matched;
}

/** `a3 initiator` by request id; a cause stands before what is only near in time. */
function linksOf(operations: readonly LinkedOperation[]): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const operation of operations) {
    for (const { request_id, relation } of operation.links) {
      if (links.has(request_id) && relation !== "initiator") continue;
      links.set(request_id, `${shortId(operation.id)} ${relation}`);
    }
  }
  return links;
}

/** By the number of the id: the order in which they began, whatever changed last. */
function inOrder(rows: ReadonlyMap<string, RequestRow>): RequestRow[] {
  const numberOf = ({ id }: RequestRow): number => Number(shortId(id).slice(1));
  return [...rows.values()].sort((one, other) => numberOf(one) - numberOf(other));
}
