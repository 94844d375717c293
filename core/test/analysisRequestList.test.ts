import { type Recording, validateResult } from "@bsk/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listRequests, requestKind } from "../dist/analysis/index.js";
import {
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  runRecord,
  START,
} from "../dist/testing/index.js";

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const session = "abcd";

function readerWith(requests: Recording["requests"], parts: Partial<Recording> = {}) {
  return readerOf(recordingOf({ requests, ...parts }));
}

function jsonRequest(text: string, parts: Parameters<typeof requestRecord>[1] = {}) {
  const body = { state: "available" as const, text, chars: text.length };
  return requestRecord(1, { response_body: body, ...parts });
}

const shortIds = (rows: readonly { readonly id: string }[]) =>
  rows.map(({ id }) => id.slice(RUN_ID.length + 1));

const cutShort = { state: "interrupted", status: undefined as never } as const;

describe("the list of requests", () => {
  test.each([
    ["a status", { status: 404 }, ["n2", "n6"]],
    ["a status in words", { status: "404" }, ["n2", "n6"]],
    ["a class", { status: "4xx" }, ["n2", "n3", "n6"]],
    ["a list", { status: "200,5XX" }, ["n1", "n4"]],
    ["failures", { failed: true }, ["n2", "n3", "n4", "n5", "n6"]],
    ["failures of a class", { failed: true, status: "5xx" }, ["n4"]],
    ["a method in another case", { method: "get" }, ["n3"]],
  ])(
    "takes classes and lists of statuses, and a method in any case: %s",
    async (_, filter, ids) => {
      const reader = readerWith([
        requestRecord(1, { status: 200, method: "POST" }),
        requestRecord(2, { status: 404, method: "POST" }),
        requestRecord(3, { status: 422, method: "GET" }),
        requestRecord(4, { status: 503, method: "POST" }),
        requestRecord(5, { state: "failed", status: 302, method: "POST" }),
        // It was cut short: the wire alone told its status.
        requestRecord(6, { ...cutShort, wire_status: 404, method: "POST" }),
      ]);

      const { requests } = await listRequests(reader, { session, ...filter });

      expect(shortIds(requests)).toEqual(ids);
    },
  );

  test("combines all filters before it takes a page", async () => {
    const api = { url: "http://app.test/api/x", method: "POST", status: 500 };
    const reader = readerWith([
      requestRecord(1, api),
      requestRecord(2, { ...api, method: "GET" }),
      requestRecord(3, { ...api, url: "http://app.test/API/x" }),
      requestRecord(4, { ...api, state: "failed" }),
      requestRecord(5, api),
      requestRecord(6, { ...api, resource_type: "XHR" }),
    ]);

    const result = await listRequests(reader, {
      session,
      kind: "business",
      url: "/api/",
      method: "POST",
      status: 500,
      state: "complete",
      resource_type: "Fetch",
      limit: 1,
    });

    expect(shortIds(result.requests)).toEqual(["n1"]);
    expect(result).toMatchObject({ matched: 2, total: 6, next_since: 1, truncated: true });
    expect(
      validateResult["debug/requests"](result),
      JSON.stringify(validateResult["debug/requests"].errors),
    ).toBe(true);
  });

  test("tells business, resource and extension apart", () => {
    const image = { resource_type: "Image", mime_type: "image/png" };
    const kinds = [
      requestRecord(1, { ...image, resource_type: "Document" }),
      requestRecord(1, { ...image, method: "POST" }),
      requestRecord(1, { ...image, mime_type: "application/ld+json" }),
      requestRecord(1, { ...image, resource_type: "XHR" }),
      requestRecord(1, { resource_type: "EventSource", mime_type: "text/event-stream" }),
      requestRecord(1, image),
      requestRecord(1, { ...image, method: "HEAD" }),
      requestRecord(1, { url: "chrome-extension://abc/x.js" }),
      requestRecord(1, {
        initiator: {
          type: "script",
          frames: [{ url: "moz-extension://abc/x.js", line: 1, column: 1 }],
        },
      }),
      requestRecord(1, { traffic: "extension" }),
    ].map(requestKind);

    expect(kinds).toEqual([
      ...["business", "business", "business", "business", "business"],
      ...["resource", "resource"],
      ...["extension", "extension", "extension"],
    ]);
  });

  test.each([
    [undefined, ["n1", "n2", "n3"]],
    ["all", ["n1", "n2", "n3"]],
    ["business", ["n1"]],
    ["resource", ["n2"]],
    ["extension", ["n3"]],
  ] as const)("gives of the kinds those that are asked for: %s", async (kind, ids) => {
    const reader = readerWith([
      requestRecord(1, { resource_type: "Fetch" }),
      requestRecord(2, { resource_type: "Image", mime_type: "image/png" }),
      requestRecord(3, { url: "chrome-extension://abc/x.js" }),
    ]);

    const result = await listRequests(reader, { session, ...(kind ? { kind } : {}) });

    expect(shortIds(result.requests)).toEqual(ids);
  });

  test("never carries a body's text, headers or timing", async () => {
    const request = jsonRequest("SECRET", {
      request_headers: { a: "b" },
      response_headers: { a: "b" },
      timing: { send: 1 },
      initiator: {
        type: "script",
        url: "http://app.test/a.js",
        frames: [{ url: "u", line: 1, column: 1 }],
      },
    });

    const { requests } = await listRequests(readerWith([request]), { session });

    expect(JSON.stringify(requests)).not.toContain("SECRET");
    expect(requests[0]).not.toHaveProperty("request_headers");
    expect(requests[0]).not.toHaveProperty("timing");
    expect(requests[0]).not.toHaveProperty("record");
    expect(requests[0]?.initiator).toEqual({ type: "script", url: "http://app.test/a.js" });
    expect(requests[0]?.response_body).toEqual({ state: "available", chars: 6 });
  });

  test("prints the chosen fields with identity, body states and provenance", async () => {
    const request = requestRecord(1, { duration_ms: 5, frame_id: "F", pinned: true });

    const { requests } = await listRequests(readerWith([request]), {
      session,
      fields: ["status", "duration_ms"],
    });

    expect(Object.keys(requests[0] ?? {}).sort()).toEqual(
      [
        "id",
        "run_id",
        "sequence",
        "started_at",
        "method",
        "url",
        "integrity",
        "state",
        "traffic",
        "status",
      ]
        .concat(["duration_ms", "request_body", "response_body", "pinned"])
        .sort(),
    );
    await expect(
      listRequests(readerWith([]), { session, fields: ["satus"] }),
    ).rejects.toMatchObject({
      code: "invalid_params",
      message: expect.stringContaining("satus"),
    });
  });

  test("is in the order of sequence, so that a changed record comes again", async () => {
    const before = [
      requestRecord(1, { state: "pending", sequence: 1 }),
      requestRecord(2, { sequence: 2 }),
    ];
    const first = await listRequests(readerWith(before), { session });
    const after = [requestRecord(1, { sequence: 3 }), requestRecord(2, { sequence: 2 })];

    const second = await listRequests(readerWith(after), { session, since: first.next_since });
    const third = await listRequests(readerWith(after), { session, since: second.next_since });

    expect(shortIds(second.requests)).toEqual(["n1"]);
    expect(third).toMatchObject({ requests: [], next_since: 3, truncated: false, matched: 2 });
  });

  test("says truncated when evidence was evicted, though there is no other page", async () => {
    const run = runRecord({ counts: { ...runRecord().counts, dropped_requests: 3 } });

    const result = await listRequests(readerWith([requestRecord(1)], { run }), { session });

    expect(result.truncated).toBe(true);
    expect(result.output.truncated).toBe(false);
  });

  test("compacts data URLs and says so", async () => {
    const url = `data:image/png;base64,${"A".repeat(2000)}`;

    const { requests, output } = await listRequests(readerWith([requestRecord(1, { url })]), {
      session,
    });

    expect(requests[0]?.url).toBe("data:image/png;base64,…(2022 chars)");
    expect(output).toEqual({ budget: 65536, truncated: true, omitted: ["data_urls"] });
  });

  test("drops whole rows to fit its budget, and the cursor goes on behind them", async () => {
    const all = Array.from({ length: 60 }, (_, index) => requestRecord(index + 1));
    const seen: string[] = [];
    let since = 0;
    for (;;) {
      const result = await listRequests(readerWith(all), {
        session,
        since,
        limit: 30,
        budget: 4096,
      });
      expect(new TextEncoder().encode(JSON.stringify(result, null, 2)).length).toBeLessThanOrEqual(
        4096,
      );
      if (result.requests.length === 0) break;
      expect(result.output.omitted).toEqual(["requests"]);
      expect(result.requests.length).toBeLessThan(30);
      expect(result.truncated).toBe(true);
      seen.push(...shortIds(result.requests));
      since = result.next_since;
      if (seen.length >= 54) break;
    }

    expect(seen.slice(0, 54)).toEqual(
      Array.from({ length: seen.length }, (_, index) => `n${index + 1}`).slice(0, 54),
    );
  });

  test("shortens a long URL when a single row does not fit", async () => {
    const url = `http://app.test/${"a".repeat(2000)}`;
    const fat = { url, document_url: url, redirect_from: "x", error: "y".repeat(2000) };

    const { requests, output } = await listRequests(readerWith([requestRecord(1, fat)]), {
      session,
      budget: 4096,
    });

    expect(requests[0]?.url).toHaveLength(201);
    expect(output.omitted).toContain("long_strings");
  });

  test("fails with its own code when nothing more can go", async () => {
    const coverage = Array.from({ length: 60 }, (_, index) => ({
      flag: "plugin_failed" as const,
      detail: `${index} ${"d".repeat(100)}`,
    }));
    const run = runRecord({ coverage });

    await expect(
      listRequests(readerWith([], { run }), { session, budget: 4096 }),
    ).resolves.toMatchObject({
      output: { omitted: ["run.environment"] },
    });
    const more = runRecord({ coverage: [...coverage, ...coverage, ...coverage] });
    await expect(
      listRequests(readerWith([], { run: more }), { session, budget: 4096 }),
    ).rejects.toMatchObject({
      code: "budget_too_small",
      hint: expect.stringContaining("bsk debug export"),
      data: { budget: 4096 },
    });
  });

  test("read page by page, whatever the sequences, gives each record once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 80 }),
        fc.integer({ min: 1, max: 100 }),
        async (sequences, limit) => {
          const all = sequences.map((sequence, index) =>
            requestRecord(index + 1, { sequence, started_at: START - sequence }),
          );
          const seen: string[] = [];
          let since = 0;
          for (;;) {
            const page = await listRequests(readerWith(all), { session, since, limit });
            if (page.requests.length === 0) break;
            seen.push(...page.requests.map(({ id }) => id));
            since = page.next_since;
          }
          expect([...seen].sort()).toEqual(all.map(({ id }) => id).sort());
        },
      ),
      { seed, numRuns: 50 },
    );
  });
});
