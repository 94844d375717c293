import { type Recording, validateRecording, validateResult } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import {
  exportRun,
  listConsole,
  listHistory,
  listOperations,
  listPages,
  listRequests,
  listRuns,
  oneRun,
  readOperation,
  readRequest,
  summarize,
} from "../dist/analysis/index.js";
import { Core } from "../dist/Core.js";
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
} from "../dist/testing/index.js";
import { REPLAY, RULE, VISIT } from "./everyPart.js";

const session = "abcd";
const links = { request_ids: [], console_ids: [], links: [] };
const readerWith = (parts: Partial<Recording>) => readerOf(recordingOf(parts));
const short = (rows: readonly { readonly id: string }[]) =>
  rows.map(({ id }) => id.slice(RUN_ID.length + 1));

describe("the console", () => {
  const entries = Array.from({ length: 9 }, (_, index) =>
    consoleRecord(index + 1, { level: index % 3 === 0 ? "error" : "log" }),
  );

  test("is listed whole in browser time, or by level", async () => {
    const all = await listConsole(readerWith({ console: [...entries].reverse() }), { session });
    const errors = await listConsole(readerWith({ console: entries }), { session, level: "error" });

    expect(short(all.console)).toEqual(["c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"]);
    expect(all).not.toHaveProperty("next_offset");
    expect(short(errors.console)).toEqual(["c1", "c4", "c7"]);
    expect(errors.total).toBe(3);
    expect(
      validateResult["debug/console"](all),
      JSON.stringify(validateResult["debug/console"].errors),
    ).toBe(true);
  });

  test("is read in pages that meet", async () => {
    const seen: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page = await listConsole(readerWith({ console: entries }), {
        session,
        offset,
        limit: 4,
      });
      seen.push(...short(page.console));
      offset = page.next_offset;
    }

    expect(seen).toEqual(short(entries));
  });

  test("drops rows to its budget and says where to read on", async () => {
    const long = entries.map((entry) => ({ ...entry, text: "t".repeat(900) }));

    const {
      console,
      next_offset: next,
      output,
    } = await listConsole(readerWith({ console: long }), { session, offset: 1, budget: 4096 });

    expect(console.length).toBeLessThan(8);
    expect(next).toBe(1 + console.length);
    expect(output).toMatchObject({ truncated: true, omitted: ["console"] });
  });
});

describe("pages", () => {
  const pages = [
    pageRecord(1, { cause: "load" }),
    pageRecord(2, { cause: "before" }),
    pageRecord(3),
    pageRecord(4, { cause: "load", text: "x".repeat(6000) }),
  ];

  test("are the loads, or every observation", async () => {
    const loads = await listPages(readerWith({ pages }), { session });
    const all = await listPages(readerWith({ pages }), { session, all: true, limit: 2 });

    expect(short(loads.pages)).toEqual(["g1", "g3", "g4"]);
    expect(loads.total).toBe(3);
    expect(short(all.pages)).toEqual(["g1", "g2"]);
    expect(all).toMatchObject({ total: 4, next_offset: 2 });
    expect(
      validateResult["debug/pages"](loads),
      JSON.stringify(validateResult["debug/pages"].errors),
    ).toBe(true);
  });

  test("shorten their text only when a single one does not fit", async () => {
    const {
      pages: shown,
      output,
      next_offset: next,
    } = await listPages(readerWith({ pages }), { session, offset: 2, budget: 4096 });

    expect(shown[0]?.text).toBe(`${"x".repeat(200)}…`);
    expect(output.omitted).toEqual(["long_strings"]);
    expect(next).toBeUndefined();
    const cut = await listPages(readerWith({ pages }), { session, budget: 4096 });
    expect(cut.next_offset).toBe(2);
  });
});

