import { describe, expect, it } from "vitest";
import type { ConsoleRecord, Coverage } from "../../schema/dist/index.js";
import { formatSummary } from "../dist/format/summary.js";
import { consoleError, request, results } from "./records.js";

const FLAGS: readonly Coverage["flag"][] = [
  "tracking_limit",
  "initial_load_not_recorded",
  "child_capture_partial",
  "manual_capture_unavailable",
  "page_context_limit",
  "page_snapshot_unavailable",
  "console_unavailable",
  "evidence_storage_limit",
  "evidence_write_backlog",
  "evidence_write_failed",
  "interrupted_checkpoint",
  "performance_capture_unavailable",
  "performance_record_limit",
  "control_cleanup_failed",
];

const context = { params: { session: "abcd" }, hasDisplay: true };

describe("a summary as text", () => {
  const result = results["debug/summary"];
  if (!result) throw new Error("no sample");

  it("counts, names the ids to read next, and stays under 1.5 KiB", () => {
    const text = formatSummary(result, context);

    expect(Buffer.byteLength(text)).toBeLessThan(1536);
    for (const fact of [
      "requests 18 (business 7)",
      "failed 1",
      "n4 GET failed",
      "http errors 1",
      "n12 POST 422",
      "slow from 1000ms 1",
      "console errors 1",
      'c4 error "save failed 422"',
      "3 operations, with a failure near 1",
      "gaps console_limit×4",
      "next: bsk debug operation a3 --session abcd",
    ]) {
      expect(text).toContain(fact);
    }
  });

  it("leads to the newest failure of the site's business, wherever it lies, and never to an icon", () => {
    const row = (number: number, path: string, parts = {}) =>
      request(number, { url: `http://localhost:3000${path}`, status: 404, ...parts });
    const icon = row(1, "/favicon.ico", { resource_type: "Other", mime_type: "image/x-icon" });
    const save = row(2, "/api/save", { started_at: icon.started_at - 100 });
    const next = (
      rows: (typeof icon)[],
      near: typeof result.summary.operations.near_failure = [],
    ) =>
      formatSummary(
        {
          ...result,
          summary: {
            ...result.summary,
            failed: { count: 0, rows: [] },
            http_errors: { count: rows.length, rows },
            operations: { total: 1, near_failure: near },
          },
        },
        context,
      )
        .split("\n")
        .at(-1);
    const [near] = result.summary.operations.near_failure;
    if (!near) throw new Error("no sample");
    const of = (ids: string[]) => ({ ...near, request_ids: ids });

    expect(next([icon, save])).toContain("next: bsk debug request n2 ");
    expect(next([icon])).toBe("next: bsk debug operations --session abcd");
    expect(next([save], [of([]), { ...of([save.id]), operation_id: "d3f0c2a91b7e:a9" }])).toContain(
      "debug operation a9 ",
    );
  });

  it("names what no run sees apart from what this one missed", () => {
    const coverage = [{ flag: "page_main_frame" as const }, { flag: "console_limit" as const }];
    const text = formatSummary({ ...result, run: { ...result.run, coverage } }, context);

    expect(text).toContain("\ngaps console_limit×4\nlimits page_main_frame\n");
  });

  it("says why a verb failed, and ends no row with a colon", () => {
    const near = { operation_id: "d3f0c2a91b7e:a3", method: "fill", target: "Password: " };
    const ids = { request_ids: [], console_ids: [] };
    const told = (parts: object) =>
      formatSummary(
        {
          ...result,
          summary: {
            ...result.summary,
            operations: { total: 1, near_failure: [{ ...near, ...ids, ...parts }] },
          },
        },
        context,
      );

    expect(told({ error: "No element for #nix." })).toContain(
      "\n  a3 fill Password: No element for #nix.\n",
    );
    expect(told({})).toContain("\n  a3 fill Password\n");
  });

  it("stays under 1.5 KiB when everything failed", () => {
    const long = "x".repeat(400);
    const rows = Array.from({ length: 8 }, (_, index) =>
      request(index, { url: `http://localhost:3000/${long}`, status: 500 }),
    );
    const entries: ConsoleRecord[] = Array.from({ length: 20 }, () => ({
      ...consoleError,
      text: long,
    }));
    const [near] = result.summary.operations.near_failure;
    if (!near) throw new Error("no sample");
    const refs = { count: 50, rows };
    const summary = {
      ...result.summary,
      failed: refs,
      http_errors: refs,
      slow: refs,
      console_errors: { count: 20, entries },
      gaps: FLAGS.map((flag) => ({ flag, count: 1234 })),
      operations: {
        total: 64,
        gaps: Object.fromEntries(FLAGS.map((flag) => [flag, 64])),
        near_failure: Array.from({ length: 60 }, () => ({
          ...near,
          target: long,
          request_ids: rows.map(({ id }) => id),
        })),
      },
    };

    const text = formatSummary({ ...result, summary }, context);

    expect(Buffer.byteLength(text)).toBeLessThan(1536);
    for (const fact of [
      "failed 50",
      "http errors 50",
      "slow from 1000ms 50",
      "console errors 20",
      "64 operations, with a failure near 60",
      "gaps tracking_limit×1234",
      "next: bsk debug operation a3 --session abcd",
    ])
      expect(text).toContain(fact);
  });

  it("counts the repeats of the errors that it names, and says how many others there are", () => {
    const entries = [{ ...consoleError, count: 7 }];
    const summary = { ...result.summary, console_errors: { count: 9, entries } };

    const text = formatSummary({ ...result, summary }, context);

    expect(text).toContain("console errors 9\n");
    expect(text).toContain("  +2 more: debug console --level error\n");
  });
});
