import { type Recording, validateResult } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { listFolds, templateOf } from "../dist/analysis/index.js";
import {
  operationRecord,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  START,
} from "../dist/testing/index.js";

const session = "abcd";
const links = { request_ids: [], console_ids: [], links: [] };
const readerWith = (requests: Recording["requests"], parts: Partial<Recording> = {}) =>
  readerOf(recordingOf({ requests, ...parts }));
const at = (number: number, path: string, parts: Parameters<typeof requestRecord>[1] = {}) =>
  requestRecord(number, { url: `http://app.test${path}`, started_at: START + number, ...parts });

describe("the list of requests as text shows it", () => {
  test("folds what is of one template, with medians, span, and who came first and last", async () => {
    const rows = [1, 2, 3, 4, 5].map((number) =>
      at(number, `/api/${number}?page=${number}`, {
        duration_ms: number * 10,
        transfer_bytes: number * 100,
      }),
    );

    const result = await listFolds(readerWith(rows), { session });

    expect(validateResult["debug/listing"](result)).toBe(true);
    expect(result.folds).toHaveLength(1);
    expect(result.folds[0]).toMatchObject({
      count: 5,
      url: "http://app.test/api/*?page=*",
      duration_ms: 30,
      bytes: 300,
      span_ms: 4,
      ids: [`${RUN_ID}:n1`, `${RUN_ID}:n5`],
    });
    expect(result).toMatchObject({ matched: 5, total: 5, past_limit: 0 });
  });

  test.each([
    ["method", { method: "PUT" }],
    ["status", { status: 500 }],
    ["state", { state: "open" as const }],
    ["error", { error: "net::ERR_FAILED" }],
    ["traffic", { traffic: "worker" as const }],
    ["the cache", { from_cache: true }],
    ["a service worker", { from_service_worker: true }],
    ["slowness", { duration_ms: 1_000 }],
    ["what redirected it", { redirect_from: `${RUN_ID}:n9` }],
    ["its path", { url: "http://app.test/api/b" }],
  ])("never folds what differs in %s", async (_what, parts) => {
    const rows = [at(1, "/api/a"), at(2, "/api/a", parts), at(3, "/api/a")];

    const { folds } = await listFolds(readerWith(rows), { session });

    expect(folds.map(({ count }) => count)).toEqual([2, 1]);
  });

  test("keeps requests of different operations apart, and says which", async () => {
    const clicked = operationRecord(1, {
      ...{ state: "completed", started_at: START + 2, finished_at: START + 3 },
      ...{ window_end: START + 1_000, observation_end: START + 2_000 },
    });
    const operations = [{ ...clicked, ...links }];

    const { folds } = await listFolds(
      readerWith([at(1, "/a"), at(2, "/a"), at(3, "/a")], { operations }),
      { session },
    );

    expect(folds.map(({ count, link }) => [count, link?.relation])).toEqual([
      [1, undefined],
      [2, "window"],
    ]);
    expect(folds[1]?.link?.operation_id).toBe(`${RUN_ID}:a1`);
  });

  test("hides and counts what is no business of the site, but never what failed or was asked for", async () => {
    const image = { resource_type: "Image", mime_type: "image/png" };
    const reader = readerWith([
      at(1, "/a"),
      at(2, "/b", image),
      at(3, "/c", { traffic: "extension" }),
      at(4, "/d", { ...image, status: 404 }),
    ]);

    const hidden = await listFolds(reader, { session });
    const asked = await listFolds(reader, { session, resource_type: "Image" });
    const all = await listFolds(reader, { session, all: true });

    expect(hidden.hidden).toEqual({ static: 1, extension: 1 });
    expect(hidden.folds).toHaveLength(2);
    expect(asked.folds).toHaveLength(2);
    expect(all.folds).toHaveLength(4);
    expect(all.hidden).toEqual({ static: 0, extension: 0 });
  });

  test("counts requests, not folds, behind its limit, and reads on from a sequence", async () => {
    const rows = ["/a", "/b", "/b", "/c"].map((path, index) => at(index + 1, path));

    const limited = await listFolds(readerWith(rows), { session, limit: 1 });
    const later = await listFolds(readerWith(rows), { session, since: rows[2]?.sequence ?? 0 });

    expect(limited).toMatchObject({ past_limit: 3, matched: 4 });
    expect(later).toMatchObject({ matched: 1, total: 4 });
  });

  test("fits a frame however long its URLs are, and counts what it had to drop", async () => {
    const rows = Array.from({ length: 100 }, (_, index) =>
      at(index + 1, `/${"long".repeat(40)}${index}x/${"y".repeat(100_000)}`, {
        document_url: "z".repeat(100_000),
      }),
    );

    const result = await listFolds(readerWith(rows), { session, limit: 100 });

    expect(JSON.stringify(result).length).toBeLessThan(300_000);
    expect(result.output.omitted).toContain("long_strings");
    expect(result.past_limit + result.folds.length).toBe(100);
  });
});

describe("templates", () => {
  test.each([
    ["http://h/users/42/posts/7", "http://h/users/*/posts/*"],
    ["http://h/f/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", "http://h/f/*"],
    ["http://h/d/2026-01-15", "http://h/d/*"],
    ["http://h/v2/list?q=a&n=1#x", "http://h/v2/list?q=*&n=*"],
    ["data:text/plain,1", "data:text/plain,1"],
  ])("%s is %s", (url, template) => {
    expect(templateOf(url)).toBe(template);
  });
});
