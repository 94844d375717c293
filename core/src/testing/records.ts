import type {
  ConsoleRecord,
  OperationRecord,
  PageRecord,
  Recording,
  RequestRecord,
  RunRecord,
} from "@bsk/schema";
import type { Redacted } from "../redacted.js";

/** The run that made records belong to. */
export const RUN_ID = "d0123456789ab";
/** Epoch ms at which it starts; made times count from here. */
export const START: number = 1_700_000_000_000;

/** A made record is the test's own text, not a page's: nothing in it needs redaction. */
export function asRedacted<T>(value: T): Redacted<T> {
  return value as Redacted<T>; // the brand exists for the type checker only
}

export function runRecord(parts: Partial<RunRecord> = {}): Redacted<RunRecord> {
  return asRedacted({
    record: "run",
    id: RUN_ID,
    session_id: "abcd",
    tab_id: 1,
    url: "http://app.test/",
    started_at: START,
    state: "capturing",
    counts: {
      requests: 0,
      operations: 0,
      console: 0,
      pages: 0,
      errors: 0,
      dropped_requests: 0,
      dropped_operations: 0,
      dropped_console: 0,
    },
    coverage: [],
    next_since: 0,
    durable_sequence: 0,
    ...parts,
  });
}

/** A complete GET without bodies; its number is its sequence, and it starts so many ms into the run. */
export function requestRecord(
  number: number,
  parts: Partial<RequestRecord> = {},
): Redacted<RequestRecord> {
  return asRedacted({
    record: "request",
    id: `${RUN_ID}:n${number}`,
    run_id: RUN_ID,
    sequence: number,
    started_at: START + number,
    method: "GET",
    url: `http://app.test/api/${number}`,
    integrity: { url: "complete", metadata: "complete" },
    state: "complete",
    traffic: "page",
    status: 200,
    resource_type: "Fetch",
    mime_type: "application/json",
    request_body: { state: "empty" },
    response_body: { state: "empty" },
    ...parts,
  });
}

export function operationRecord(
  number: number,
  parts: Partial<OperationRecord> = {},
): Redacted<OperationRecord> {
  return asRedacted({
    record: "operation",
    id: `${RUN_ID}:a${number}`,
    run_id: RUN_ID,
    sequence: number,
    method: "click",
    source: "agent",
    started_at: START + number,
    state: "running",
    ...parts,
  });
}

export function consoleRecord(
  number: number,
  parts: Partial<ConsoleRecord> = {},
): Redacted<ConsoleRecord> {
  return asRedacted({
    record: "console",
    id: `${RUN_ID}:c${number}`,
    run_id: RUN_ID,
    sequence: number,
    at: START + number,
    last_at: START + number,
    level: "log",
    text: `message ${number}`,
    count: 1,
    source: "website",
    ...parts,
  });
}

export function pageRecord(number: number, parts: Partial<PageRecord> = {}): Redacted<PageRecord> {
  return asRedacted({
    record: "page",
    id: `${RUN_ID}:g${number}`,
    run_id: RUN_ID,
    sequence: number,
    at: START + number,
    state: "available",
    url: "http://app.test/",
    ...parts,
  });
}

/** A recording of what is given; the rest is empty. */
export function recordingOf(parts: Partial<Recording> = {}): Recording {
  return {
    version: 1,
    saved_at: START,
    run: runRecord(),
    requests: [],
    operations: [],
    console: [],
    pages: [],
    redaction: { note: "", masked: {} },
    ...parts,
  };
}
