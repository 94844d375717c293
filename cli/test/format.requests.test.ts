import { describe, expect, it } from "vitest";
import { listFolds } from "../../core/dist/index.js";
import { readerOf, recordingOf } from "../../core/dist/testing/index.js";
import type { ActionResults, RequestFold, RequestRow } from "../../schema/dist/index.js";
import { formatRequests } from "../dist/format/requests.js";
import { run as runCli } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, failedSave, RUN_ID, request, run } from "./records.js";

type Listing = ActionResults["debug/listing"];

const context = { params: { session: "abcd" }, hasDisplay: true };

describe("requests as text", () => {
  /** What the extension answers for these rows. */
  async function listing(
    rows: readonly RequestRow[],
    params: object = {},
    rest: Partial<Listing> = {},
  ): Promise<Listing> {
    const requests = rows.map((row) => ({ ...row, record: "request" as const }));
    const reader = readerOf(recordingOf({ requests }));
    return { ...(await listFolds(reader, { session: "abcd", ...params })), run, ...rest };
  }

  const first = (row: RequestRow): RequestFold => ({
    first: row,
    count: 1,
    url: row.url,
    span_ms: 0,
    ids: [row.id],
  });

  it("shows one row a request: id, method, status, duration, size, path, marks", async () => {
    const link = { operation_id: `${RUN_ID}:a3`, relation: "initiator" as const };
    const folds = [{ ...first(failedSave), link }];

    const text = formatRequests(await listing([failedSave], {}, { folds, total: 18 }), context);

    expect(text.split("\n")).toEqual([
      `run ${RUN_ID} capturing "Save fails"  18 requests, 1 match  at http://localhost:3000`,
      "n12  POST  422  118ms  64B  /api/profile  a3 initiator",
      "next: bsk debug request n12 --session abcd --part response",
    ]);
  });

  it("keeps the marks in one column beside long URLs, which it cuts in the middle", async () => {
    const long = { ...request(2), url: `http://localhost/${"a".repeat(200)}/end`, pinned: true };
    const short = { ...request(1), url: "http://localhost/b", pinned: true };
    const folds = [first(long), first(short)];

    const text = formatRequests(await listing([long, short], {}, { folds }), context);

    const [, ...rows] = text.split("\n");
    expect(rows[0]).toMatch(/a…a+\/end {2}pinned$/);
    expect(rows[0]?.indexOf("pinned")).toBe(rows[1]?.indexOf("pinned"));
  });

  it("marks at the end of a row whose hand was in it", async () => {
    const by = (type: "block" | "modify" | "mock", state: "applied" | "failed") =>
      ({ traffic: "controlled", intervention: { rule_id: `${RUN_ID}:r2`, type, state } }) as const;
    const rows = [
      request(1, by("mock", "applied")),
      request(2, by("modify", "applied")),
      request(3, by("block", "failed")),
      request(4, { traffic: "replayed", replay_id: `${RUN_ID}:x1`, replay_from: `${RUN_ID}:n1` }),
    ];

    const lines = formatRequests(await listing(rows), context)
      .split("\n")
      .slice(1, 5);

    expect(lines.map((line) => line.split("  ").at(-1))).toEqual([
      "mock r2",
      "rule r2 modify",
      "rule r2 block (failed)",
      "replay of n1",
    ]);
  });

  it("folds requests of one template and names them", async () => {
    const rows = [9, 10, 11].map((number) =>
      request(number, {
        url: `http://localhost:3000/api/list/${number}?page=${number}`,
        started_at: run.started_at + number * 100,
      }),
    );

    const text = formatRequests(await listing(rows), context);

    expect(text).toContain("n9×3");
    expect(text).toContain("/api/list/*?page=*");
    expect(text).toContain("3 within 200ms: n9 n10 n11");
  });

  it("unfolds and shows everything with --all", async () => {
    const rows = [
      request(1),
      request(2),
      request(3, { resource_type: "Image", mime_type: "image/png" }),
    ];

    const params = { session: "abcd", all: true };
    const text = formatRequests(await listing(rows, params), { ...context, params });

    expect(text.match(/^n\d+ /gm)).toHaveLength(3);
    expect(text).not.toContain("not shown");
  });

  it("hides static and extension traffic and counts it, but never what failed", async () => {
    const rows = [
      request(1),
      request(2, { resource_type: "Image", mime_type: "image/png" }),
      request(3, { traffic: "extension" }),
      request(4, { resource_type: "Image", mime_type: "image/png", status: 404 }),
    ];

    const text = formatRequests(await listing(rows), context);

    expect(text).toContain("2 not shown: 1 static, 1 extension; --all hides none");
    expect(text).toContain("n4 ");
    expect(text).not.toMatch(/^n[23] /m);
  });

  it("shows static traffic to who asks for its kind or type", async () => {
    const image = request(2, { resource_type: "Image", mime_type: "image/png" });

    for (const asked of [{ kind: "resource" }, { resource_type: "Image" }]) {
      const params = { session: "abcd", ...asked };
      const text = formatRequests(await listing([image], params), { ...context, params });
      expect(text).toMatch(/^n2 /m);
    }
  });

  it("counts what --limit left out, by requests", async () => {
    const rows = Array.from({ length: 5 }, (_, index) =>
      request(index + 1, { url: `http://localhost:3000/api/${"abcde"[index]}` }),
    );

    const params = { session: "abcd", limit: 2 };
    const text = formatRequests(await listing(rows, params), { ...context, params });

    expect(text.match(/^n\d+ /gm)).toHaveLength(2);
    expect(text).toContain("3 not shown: 3 past --limit 2");
    expect(text).toContain("next: bsk debug requests --session abcd --limit 100");
  });

  it("keeps the filters of the call, and goes on until every request was shown", async () => {
    const rows = Array.from({ length: 5 }, (_, index) => request(index + 1));
    const seen: string[] = [];
    let params: Record<string, unknown> = { session: "abcd", all: true, url: "/api/", limit: 2 };
    for (let call = 0; call < 3; call++) {
      const text = formatRequests(await listing(rows, params), { ...context, params });
      seen.push(...(text.match(/^n\d+/gm) ?? []));
      const since =
        /^next: bsk debug requests --session abcd --all --url \/api\/ --limit 2 --since (\d+)$/m;
      const next = since.exec(text)?.[1];
      if (next === undefined) break;
      params = { ...params, since: Number(next) };
    }

    expect(seen).toEqual(["n1", "n2", "n3", "n4", "n5"]);
  });

  it("unfolds what is past the most rows of an answer, and names the way beside a failure's", async () => {
    const rows = Array.from({ length: 3 }, (_, index) =>
      request(index + 1, { url: `http://localhost:3000/api/${"abc"[index]}`, status: 500 }),
    );
    const few = { session: "abcd", limit: 1 };
    const most = { session: "abcd", limit: 100 };

    const text = formatRequests(await listing(rows, few), { ...context, params: most });

    expect(text).toContain("\nmore: bsk debug requests --session abcd --limit 100 --all\nnext: ");
  });

  it("prints the fields that were asked for and no others, of each request its own", async () => {
    const rows = [request(9), request(10, { duration_ms: 7 })];
    const params = { session: "abcd", fields: ["status", "duration_ms", "error"] };

    const text = formatRequests(await listing(rows, params), { ...context, params });

    expect(text.split("\n").slice(1, 4)).toEqual([
      "id   status  duration_ms  error  url",
      "n9   200     42           -      /api/profile",
      "n10  200     7            -      /api/profile",
    ]);
  });

  it("hides a preflight, which is no business of the site, and counts it", async () => {
    const rows = [request(1), request(2, { traffic: "preflight", method: "OPTIONS" })];

    const text = formatRequests(await listing(rows), context);

    expect(text).not.toContain("OPTIONS");
    expect(text).toContain("1 not shown");
  });

  it.each([
    [{ from_cache: true }, "cache"],
    [{ from_service_worker: true }, "sw"],
    [{ duration_ms: 1204 }, "slow"],
    [{ traffic: "preflight" as const }, "preflight"],
    [{ state: "open" as const }, "open"],
    [{ state: "redirected" as const, status: 302 }, "redirect"],
    [{ state: "failed" as const, error: "net::ERR_REFUSED" }, "net::ERR_REFUSED"],
  ])("marks %j", async (rest, mark) => {
    const all = { ...context, params: { session: "abcd", all: true } };

    expect(formatRequests(await listing([request(1, rest)], all.params), all)).toMatch(
      new RegExp(`/api/profile  .*${mark}`),
    );
  });

  it("prints 300 requests of 40 templates in under 8 KiB", async () => {
    const rows = Array.from({ length: 300 }, (_, index) =>
      request(index + 1, {
        url: `http://localhost:3000/api/resource-${"abcdefghij"[index % 10]}/section-${"wxyz"[Math.floor(index / 10) % 4]}/items/${index}?cursor=${index * 7919}&expand=owner,labels`,
        status: index % 40 === 39 ? 500 : 200,
      }),
    );

    const params = { session: "abcd", limit: 100 };
    const text = formatRequests(await listing(rows, params), { ...context, params });

    expect(Buffer.byteLength(text)).toBeLessThan(8 * 1024);
    expect(text.match(/^n\d+/gm)).toHaveLength(40);
  });

  it("asks once, whatever the number of requests, and JSON asks for the records", async () => {
    const host = new FakeHost(answersFrom());

    await runCli(["debug", "requests", "--session", "abcd", "--limit", "1"], host);
    await runCli(["debug", "requests", "--session", "abcd", "--json"], host);

    expect(host.calls).toEqual([
      { method: "debug/listing", params: { session: "abcd", limit: 1 } },
      { method: "debug/requests", params: { session: "abcd" } },
    ]);
  });
});
