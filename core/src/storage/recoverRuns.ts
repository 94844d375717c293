import type { Body, Coverage, Metric, RunRecord } from "@bsk/schema";
import type { EvidenceStore } from "../ports.js";
import type { EvidenceRecord, RecordKind } from "../records.js";
import type { Redacted } from "../redacted.js";
import { derived } from "../redaction/mint.js";

type Run = Redacted<EvidenceRecord<"run">>;
type Request = Redacted<EvidenceRecord<"request">>;
type Operation = Redacted<EvidenceRecord<"operation">>;
type Visit = Redacted<EvidenceRecord<"visit">>;
type Rule = Redacted<EvidenceRecord<"rule">>;
type Replay = Redacted<EvidenceRecord<"replay">>;

/** What ended with the worker that recorded: itself alone, or the browser around it. */
export type Restart = "worker_restarted" | "browser_restarted";

/**
 * Ends every run that the store still calls capturing: nothing that was open is said to have succeeded.
 * Returns the runs as they are now.
 */
export async function recoverRuns(
  store: EvidenceStore,
  reason: Restart,
  now: number,
): Promise<readonly Run[]> {
  const open = (await store.runs()).filter(({ state }) => state === "capturing");
  return Promise.all(open.map((run) => recoverRun({ store, run, reason, now })));
}

interface Recovery {
  readonly store: EvidenceStore;
  readonly run: Run;
  readonly reason: Restart;
  readonly now: number;
}

async function recoverRun({ store, run, reason, now }: Recovery): Promise<Run> {
  const [requests, operations, entries, pages, visits, rules, replays] = await Promise.all([
    store.records(run.id, "request"),
    store.records(run.id, "operation"),
    store.records(run.id, "console"),
    store.records(run.id, "page"),
    store.records(run.id, "visit"),
    store.records(run.id, "rule"),
    store.records(run.id, "replay"),
  ]);
  const all = [...requests, ...operations, ...entries, ...pages, ...visits, ...rules, ...replays];
  let sequence = Math.max(run.next_since, ...all.map((record) => record.sequence));
  const changed = [
    ...requests.flatMap((record) => interruptRequest(record, reason) ?? []),
    ...operations.flatMap((record) => interruptOperation(record) ?? []),
    ...visits.flatMap((record) => interruptVisit(record) ?? []),
    ...rules.flatMap((record) => stopRule(record) ?? []),
    ...replays.flatMap((record) => interruptReplay(record) ?? []),
  ].map((record) => derived(record, { ...record, sequence: ++sequence }));
  const lastAt = Math.max(
    run.started_at,
    ...requests.map((record) => record.finished_at ?? record.started_at),
    ...operations.map((record) => record.finished_at ?? record.started_at),
    ...entries.map((record) => record.last_at),
    ...pages.map((record) => record.at),
  );
  const gap: Coverage = {
    flag: "interrupted_checkpoint",
    count: 1,
    first_at: lastAt,
    last_at: now,
  };
  const recovered: Run = derived(run, {
    ...run,
    state: "interrupted",
    stop_reason: reason,
    active_rules: 0, // also of rules that no write told of
    // The last moment that evidence speaks of: when it really ended, nobody saw.
    stopped_at: lastAt,
    saved_at: now,
    counts: {
      ...run.counts,
      requests: requests.length,
      operations: operations.length,
      console: entries.length,
      pages: pages.length,
      errors: entries.reduce((sum, { level, count }) => sum + (level === "error" ? count : 0), 0),
    },
    coverage: [...run.coverage.filter(({ flag }) => flag !== "interrupted_checkpoint"), gap],
    next_since: sequence,
    durable_sequence: sequence,
    storage: {
      requests: requests.length,
      bytes: requests.reduce((sum, record) => sum + sizeOf(record), 0),
      all_bytes: all.reduce((sum, record) => sum + sizeOf(record), 0),
      dropped: run.counts.dropped_requests,
      pins: requests.filter(({ pinned }) => pinned).length,
    },
  } satisfies RunRecord);
  await store.write({ records: [recovered, ...changed], bodies: [], evicted: [] });
  return recovered;
}

/** What a rule had in hand when its worker ended. */
const HELD = "the extension's worker ended; the next one aborts what was held";

/** Undefined when it had come to its end before. */
function interruptRequest(record: Request, reason: Restart): Request | undefined {
  const isOpen = record.state === "pending" || record.state === "open";
  const isReading =
    record.request_body.state === "pending" || record.response_body.state === "pending";
  const { intervention } = record;
  const isHeld = intervention?.state === "pending";
  if (!isOpen && !isReading && !isHeld) return undefined;
  return derived(record, {
    ...record,
    ...(isHeld ? { intervention: { ...intervention, state: "cancelled", error: HELD } } : {}),
    state: isOpen ? "interrupted" : record.state,
    request_body: interruptBody(record.request_body, reason),
    response_body: interruptBody(record.response_body, reason),
  });
}

function interruptBody(body: Body, reason: Restart): Body {
  return body.state === "pending" ? { ...body, state: "unavailable", reason } : body;
}

function interruptOperation(record: Operation): Operation | undefined {
  return record.state === "running"
    ? derived(record, { ...record, state: "interrupted" })
    : undefined;
}

/** What could still have changed is partial now. */
function interruptVisit(record: Visit): Visit | undefined {
  if (record.state !== "capturing") return undefined;
  const metrics = Object.entries(record.metrics).map(([name, metric]): [string, Metric] => [
    name,
    metric.state === "provisional"
      ? { ...metric, state: "partial", reasons: [...metric.reasons, "interrupted"] }
      : metric,
  ]);
  return derived(record, {
    ...record,
    state: "interrupted",
    metrics: Object.fromEntries(metrics),
  });
}

function stopRule(record: Rule): Rule | undefined {
  return record.state === "enabled" || record.state === "disabled"
    ? derived(record, { ...record, state: "stopped" })
    : undefined;
}

function interruptReplay(record: Replay): Replay | undefined {
  return record.state === "running"
    ? derived(record, { ...record, state: "interrupted", error: "It may have been sent." })
    : undefined;
}

function sizeOf(record: EvidenceRecord<Exclude<RecordKind, "run">>): number {
  const units = JSON.stringify(record).length;
  if (record.record !== "request") return units;
  return units + (record.request_body.chars ?? 0) + (record.response_body.chars ?? 0);
}
