import { readFileSync } from "node:fs";
import type { RequestRow } from "@bsk/schema";
import { describe, expect, it } from "vitest";
import { mergeRows } from "../dist/tsc/panel/model/merge.js";
import { overtakenIds } from "../dist/tsc/panel/model/overtaken.js";
import { groupRequests, marksOf, NO_FILTER, typesOf } from "../dist/tsc/panel/model/requests.js";
import { FollowedRows } from "../dist/tsc/panel/state/FollowedRows.js";

function row(number: number, parts: Partial<RequestRow> = {}): RequestRow {
  return {
    id: `d0123456789ab:n${number}`,
    run_id: "d0123456789ab",
    sequence: number,
    started_at: number,
    method: "GET",
    url: `http://app.test/api/${number}`,
    integrity: { url: "complete", metadata: "complete" },
    state: "complete",
    traffic: "page",
    status: 200,
    resource_type: "Fetch",
    request_body: { state: "empty" },
    response_body: { state: "available" },
    ...parts,
  };
}
const extensionFrame = { url: "chrome-extension://abc/x.js", line: 1, column: 1 };
const names = (rows: readonly RequestRow[]): readonly number[] => rows.map((r) => r.sequence);

describe("the list of requests", () => {
  it("puts business and failures first and the newest on top, and folds the rest, as the shell does", () => {
    const rows = [
      row(1),
      row(2, { resource_type: "Script" }),
      row(3, { resource_type: "Document" }),
      row(4, { traffic: "preflight", method: "OPTIONS" }),
      row(5, { resource_type: "Other", method: "POST" }),
      row(6, { url: "chrome-extension://abc/x.js" }),
      row(7, { resource_type: "Other", mime_type: "application/json" }),
      row(8, { resource_type: "Script", status: 404 }),
      row(9, { initiator: { type: "script", frames: [extensionFrame] } }),
    ];

    const { telling, background } = groupRequests(rows, NO_FILTER);

    expect(names(telling)).toEqual([8, 7, 5, 3, 1]);
    expect(names(background)).toEqual([9, 6, 4, 2]);
  });

  it.each([
    [{ text: "API/2" }, [2]],
    [{ text: "n3" }, [3]],
    [{ text: "post" }, [3]],
    [{ status: "error" }, [4, 2]],
    [{ status: "failed" }, [3]],
    [{ status: "ok" }, [1]],
    [{ type: "XHR" }, [1]],
    [{ type: "XHR", status: "error" }, []],
  ] as const)("keeps what matches %j", (filter, kept) => {
    const { status: _status, ...failed } = row(3, { state: "failed", method: "POST" });
    const { status: __status, ...cutShort } = row(4, { state: "interrupted", wire_status: 404 });
    const rows = [row(1, { resource_type: "XHR" }), row(2, { status: 500 }), failed, cutShort];

    expect(names(groupRequests(rows, { ...NO_FILTER, ...filter }).telling)).toEqual(kept);
  });

  it("names the types that occur", () => {
    expect(typesOf([row(1), row(2, { resource_type: "Document" }), row(3)])).toEqual([
      "Document",
      "Fetch",
    ]);
  });

  it("says nothing of success", () => {
    expect(marksOf(row(1))).toEqual([]);
  });

  it("has no mark that docs/evidence-page.md does not name", () => {
    const read = (path: string): string =>
      readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
    const { properties } = JSON.parse(read("schema/records/request.json")) as {
      readonly properties: {
        readonly state: { readonly enum: readonly RequestRow["state"][] };
        readonly traffic: { readonly enum: readonly RequestRow["traffic"][] };
      };
    };
    const [told = ""] = /^Marks at a request:.*$/m.exec(read("docs/evidence-page.md")) ?? [];

    const rows = [
      ...properties.state.enum.map((state) => row(1, { state })),
      ...properties.traffic.enum.map((traffic) => row(1, { traffic })),
      row(1, { duration_ms: 1000, from_cache: true, from_service_worker: true, pinned: true }),
      row(1, {
        integrity: { url: "complete", metadata: "complete", start: "incomplete" },
        response_body: { state: "truncated", reason: "body_limit" },
      }),
    ];
    const marks = new Set(rows.flatMap((each) => marksOf(each).map(({ text }) => text)));

    expect(marks.size).toBeGreaterThan(15);
    expect([...marks].filter((mark) => !told.includes(`\`${mark}\``))).toEqual([]);
  });

  it("marks what decides diagnoses", () => {
    const marks = marksOf(
      row(1, {
        state: "open",
        duration_ms: 1000,
        from_cache: true,
        from_service_worker: true,
        replay_id: "d0123456789ab:x1",
        response_body: { state: "truncated", reason: "body_limit" },
        intervention: { rule_id: "d0123456789ab:r2", type: "mock", state: "applied" },
      }),
    );

    expect(marks.map(({ text }) => text)).toEqual([
      "mock r2 applied",
      "replay",
      "cache",
      "sw",
      "slow",
      "open",
      "body gap",
    ]);
  });
});

describe("a request that was overtaken", () => {
  it("ended after a newer one of its method and path", () => {
    const url = "http://app.test/api/list";
    const rows = [
      row(1, { url: `${url}?q=a`, started_at: 1, finished_at: 90 }),
      row(2, { url: `${url}?q=ab`, started_at: 2, finished_at: 50 }),
      row(3, { url, started_at: 3, finished_at: 60 }),
      row(4, { url, method: "POST", started_at: 4, finished_at: 5 }),
      row(5, { url, started_at: 5 }),
    ];

    expect([...overtakenIds(rows)]).toEqual([row(1).id]);
  });
});

describe("rows that are read again", () => {
  it("take the place of their older versions and never of newer ones", () => {
    const known = new Map([[row(1).id, row(1, { sequence: 5 })]]);

    const merged = mergeRows(known, [row(1, { sequence: 4 }), row(2)]);

    expect([...merged.values()].map(({ sequence }) => sequence)).toEqual([5, 2]);
    expect(mergeRows(known, [row(1, { sequence: 5 })])).toBe(known);
  });

  it("stay in sight while what the run had no room for is forgotten", async () => {
    let kept = [row(1), row(2)];
    const seen: string[][] = [];
    const followed = new FollowedRows<RequestRow>(async (since) => {
      seen.push([...followed.rows.value.keys()]);
      const rows = kept.filter(({ sequence }) => sequence > since).slice(0, 1);
      return { rows, next_since: rows.at(-1)?.sequence ?? since, total: kept.length };
    });
    await followed.readOn();
    kept = [row(2), row(3)];
    seen.length = 0;

    await followed.readOn();

    expect([...followed.rows.value.keys()]).toEqual([row(2).id, row(3).id]);
    expect(seen.length).toBeGreaterThan(3);
    expect(seen.every((ids) => ids.includes(row(2).id))).toBe(true);
  });
});
