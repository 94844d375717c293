import { describe, expect, it } from "vitest";
import type { RequestRow } from "../../schema/dist/index.js";
import { foldRows, templateOf } from "../dist/format/fold.js";
import { formatRequests, type RequestListing } from "../dist/format/requests.js";
import { run as runCli } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, failedSave, RUN_ID, request, results, run } from "./records.js";

const context = { params: { session: "abcd" }, hasDisplay: true };

describe("requests as text", () => {
  function listing(
    rows: readonly RequestRow[],
    rest: Partial<RequestListing> = {},
  ): RequestListing {
    return { run, rows, total: 18, isComplete: true, links: new Map(), ...rest };
  }

  it("shows one row a request: id, method, status, duration, size, path, marks", () => {
    const links = new Map([[failedSave.id, "a3 initiator"]]);

    const text = formatRequests(listing([failedSave], { links }), context);

    expect(text.split("\n")).toEqual([
      `run ${RUN_ID} capturing "Save fails"  18 requests, 1 match  at http://localhost:3000`,
      "n12  POST  422  118ms  64B  /api/profile  a3 initiator",
      "next: bsk debug request n12 --session abcd --part response",
    ]);
  });

  it("marks at the end of a row whose hand was in it", () => {
    const by = (type: "block" | "modify" | "mock", state: "applied" | "failed") =>
      ({ traffic: "controlled", intervention: { rule_id: `${RUN_ID}:r2`, type, state } }) as const;
    const rows = [
      request(1, by("mock", "applied")),
      request(2, by("modify", "applied")),
      request(3, by("block", "failed")),
      request(4, { traffic: "replayed", replay_id: `${RUN_ID}:x1`, replay_from: `${RUN_ID}:n1` }),
    ];

    const lines = formatRequests(listing(rows), context).split("\n").slice(1, 5);

    expect(lines.map((line) => line.split("  ").at(-1))).toEqual([
      "mock r2",
      "rule r2 modify",
      "rule r2 block (failed)",
      "replay of n1",
    ]);
  });

  it("folds requests of one template and names them", () => {
    const rows = [9, 10, 11].map((number) =>
      request(number, {
        url: `http://localhost:3000/api/list/${number}?page=${number}`,
        started_at: run.started_at + number * 100,
      }),
    );

    const text = formatRequests(listing(rows), context);

    expect(text).toContain("n9×3");
    expect(text).toContain("/api/list/*?page=*");
    expect(text).toContain("3 within 200ms: n9 n10 n11");
  });

  it("does not fold what differs in outcome, operation or origin", () => {
    const rows = [
      request(1),
      request(2, { status: 500 }),
      request(3, { url: "http://other/api/profile" }),
    ];

    expect(foldRows(rows, () => "")).toHaveLength(3);
    expect(foldRows([request(1), request(2)], ({ id }) => id)).toHaveLength(2);
  });

  it("unfolds and shows everything with --all", () => {
    const rows = [
      request(1),
      request(2),
      request(3, { resource_type: "Image", mime_type: "image/png" }),
    ];

    const text = formatRequests(listing(rows), {
      ...context,
      params: { session: "abcd", all: true },
    });

    expect(text.match(/^n\d+ /gm)).toHaveLength(3);
    expect(text).not.toContain("not shown");
  });

  it("hides static and extension traffic and counts it, but never what failed", () => {
    const rows = [
      request(1),
      request(2, { resource_type: "Image", mime_type: "image/png" }),
      request(3, { traffic: "extension" }),
      request(4, { resource_type: "Image", mime_type: "image/png", status: 404 }),
    ];

    const text = formatRequests(listing(rows), context);

    expect(text).toContain("2 not shown (static 1, extension 1); --all shows every request");
    expect(text).toContain("n4 ");
    expect(text).not.toMatch(/^n[23] /m);
  });

  it("shows static traffic to who asks for its kind or type", () => {
    const image = request(2, { resource_type: "Image", mime_type: "image/png" });

    for (const asked of [{ kind: "resource" }, { resource_type: "Image" }]) {
      const params = { session: "abcd", ...asked };
      expect(formatRequests(listing([image]), { ...context, params })).toMatch(/^n2 /m);
    }
  });

  it("counts what --limit left out, by requests", () => {
    const rows = Array.from({ length: 5 }, (_, index) =>
      request(index + 1, { url: `http://localhost:3000/api/${"abcde"[index]}` }),
    );

    const text = formatRequests(listing(rows), {
      ...context,
      params: { session: "abcd", limit: 2 },
    });

    expect(text.match(/^n\d+ /gm)).toHaveLength(2);
    expect(text).toContain("3 not shown (past --limit 3)");
    expect(text).toContain("next: bsk debug requests --session abcd --limit 100");
  });

  it("hides a preflight, which is no business of the site, and counts it", () => {
    const rows = [request(1), request(2, { traffic: "preflight", method: "OPTIONS" })];

    const text = formatRequests(listing(rows), context);

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
  ])("marks %j", (rest, mark) => {
    const all = { ...context, params: { session: "abcd", all: true } };

    expect(formatRequests(listing([request(1, rest)]), all)).toMatch(
      new RegExp(`/api/profile  .*${mark}`),
    );
  });

  it("prints 300 requests of 40 templates in under 8 KiB", () => {
    const rows = Array.from({ length: 300 }, (_, index) =>
      request(index + 1, {
        url: `http://localhost:3000/api/resource-${"abcdefghij"[index % 10]}/section-${"wxyz"[Math.floor(index / 10) % 4]}/items/${index}?cursor=${index * 7919}&expand=owner,labels`,
        status: index % 40 === 39 ? 500 : 200,
      }),
    );

    const text = formatRequests(listing(rows, { total: 300 }), {
      ...context,
      params: { session: "abcd", limit: 100 },
    });

    expect(Buffer.byteLength(text)).toBeLessThan(8 * 1024);
    expect(text.match(/^n\d+/gm)).toHaveLength(40);
  });

  it("reads every page before it folds", async () => {
    const pages = [
      { requests: [request(1), request(2)], next_since: 2 },
      { requests: [request(3)], next_since: 3 },
    ];
    const host = new FakeHost(
      answersFrom({
        "debug/requests": ({ since }) => ({
          ...results["debug/requests"],
          ...(since === undefined ? pages[0] : pages[1]),
          matched: since === undefined ? 3 : 1,
        }),
      }),
    );

    await runCli(["debug", "requests", "--session", "abcd", "--limit", "1"], host);

    expect(host.stdout).toContain("n1×3");
    const readings = host.calls.filter(({ method }) => method === "debug/requests");
    expect(readings.map(({ params }) => params.since)).toEqual([undefined, 2]);
    expect(readings[1]?.params.run_id).toBe(RUN_ID);
  });
});

describe("templates", () => {
  it.each([
    ["http://h/users/42/posts/7", "http://h/users/*/posts/*"],
    ["http://h/f/9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d", "http://h/f/*"],
    ["http://h/d/2026-01-15", "http://h/d/*"],
    ["http://h/v2/list?q=a&n=1#x", "http://h/v2/list?q=*&n=*"],
    ["data:text/plain,1", "data:text/plain,1"],
  ])("%s is %s", (url, template) => {
    expect(templateOf(url)).toBe(template);
  });
});
