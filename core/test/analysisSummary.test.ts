import type { Recording } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { summarize } from "../dist/analysis/index.js";
import {
  consoleRecord,
  operationRecord,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  START,
} from "../dist/testing/index.js";

const session = "abcd";
const links = { request_ids: [], console_ids: [], links: [] };
const readerWith = (parts: Partial<Recording>) => readerOf(recordingOf(parts));
const short = (rows: readonly { readonly id: string }[]) =>
  rows.map(({ id }) => id.slice(RUN_ID.length + 1));

describe("a summary", () => {
  test("ranks the newest failure of the site's business first, what the browser asks for last", async () => {
    const failed = (number: number, url: string, parts = {}) =>
      requestRecord(number, { url, status: 404, started_at: START + number, ...parts });
    const image = { resource_type: "Image", mime_type: "image/png" };
    const other = { resource_type: "Other", mime_type: "image/x-icon" };
    const rows = [
      failed(1, "http://app.test/api/old"),
      failed(2, "http://app.test/api/new"),
      failed(3, "http://app.test/a.png", image),
      failed(4, "http://app.test/next.html", { ...other, traffic: "prefetch" }),
      failed(5, "http://app.test/favicon.ico?v=2", other),
      failed(6, "http://app.test/assets/app.js.map", other),
    ];
    const noise = consoleRecord(1, { level: "error", source_url: "http://app.test/favicon.ico" });
    const clicks = [1, 2].map((n) => ({
      ...operationRecord(n, { started_at: START + 10 * n - 9, finished_at: START + 10 * n - 9 }),
      ...links,
    }));
    const icon = failed(7, "http://app.test/favicon.ico", { ...other, started_at: START + 12 });

    const { summary } = await summarize(
      readerWith({ requests: [...rows, icon], operations: clicks, console: [noise] }),
      { session },
    );

    expect(short(summary.http_errors.rows)).toEqual(["n2", "n1", "n3", "n7", "n6", "n5", "n4"]);
    expect(summary.http_errors.count).toBe(7);
    expect(summary.operations.near_failure).toMatchObject([
      {
        operation_id: `${RUN_ID}:a1`,
        request_ids: ["n1", "n2", "n3"].map((n) => `${RUN_ID}:${n}`),
      },
    ]);
  });

  test("says why a verb failed by itself", async () => {
    const bad = { ...operationRecord(1, { state: "error", error: "No element." }), ...links };

    const { summary } = await summarize(readerWith({ operations: [bad] }), { session });

    expect(summary.operations.near_failure).toMatchObject([{ error: "No element." }]);
  });
});
