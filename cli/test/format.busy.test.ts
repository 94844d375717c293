import { readOperation, summarize } from "@bsk/core";
import {
  consoleRecord,
  operationRecord,
  pageRecord,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  runRecord,
  START,
} from "@bsk/core/testing";
import type { ConsoleRecord, Coverage, RequestRecord } from "@bsk/schema";
import { describe, expect, it } from "vitest";
import { formatOperation } from "../dist/format/operation.js";
import { formatSummary } from "../dist/format/summary.js";

const session = "abcd";
const context = { params: { session }, hasDisplay: true };

/** What a page says where everything goes wrong at once. */
const FLAGS: readonly Coverage["flag"][] = [
  "initial_load_not_recorded",
  "child_capture_partial",
  "child_capture_limit",
  "evidence_storage_limit",
  "evidence_write_backlog",
  "console_limit",
  "operation_limit",
  "page_context_limit",
  "page_snapshot_unavailable",
  "manual_capture_unavailable",
  "tracking_limit",
  "event_unreadable",
  "unknown_request",
  "popup_not_followed",
  "plugin_failed",
];

/** A save on a page that loads, polls, logs and fails a lot: 60 requests and 40 messages within its time. */
function busyRun() {
  const problem = { code: "name_required", detail: "x".repeat(500) };
  const body = JSON.stringify({ error: problem });
  const at = (ms: number) => START + 1000 + ms;
  const requests: RequestRecord[] = Array.from({ length: 60 }, (_, index) =>
    requestRecord(index + 1, {
      started_at: at(10 + index),
      url: `http://app.test/api/items/${index}/${"long-path-".repeat(12)}`,
      duration_ms: index % 3 === 0 ? 1500 : 20,
    }),
  );
  requests.push(
    requestRecord(70, {
      started_at: at(5),
      method: "POST",
      url: "http://app.test/api/profile",
      status: 422,
      duration_ms: 118,
      request_body: { state: "available", text: '{"displayName":"Ada L."}', chars: 24 },
      response_body: { state: "available", text: body, chars: body.length },
    }),
  );
  const messages: ConsoleRecord[] = Array.from({ length: 40 }, (_, index) =>
    consoleRecord(index + 1, { at: at(20 + index), text: `tick ${index} ${"y".repeat(300)}` }),
  );
  messages.push(consoleRecord(50, { at: at(200), level: "error", text: "save failed 422" }));
  const field = { key: "f|name:displayName", name: "displayName", label: "Name" };
  const others = Array.from({ length: 15 }, (_, index) => ({
    key: `f|name:other${index}`,
    name: `other${index}`,
    label: `Other ${index}`,
    value: "same",
    state: "available" as const,
  }));
  const operation = (number: number, from: number, pages: readonly [string, string]) => ({
    ...operationRecord(number, {
      state: "completed",
      started_at: at(from),
      finished_at: at(from + 61),
      window_end: at(from + 1561),
      observation_end: at(from + 15_061),
      before: `${RUN_ID}:${pages[0]}`,
      after: `${RUN_ID}:${pages[1]}`,
      ...(number === 3
        ? { target: 'button "Save"' }
        : { method: "fill", target: 'textbox "Name"' }),
    }),
    request_ids: [],
    console_ids: [],
    links: [],
  });
  const page = (
    number: number,
    ms: number,
    { cause, text, value }: { cause: "before" | "after"; text: string; value: string },
  ) =>
    pageRecord(number, {
      at: at(ms),
      cause,
      text,
      fields: [{ ...field, value, state: "available" }, ...others],
    });
  return recordingOf({
    run: runRecord({
      coverage: FLAGS.map((flag) => ({ flag, count: 17 })),
      counts: {
        requests: 61,
        operations: 1,
        console: 41,
        pages: 2,
        errors: 1,
        dropped_requests: 9,
        dropped_operations: 0,
        dropped_console: 0,
      },
    }),
    requests,
    console: messages,
    operations: [operation(2, -500, ["g1", "g2"]), operation(3, 0, ["g3", "g4"])],
    pages: [
      page(1, -505, { cause: "before", text: "Profile", value: "Ada" }),
      page(2, -400, { cause: "after", text: "Profile", value: "Ada L." }),
      page(3, -5, { cause: "before", text: "Profile", value: "Ada L." }),
      page(4, 300, { cause: "after", text: "Profile\nCould not save", value: "Ada L." }),
    ],
  });
}

const errorBody = `{"error":{"code":"name_required","detail":"${"x".repeat(500)}"}}`.slice(0, 300);

describe("what is read first of a busy run", () => {
  it("operation: every fact of the save, whatever else went on, in under 4 KiB", async () => {
    const result = await readOperation(readerOf(busyRun()), {
      session,
      id: "a3",
      budget: 262_144,
    });
    const errorBodies = new Map([[`${RUN_ID}:n70`, errorBody]]);

    const text = formatOperation({ result, errorBodies }, context);

    for (const fact of [
      'a3 click button "Save"',
      'displayName "Ada" → "Ada L."',
      'submitted /displayName "Ada L." (n70)',
      "n70  POST  422",
      `body ${errorBody}`,
      'c50 error "save failed 422"',
      '+ "Could not save"',
      "gaps     capacity_limit",
      "+53 not shown",
      "next: bsk debug request n70 --session abcd --part request",
    ])
      expect(text).toContain(fact);
    expect(Buffer.byteLength(text)).toBeLessThan(4096);
  });

  it("summary: counts, failures, errors, gaps and no verdict, in under 1.5 KiB", async () => {
    const text = formatSummary(await summarize(readerOf(busyRun()), { session }), context);

    for (const fact of [
      "requests 61 (business 61): complete 61",
      "failed 0",
      "http errors 1",
      "n70 POST 422 118ms /api/profile",
      "slow from 1000ms 20",
      "console errors 1",
      'c50 error "save failed 422"',
      "2 operations, with a failure near 1",
      'a3 click button "Save": n70 c50',
      "gaps initial_load_not_recorded×17",
      "next: bsk debug operation a3 --session abcd",
    ])
      expect(text).toContain(fact);
    expect(text.replaceAll("save failed", "")).not.toMatch(/succe|\bok\b|passed|✓|✗|cause/i);
    expect(Buffer.byteLength(text)).toBeLessThan(1536);
  });
});