describe("the summary", () => {
  const run = runRecord({
    coverage: [{ flag: "from_start" }, { flag: "task_tab" }, { flag: "initial_load_not_recorded" }],
  });
  const requests = [
    requestRecord(1, { duration_ms: 5000 }),
    requestRecord(2, { status: 422, duration_ms: 999, masked: { token: 1 } }),
    requestRecord(3, { state: "failed", status: undefined as never, error: "net::ERR_FAILED" }),
    requestRecord(4, { resource_type: "Image", mime_type: "image/png", duration_ms: 1000 }),
    requestRecord(5, { state: "not_read" }),
  ];
  const console = [
    consoleRecord(1, {
      level: "error",
      count: 3,
      at: START + 3,
      stack: [{ url: "u", line: 1, column: 1 }],
    }),
    consoleRecord(2),
  ];
  const operations = [
    { ...operationRecord(1, { started_at: START + 1, target: "button Save" }), ...links },
    { ...operationRecord(2, { started_at: START + 4 }), ...links },
  ];

  test("counts the operations that have a gap of their own", async () => {
    const { summary } = await summarize(readerWith({ run, operations }), { session });

    expect(summary.operations.gaps).toMatchObject({ operation_running: 2, before_unavailable: 2 });
  });

  test("counts an error that only the wire told of", async () => {
    const cut = { state: "interrupted", status: undefined as never, wire_status: 404 } as const;
    const parts = { run, requests: [requestRecord(2, cut)], operations };

    const { summary } = await summarize(readerWith(parts), { session });

    expect(summary.http_errors).toMatchObject({ count: 1, rows: [{ wire_status: 404 }] });
    expect(summary.operations.near_failure).toMatchObject([{ request_ids: [`${RUN_ID}:n2`] }]);
  });

  test("counts what a rule or a replay had its hand in", async () => {
    const intervention = { rule_id: `${RUN_ID}:r1`, type: "block", state: "applied" } as const;
    const touched = [
      requestRecord(1, { intervention }),
      requestRecord(2, { replay_id: `${RUN_ID}:x1`, intervention }),
      requestRecord(3),
    ];

    const { summary } = await summarize(readerWith({ run, requests: touched }), { session });

    expect(summary.requests).toMatchObject({ total: 3, controlled: 2, replayed: 1 });
  });

  test("counts, and names failures, slow requests, errors, operations near them and gaps", async () => {
    const result = await summarize(readerWith({ run, requests, console, operations }), { session });

    const { summary } = result;
    expect(summary.requests).toEqual({
      total: 5,
      business: 4,
      by_state: { complete: 3, failed: 1, not_read: 1 },
    });
    expect(summary.failed).toMatchObject({
      count: 1,
      rows: [{ id: `${RUN_ID}:n3`, error: "net::ERR_FAILED" }],
    });
    expect(summary.http_errors).toMatchObject({ count: 1, rows: [{ status: 422 }] });
    expect(short(summary.slow.rows)).toEqual(["n1", "n4"]);
    expect(summary.slow_ms).toBe(1000);
    expect(summary.console_errors).toMatchObject({ count: 3, entries: [{ text: "message 1" }] });
    expect(summary.console_errors.entries[0]).not.toHaveProperty("stack");
    expect(summary.operations).toEqual({
      total: 2,
      gaps: expect.any(Object) as unknown,
      near_failure: [
        {
          operation_id: `${RUN_ID}:a1`,
          method: "click",
          target: "button Save",
          request_ids: [`${RUN_ID}:n2`, `${RUN_ID}:n3`],
          console_ids: [`${RUN_ID}:c1`],
        },
      ],
    });
    expect(summary.gaps).toEqual([{ flag: "initial_load_not_recorded" }]);
    expect(
      validateResult["debug/summary"](result),
      JSON.stringify(validateResult["debug/summary"].errors),
    ).toBe(true);
  });

  test("shows eight rows, the slowest first, and counts them all", async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      requestRecord(index + 1, { duration_ms: 50 + index, status: 500 }),
    );

    const { summary } = await summarize(readerWith({ requests: many }), { session, slow_ms: 60 });

    expect(summary.slow).toMatchObject({ count: 10 });
    expect(short(summary.slow.rows)).toEqual([
      "n20",
      "n19",
      "n18",
      "n17",
      "n16",
      "n15",
      "n14",
      "n13",
    ]);
    expect(summary.http_errors.count).toBe(20);
  });

  test("fits the smallest budget by dropping rows, not counts", async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      requestRecord(index + 1, {
        duration_ms: 5000,
        status: 500,
        state: "failed",
        url: `http://app.test/${"a".repeat(600)}`,
      }),
    );
    const errors = Array.from({ length: 20 }, (_, index) =>
      consoleRecord(index + 1, { level: "error", text: "e".repeat(800) }),
    );
    const busy = Array.from({ length: 20 }, (_, index) => ({
      ...operationRecord(index + 1),
      ...links,
    }));

    const result = await summarize(
      readerWith({ requests: many, console: errors, operations: busy }),
      { session, budget: 5000 },
    );

    expect(new TextEncoder().encode(JSON.stringify(result, null, 2)).length).toBeLessThanOrEqual(
      5000,
    );
    expect(result.summary.failed.count).toBe(20);
    expect(result.output.truncated).toBe(true);
  });
});

