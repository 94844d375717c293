import type {
  ActionParams,
  ActionResults,
  ConsoleRecord,
  NearFailure,
  PageRecord,
  RequestRecord,
  RequestRefs,
  RunSummary,
} from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";
import { associate, type Evidence } from "./associate.js";
import { fitBudget, type TrimStep } from "./budget.js";
import { collect } from "./collect.js";
import { operationGaps } from "./operationGaps.js";
import { readEvidence } from "./readEvidence.js";
import { isFailure, isHttpError, SLOW_MS } from "./requestFacts.js";
import { isBrowserFile, isBrowserMade, requestKind } from "./requestKind.js";
import { listRow } from "./requestRow.js";
import { tellingGaps } from "./tellingGaps.js";
import { compactDataUrls, dropRows, dropRunDetails, shortenStrings } from "./trimSteps.js";

type Params = ActionParams["debug/summary"];
type Result = ActionResults["debug/summary"];
type Answer = Omit<Result, "output">;

const MAX_ROWS = 8;
const ROW_FIELDS: ReadonlySet<string> = new Set([
  "status",
  "wire_status",
  "error",
  "duration_ms",
  "resource_type",
]);

/** Counts, failures, slow requests, console errors, operations near a failure, gaps. No verdicts. */
export async function summarize(reader: EvidenceReader, params: Params): Promise<Result> {
  const { slow_ms: slowMs = SLOW_MS, budget } = params;
  const evidence = await readEvidence(reader);
  const { run, requests } = evidence;
  const slow = requests
    .filter(({ duration_ms: duration = -1 }) => duration >= slowMs)
    .sort((a, b) => (b.duration_ms ?? 0) - (a.duration_ms ?? 0));
  const controlled = requests.filter(({ intervention }) => intervention !== undefined).length;
  const replayed = requests.filter(({ replay_id: replay }) => replay !== undefined).length;
  const summary: RunSummary = {
    requests: {
      total: requests.length,
      business: requests.filter((request) => requestKind(request) === "business").length,
      by_state: countStates(requests),
      ...(controlled > 0 ? { controlled } : {}),
      ...(replayed > 0 ? { replayed } : {}),
    },
    failed: refs(tellingFirst(requests.filter(({ state }) => state === "failed"))),
    http_errors: refs(tellingFirst(requests.filter(isHttpError))),
    slow: refs(slow),
    slow_ms: slowMs,
    console_errors: errorRefs(evidence.console),
    operations: {
      total: evidence.operations.length,
      ...gapsOfOperations(evidence, await collect(reader.pages())),
      near_failure: nearFailures(evidence),
    },
    gaps: tellingGaps(run.coverage),
  };
  const { result, omitted } = compactDataUrls<Answer>({ run, summary });
  return fitBudget(result, { budget, omitted, steps: STEPS });
}

/** The site's business before its files, what the browser asks for by itself last; the newest first. */
function tellingFirst(requests: readonly RequestRecord[]): RequestRecord[] {
  const rank = (request: RequestRecord): number => {
    if (isBrowserMade(request)) return 2;
    return requestKind(request) === "business" ? 0 : 1;
  };
  return [...requests].sort((a, b) => rank(a) - rank(b) || b.started_at - a.started_at);
}

function isOfBrowserFile({ source_url: url }: ConsoleRecord): boolean {
  return url !== undefined && isBrowserFile(url);
}

function countStates(requests: readonly RequestRecord[]): { [state: string]: number } {
  const counts = new Map<string, number>();
  for (const { state } of requests) counts.set(state, (counts.get(state) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function refs(requests: readonly RequestRecord[]): RequestRefs {
  const rows = requests.slice(0, MAX_ROWS).map((request) => {
    const {
      integrity,
      request_body: sent,
      response_body: got,
      masked: _masked,
      ...row
    } = listRow(request, ROW_FIELDS);
    return {
      ...row,
      integrity,
      request_body: { state: sent.state },
      response_body: { state: got.state },
    };
  });
  return { count: requests.length, rows };
}

function errorRefs(console: readonly ConsoleRecord[]): RunSummary["console_errors"] {
  const all = console.filter(({ level }) => level === "error");
  const entries = [
    ...all.filter((entry) => !isOfBrowserFile(entry)),
    ...all.filter(isOfBrowserFile),
  ]
    .slice(0, MAX_ROWS)
    .map(({ stack: _stack, masked: _masked, ...entry }) => entry);
  return { count: all.reduce((sum, { count }) => sum + count, 0), entries };
}

/** What only a scan of bodies or a later page can tell is left to the operation's own reading. */
function gapsOfOperations(
  evidence: Evidence,
  pages: readonly PageRecord[],
): { readonly gaps?: { [gap: string]: number } } {
  const { run, operations } = evidence;
  const associations = associate(evidence);
  const ofRun = new Set<string>(run.coverage.map(({ flag }) => flag));
  const counts = new Map<string, number>();
  for (const operation of operations) {
    const near = associations.get(operation.id)?.requests ?? [];
    const requests = near.map(({ request }) => request);
    const known = { run, pages, requests, isPayloadPartial: false, hasIntervening: false };
    for (const gap of operationGaps(operation, known)) {
      if (!ofRun.has(gap)) counts.set(gap, (counts.get(gap) ?? 0) + 1);
    }
  }
  return counts.size === 0 ? {} : { gaps: Object.fromEntries(counts) };
}

/** The newest first. A missing icon is no failure near an operation. */
function nearFailures(evidence: Evidence): NearFailure[] {
  const associations = associate(evidence);
  return [...evidence.operations].reverse().flatMap(({ id, method, target, state, error }) => {
    const association = associations.get(id);
    const requests = (association?.requests ?? []).filter(
      ({ request }) => isFailure(request) && !isBrowserMade(request),
    );
    const console = (association?.console ?? []).filter(
      ({ entry }) => entry.level === "error" && !isOfBrowserFile(entry),
    );
    if (requests.length + console.length === 0 && state !== "error") return [];
    return {
      operation_id: id,
      method,
      ...(target === undefined ? {} : { target }),
      ...(error === undefined ? {} : { error }),
      request_ids: requests.map(({ request }) => request.id),
      console_ids: console.map(({ entry }) => entry.id),
    };
  });
}

function rowsStep(name: "slow" | "http_errors" | "failed"): TrimStep<Answer> {
  return dropRows<Answer>(`summary.${name}.rows`, {
    get: ({ summary }) => summary[name].rows,
    keep: (whole, kept) => ({
      ...whole,
      summary: {
        ...whole.summary,
        [name]: { ...whole.summary[name], rows: whole.summary[name].rows.slice(0, kept) },
      },
    }),
  });
}

const STEPS: readonly TrimStep<Answer>[] = [
  shortenStrings<Answer>(),
  rowsStep("slow"),
  dropRows<Answer>("summary.operations.near_failure", {
    get: ({ summary }) => summary.operations.near_failure,
    keep: (whole, kept) => {
      const { operations } = whole.summary;
      const near = operations.near_failure.slice(0, kept);
      return {
        ...whole,
        summary: { ...whole.summary, operations: { ...operations, near_failure: near } },
      };
    },
  }),
  dropRows<Answer>("summary.console_errors.entries", {
    get: ({ summary }) => summary.console_errors.entries,
    keep: (whole, kept) => {
      const errors = whole.summary.console_errors;
      return {
        ...whole,
        summary: {
          ...whole.summary,
          console_errors: { ...errors, entries: errors.entries.slice(0, kept) },
        },
      };
    },
  }),
  rowsStep("http_errors"),
  rowsStep("failed"),
  dropRunDetails<Answer>(),
];
