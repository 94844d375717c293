import type {
  ConsoleRecord,
  OperationLink,
  OperationRecord,
  PageRecord,
  ReplayRecord,
  RequestRecord,
  RuleRecord,
  TimelineRow,
} from "@bsk/schema";
import { cutEnd } from "../../text/shorten.js";
import { isLoad } from "../listPages.js";
import { isBackground } from "../requestKind.js";

/** A row with what decides whether it is shown. */
export interface TimelineEntry {
  readonly row: TimelineRow;
  /** Of the record as it is now. */
  readonly sequence: number;
  /** The request, where it is one that lists leave out. */
  readonly background?: RequestRecord;
}

/** All that a timeline is made of. */
export interface TimelineEvidence {
  readonly startedAt: number;
  readonly operations: readonly OperationRecord[];
  readonly requests: readonly RequestRecord[];
  readonly console: readonly ConsoleRecord[];
  /** In browser time. */
  readonly pages: readonly PageRecord[];
  readonly rules: readonly RuleRecord[];
  readonly replays: readonly ReplayRecord[];
  readonly links: ReadonlyMap<string, OperationLink>;
}

const MAX_TEXT = 300;

/** Every record that has a moment, as a row; in no order yet. */
export function timelineEntries(evidence: TimelineEvidence): TimelineEntry[] {
  const { startedAt, links } = evidence;
  const entry = (
    { id, sequence }: { readonly id: string; readonly sequence: number },
    row: Omit<TimelineRow, "id" | "offset_ms">,
  ): TimelineEntry => ({
    row: { ...row, id, offset_ms: row.at - startedAt },
    sequence,
  });
  return [
    ...evidence.operations.map((operation) => entry(operation, operationRow(operation))),
    ...evidence.rules.map((rule) => entry(rule, ruleRow(rule))),
    ...evidence.replays.map((replay) => entry(replay, replayRow(replay))),
    ...evidence.requests.map((request) => ({
      ...entry(request, { ...requestRow(request), ...linkOf(links.get(request.id)) }),
      ...(isBackground(request) ? { background: request } : {}),
    })),
    ...navigations(evidence.pages).map(({ page, navigation }) =>
      entry(page, navigationRow(page, navigation)),
    ),
    ...evidence.console.map((message) =>
      entry(message, { ...consoleRow(message), ...linkOf(links.get(message.id)) }),
    ),
  ];
}

type Row = Omit<TimelineRow, "id" | "offset_ms">;
type Loose = { [K in keyof Row]: Row[K] | undefined } & Pick<Row, "kind" | "at">;

/** What a record does not have is left out, not undefined. */
function defined(row: Loose): Row {
  const known = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as unknown as Row; // the same, without what is not there
}

function linkOf(link: OperationLink | undefined): Partial<Row> {
  return link ? { operation_id: link.operation_id, relation: link.relation } : {};
}

function operationRow(operation: OperationRecord): Row {
  const { method, source, target, state, error, started_at: at, finished_at: end } = operation;
  return defined({
    kind: "operation",
    at,
    method,
    source,
    target,
    state,
    error: error && cutEnd(error, MAX_TEXT),
    duration_ms: end === undefined ? undefined : end - at,
  });
}

function ruleRow({ created_at: at, name, effect, match, state, hits }: RuleRecord): Row {
  return defined({ kind: "rule", at, name, effect: effect.type, url: match.url, state, hits });
}

function replayRow({ started_at: at, finished_at: end, ...replay }: ReplayRecord): Row {
  const { state, error, source_request_id, request_id } = replay;
  const duration = end === undefined ? undefined : end - at;
  return defined({
    kind: "replay",
    at,
    state,
    error,
    source_request_id,
    request_id,
    duration_ms: duration,
  });
}

function requestRow(request: RequestRecord): Row {
  return defined({
    kind: "request",
    at: request.started_at,
    method: request.method,
    url: request.url,
    state: request.state,
    status: request.status,
    duration_ms: request.duration_ms,
    error: request.error,
    traffic: request.traffic,
    resource_type: request.resource_type,
    from_cache: request.from_cache,
    from_service_worker: request.from_service_worker,
    redirect_from: request.redirect_from,
    pinned: request.pinned,
    began_before_capture: request.integrity.start === "incomplete" ? true : undefined,
    intervention: request.intervention,
    replay_from: request.replay_from,
  });
}

function navigationRow(page: PageRecord, navigation: string): Row {
  const { at, url, title, state, operation_id } = page;
  return defined({ kind: "navigation", at, navigation, url, title, state, operation_id });
}

function consoleRow(message: ConsoleRecord): Row {
  const { at, level, origin, count, source, source_url, line, column, stack } = message;
  const [frame] = stack ?? [];
  return defined({
    kind: "console",
    at,
    level,
    origin,
    text: cutEnd(message.text, MAX_TEXT),
    count,
    source,
    source_url: source_url ?? frame?.url,
    line: line ?? frame?.line,
    column: column ?? frame?.column,
  });
}

/** Loads, and readings that show another address than the one before: of `pushState` more is not known. */
function navigations(
  pages: readonly PageRecord[],
): { readonly page: PageRecord; readonly navigation: string }[] {
  let url: string | undefined;
  return pages.flatMap((page) => {
    const before = url;
    url = page.url ?? url;
    if (isLoad(page)) return [{ page, navigation: page.navigation ?? "load" }];
    const isChanged = before !== undefined && page.url !== undefined && page.url !== before;
    return isChanged ? [{ page, navigation: "url_changed" }] : [];
  });
}