describe("an export", () => {
  const text = '{"id":12345678901234567890}';
  const recording: Partial<Recording> = {
    run: runRecord({
      masked: { url: 1 },
      stop_reason: "tab_closed",
      counts: {
        ...runRecord().counts,
        dropped_requests: 2,
        dropped_operations: 1,
        dropped_console: 3,
      },
      environment: { extension_version: "0.1.0", user_agent: "Chrome/150" },
    }),
    requests: [
      requestRecord(1, {
        response_body: { state: "available", text, chars: text.length },
        request_headers: { a: "b" },
        masked: { token: 2 },
      }),
      requestRecord(2, { response_body: { state: "available", chars: 3 } }),
    ],
    operations: [{ ...operationRecord(1, { started_at: START }), ...links }],
    console: [consoleRecord(1, { masked: { token: 1 } })],
    pages: [pageRecord(1)],
  };

  test("is the whole run with its bodies, links and what was masked", async () => {
    const document = await exportRun(readerWith(recording), new Core(), START + 9);

    expect(document).toMatchObject({ version: 1, saved_at: START + 9 });
    expect(document.requests[0]?.response_body.text).toBe(text);
    expect(document.requests[0]?.request_headers).toEqual({ a: "b" });
    expect(document.requests[1]?.response_body).toEqual({
      state: "unavailable",
      reason: "storage_failed",
    });
    expect(document.operations[0]?.request_ids).toEqual([`${RUN_ID}:n1`, `${RUN_ID}:n2`]);
    expect(document.redaction.masked).toEqual({ token: 3, url: 1 });
    expect(document.redaction.note).toMatch(/best effort/);
    expect(document.run).toMatchObject({
      counts: { dropped_requests: 2, dropped_operations: 1, dropped_console: 3 },
      stop_reason: "tab_closed",
      environment: { extension_version: "0.1.0", user_agent: "Chrome/150" },
    });
    expect(validateRecording(document), JSON.stringify(validateRecording.errors)).toBe(true);
  });

  test("read back and exported again is the same, with rules, replays and visits", async () => {
    const kinds = { rules: [RULE], replays: [REPLAY], performance: [VISIT] };
    const first = await exportRun(readerWith({ ...recording, ...kinds }), new Core(), START);
    expect(first).toMatchObject(kinds);
    expect(validateRecording(first), JSON.stringify(validateRecording.errors)).toBe(true);

    const second = await exportRun(
      readerOf(JSON.parse(JSON.stringify(first)) as Recording),
      new Core(),
      START,
    );

    expect(second).toEqual(first);
  });

  test("passes through plugins; one that throws is named and costs nothing else", async () => {
    const core = new Core();
    core.hooks.exporting.tapPromise("adds", async (document) => ({ ...document, saved_at: 1 }));
    const broken = new Core();
    broken.hooks.exporting.tapPromise("broken", async () => {
      throw new Error("no");
    });

    expect((await exportRun(readerWith(recording), core, START)).saved_at).toBe(1);
    const document = await exportRun(readerWith(recording), broken, START);
    expect(document.requests).toHaveLength(2);
    expect(document.run.coverage).toEqual([
      { flag: "plugin_failed", count: 1, first_at: START, last_at: START, detail: "exporting" },
    ]);
    expect(validateRecording(document)).toBe(true);
  });
});

describe("a data: URL", () => {
  const url = `data:text/html,${"A".repeat(2000)}`;
  const short = "data:text/html,…(2015 chars)";
  const run = runRecord({ url });
  const operations = [{ ...operationRecord(1, { target: url }), ...links }];
  const note = { truncated: true, omitted: ["data_urls"] };

  test("is shortened in every answer that holds the run, and stays in the record", async () => {
    const reader = readerWith({ run, operations, requests: [requestRecord(1)] });
    const answers = [
      await listRequests(reader, { session }),
      await readRequest(reader, { session, id: "n1" }),
      await listOperations(reader, { session }),
      await readOperation(reader, { session, id: "a1" }),
      await listConsole(reader, { session }),
      await listPages(reader, { session }),
      await summarize(reader, { session }),
      oneRun(run, undefined),
    ];

    for (const answer of answers) {
      expect(answer.run.url).toBe(short);
      expect(answer.output).toMatchObject(note);
    }
    const listed = await listOperations(reader, { session });
    expect(listed.operations[0]?.target).toBe(short);
    expect((await reader.run()).url).toBe(url);
    expect((await exportRun(reader, new Core(), START)).run.url).toBe(url);
  });

  test("is shortened in the lists of runs", () => {
    for (const answer of [listRuns([run], undefined), listHistory([run], new Set(), {})]) {
      expect(answer.runs[0]?.url).toBe(short);
      expect(answer.output).toMatchObject(note);
    }
    expect(run.url).toBe(url);
  });
});
