import type { ActionParams, ActionResults, OperationRecord, TimelineRow } from "@bsk/schema";
import type { EvidenceReader } from "../../EvidenceReader.js";
import { errors } from "../../errors.js";
import { spanOf } from "../../operationSpan.js";
import { longId } from "../../storage/recordId.js";
import { type Association, associate, type Evidence, linkOperation } from "../associate.js";
import { fitBudget } from "../budget.js";
import { collect } from "../collect.js";
import { countHidden, linksOf } from "../listFolds.js";
import { readEvidence } from "../readEvidence.js";
import { DEFAULT_LIMIT } from "../sincePage.js";
import { compactDataUrls, dropRows, dropRunDetails, shortenStrings } from "../trimSteps.js";
import { type TimelineEntry, timelineEntries } from "./timelineEntries.js";
import { compareRows, endOf, nameOf, positionOf } from "./timelineOrder.js";

type Params = ActionParams["debug/timeline"];
type Result = ActionResults["debug/timeline"];

/**
 * Everything that has a moment, in one line of browser time. Throws `operation_not_found`, and `record_not_found` for
 * a `from` or `to` that names no row.
 */
export async function listTimeline(reader: EvidenceReader, params: Params): Promise<Result> {
  const evidence = await readEvidence(reader);
  const { run } = evidence;
  const associations = associate(evidence);
  const all = timelineEntries({
    ...evidence,
    startedAt: run.started_at,
    pages: await collect(reader.pages()),
    rules: await collect(reader.rules()),
    replays: await collect(reader.replays()),
    links: allLinks(evidence, associations),
  });
  const matching = chosen(all, params, { evidence, associations });
  const isWithin = spanOfRows(params, { rows: all.map(({ row }) => row), runId: run.id });
  const isShown = ({ background }: TimelineEntry): boolean => params.all === true || !background;
  const hidden = matching.flatMap((entry) =>
    entry.background && !isShown(entry) && isWithin(entry.row) ? [entry.background] : [],
  );
  const starts = matching.filter(isShown).map(({ row }) => row);
  const rows = (params.ends ? withEnds(starts) : starts).filter(isWithin).sort(compareRows);
  const { limit = DEFAULT_LIMIT } = params;
  const page = (whole: Omit<Result, "output">, count: number): Omit<Result, "output"> => {
    const { next_from: _last, ...rest } = whole;
    const next = rows[count];
    return {
      ...rest,
      rows: whole.rows.slice(0, count),
      past_limit: countStarts(rows.slice(count)),
      ...(next ? { next_from: nameOf(next) } : {}),
    };
  };
  const answer = page(
    {
      run,
      rows: rows.slice(0, limit),
      matched: countStarts(rows) + hidden.length,
      total: all.length,
      hidden: countHidden(hidden),
      past_limit: 0,
      next_since: Math.max(0, run.next_since, ...all.map(({ sequence }) => sequence)),
    },
    limit,
  );
  const { result, omitted } = compactDataUrls(answer);
  return fitBudget(result, {
    budget: params.budget,
    omitted,
    steps: [
      dropRows("rows", { get: (whole) => whole.rows, keep: page }),
      shortenStrings(),
      dropRunDetails(),
    ],
  });
}

function countStarts(rows: readonly TimelineRow[]): number {
  return rows.filter(({ phase }) => phase === undefined).length;
}

/** Of requests and messages, by id. */
function allLinks(
  { operations }: Evidence,
  associations: ReadonlyMap<string, Association>,
): ReturnType<typeof linksOf> {
  const links = new Map(linksOf(operations, associations));
  for (const [id, { console }] of associations)
    for (const { entry, relation } of console) links.set(entry.id, { operation_id: id, relation });
  return links;
}

interface Known {
  readonly evidence: Evidence;
  readonly associations: ReadonlyMap<string, Association>;
}

function chosen(
  all: readonly TimelineEntry[],
  { kind, since = 0, operation, session }: Params,
  known: Known,
): TimelineEntry[] {
  const kinds = kind && new Set(kind);
  const belongs = operation === undefined ? () => true : partsOf(operation, session, known);
  return all.filter(
    ({ row, sequence }) => sequence > since && (kinds?.has(row.kind) ?? true) && belongs(row),
  );
}

/** Whether a row is the operation, linked to it, or of a kind without links and of its time. Throws `operation_not_found`. */
function partsOf(
  wanted: string,
  session: string,
  { evidence, associations }: Known,
): (row: TimelineRow) => boolean {
  const { run, operations } = evidence;
  const id = longId(run.id, "operation", wanted);
  const index = operations.findIndex((candidate) => candidate.id === id);
  const operation = operations[index];
  if (!operation) throw errors.operationNotFound(wanted, session);
  const { request_ids, console_ids } = linkOperation(operation, associations.get(operation.id));
  const ids = new Set([operation.id, ...request_ids, ...console_ids, ...pagesOf(operation)]);
  const next = operations[index + 1]?.started_at;
  const { end } = spanOf(operation, { next, stop: run.stopped_at });
  return ({ id: own, kind, at, operation_id: by }) => {
    if (ids.has(own)) return true;
    if (kind === "request" || kind === "console" || kind === "operation") return false;
    // As with requests: what begins with the next one is the next one's.
    const isBefore = at <= end && (next === undefined || at < next);
    return by === operation.id || (by === undefined && at >= operation.started_at && isBefore);
  };
}

function pagesOf({ before, after, observations = [] }: OperationRecord): string[] {
  return [before, after, ...observations].filter((id) => id !== undefined);
}

/** Ends that say more than a duration: something else began in between. */
function withEnds(rows: readonly TimelineRow[]): TimelineRow[] {
  const starts = [...rows].sort(compareRows);
  const ends = starts.flatMap((row, index) => {
    const { kind, duration_ms: duration } = row;
    if (duration === undefined || (kind !== "request" && kind !== "operation")) return [];
    const end = endOf(row);
    const next = starts[index + 1];
    return next && compareRows(next, end) < 0 ? [end] : [];
  });
  return [...starts, ...ends];
}

/** Whether a row lies between `from` and `to`, both with it. */
function spanOfRows(
  { from, to, session }: Params,
  known: { readonly rows: readonly TimelineRow[]; readonly runId: string },
): (row: TimelineRow) => boolean {
  const where = { ...known, session };
  const after = from === undefined ? undefined : positionOf(from, where);
  const before = to === undefined ? undefined : positionOf(to, where);
  return (row) => (!after || after(row) >= 0) && (!before || before(row) <= 0);
}
