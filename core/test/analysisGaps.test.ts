import { describe, expect, test } from "vitest";
import { tellingGaps } from "../dist/analysis/index.js";
import { STANDING } from "../dist/capture/runRecord.js";
import {
  consoleRecord,
  operationRecord,
  pageRecord,
  runRecord,
  START,
} from "../dist/testing/index.js";
import { done, field, id, jsonBody, page, read, request, saving } from "./analysis/saving.js";

describe("what is not known of an operation", () => {
  test("names the bodies that are not complete", async () => {
    const truncated = {
      request_body: { state: "truncated", reason: "body_limit" },
      response_body: { state: "omitted", reason: "non_text" },
    };

    const { evidence } = await read(saving({ request: truncated }));

    expect(evidence.fields[0]?.submitted.map(({ state }) => state)).toEqual(["truncated"]);
    expect(evidence.fields[0]?.response.map(({ state }) => state)).toEqual(["unavailable"]);
    expect(evidence.gaps).toEqual(["body_truncated", "body_omitted"]);
  });

  test("leaves out what a rule or a replay sent, and names what a rule did", async () => {
    const replayed = await read(saving({ request: { traffic: "replayed" } }));
    const ruled = await read(saving({ request: { traffic: "controlled", replay_id: id("x1") } }));
    const controlled = await read(saving({ request: { traffic: "controlled" } }));
    const intervention = { rule_id: "d0123456789ab:r1", type: "block", state: "applied" };
    const blocked = await read(saving({ request: { traffic: "controlled", intervention } }));

    for (const { evidence } of [replayed, controlled, blocked]) {
      expect(evidence.fields[0]?.submitted).toEqual([]);
      expect(evidence.fields[0]?.response).toEqual([]);
    }
    expect(replayed.requests.concat(ruled.requests)).toEqual([]);
    expect(replayed.operation.links).toEqual([]);
    expect(controlled.evidence.gaps).toEqual(["request_controlled"]);
    expect(blocked.evidence.gaps).toEqual(["request_controlled", "control_block"]);
  });

  test("leaves what the browser says of a replay out of the click before it", async () => {
    const said = consoleRecord(1, { at: START + 1100, request_id: id("n1") });
    const told = async (request: object) =>
      (await read({ ...saving({ request }), console: [said] })).operation.console_ids;

    expect(await told({})).toEqual([id("c1")]);
    expect(await told({ traffic: "replayed" })).toEqual([]);
  });

  test("takes what the browser says of a request, whatever was done meanwhile", async () => {
    const told = async (request_id: string) => {
      const said = consoleRecord(1, { at: START + 1100, request_id });
      const first = { started_at: START + 900 };
      const { operations, ...rest } = saving({ request: first });
      const given = { ...rest, operations, console: [said] };
      return [await read(given, "a1"), await read(given)].map(
        ({ operation }) => operation.console_ids,
      );
    };

    expect(await told(id("n1"))).toEqual([[id("c1")], []]);
    expect(await told(id("n9"))).toEqual([[], [id("c1")]]); // not kept: by its time
  });

  test("takes what a rule changed as it went out, and nothing of what went to no server", async () => {
    const by = async (type: string, state: string) => {
      const intervention = { rule_id: "d0123456789ab:r1", type, state };
      const request = { traffic: "controlled", intervention };
      return (await read(saving({ request }))).evidence.fields[0];
    };

    expect(await by("modify", "applied")).toMatchObject({
      submitted: [{ state: "available", value: "Ada L.", source: id("n1") }],
      response: [{ state: "available", value: "Ada" }],
    });
    for (const [type, state] of [
      ["modify", "failed"],
      ["modify", "cancelled"],
      ["mock", "applied"],
      ["block", "applied"],
    ] as const)
      expect(await by(type, state)).toMatchObject({ submitted: [], response: [] });
  });

  test("names what a rule did, and what became of it where it was not simply done", async () => {
    const by = (type: string, state: string) =>
      read(
        saving({
          request: {
            traffic: "controlled",
            intervention: { rule_id: "d0123456789ab:r1", type, state },
          },
        }),
      );

    expect((await by("mock", "applied")).evidence.gaps).toEqual([
      "request_controlled",
      "control_mock",
    ]);
    expect((await by("modify", "failed")).evidence.gaps).toEqual([
      "request_controlled",
      "control_modify",
      "control_failed",
    ]);
  });

  test("a redirect without a body is not a gap", async () => {
    const hop = {
      state: "redirected",
      request_body: { state: "empty" },
      response_body: { state: "unavailable", reason: "redirect" },
    };

    expect((await read(saving({ request: hop }))).evidence.gaps).toEqual([]);
  });

  test("flags operations between it and the page that shows the later value", async () => {
    const parts = saving({ later: [page(5, 9000, [field("Ada")], { cause: "load" })] });
    const clicked = await read({ ...parts, operations: [...parts.operations, done(3, 5000)] });
    const reloaded = await read({
      ...parts,
      operations: [...parts.operations, done(3, 8900, { method: "reload" })],
    });

    expect(clicked.evidence.gaps).toEqual(["intervening_operations"]);
    expect(reloaded.evidence.gaps).toEqual([]);
  });

  test("lists gaps of the run, the operation, its pages and its requests", async () => {
    const run = runRecord({
      counts: { ...runRecord().counts, dropped_console: 1 },
      coverage: [
        { flag: "task_tab" },
        { flag: "initial_load_not_recorded" },
        { flag: "evidence_write_failed", count: 1 },
      ],
    });
    const pages = [
      pageRecord(1, { fields_partial: true }),
      pageRecord(2, { truncated: true, text: "x" }),
    ];
    const operations = [
      operationRecord(1, {
        before: id("g1"),
        after: id("g2"),
        observation_limited: true,
        started_at: START,
      }),
    ];
    const requests = [
      request(1, 10, { state: "pending", response_body: { state: "pending" } }),
      request(2, 20, { state: "interrupted" }),
    ];

    const { evidence } = await read({ run, pages, operations, requests }, "a1");

    expect(evidence.gaps).toEqual([
      "operation_running",
      "capacity_limit",
      "evidence_write_failed",
      "initial_load_not_recorded",
      "observation_limit",
      "fields_partial",
      "page_truncated",
      "request_pending",
      "body_pending",
      "request_interrupted",
    ]);
  });

  test("has what befell the capture in the operation's time, and not what did before or after", async () => {
    const befell = (from: number, to: number) =>
      runRecord({
        coverage: [
          { flag: "target_crashed", count: 2, first_at: START + from, last_at: START + to },
        ],
      });
    const gapsAt = async (from: number, to: number) =>
      (await read({ ...saving(), run: befell(from, to) })).evidence.gaps;

    expect(await gapsAt(1010, 1020)).toEqual(["target_crashed"]);
    expect(await gapsAt(-10, 60_000)).toEqual(["target_crashed"]);
    expect(await gapsAt(-10, -5)).toEqual([]);
    expect(await gapsAt(60_000, 60_001)).toEqual([]);
  });

  test("reads the page past a dialog: what its answer led to is told from the reading before it", async () => {
    const dialog = { state: "unavailable", reason: "dialog_open" } as const;
    const pages = [
      pageRecord(1, { at: START, text: "Row 1" }),
      pageRecord(2, { at: START + 50, ...dialog }),
      pageRecord(3, { at: START + 100, ...dialog }),
      pageRecord(4, { at: START + 900, text: "Deleted" }),
    ];
    const operations = [
      done(1, 10, { method: "click", before: id("g1"), after: id("g2") }),
      done(2, 100, { method: "dialog", before: id("g3"), after: id("g4") }),
    ];
    const [click, answer] = await Promise.all(
      ["a1", "a2"].map(
        async (name) => (await read({ ...saving(), pages, operations }, name)).evidence,
      ),
    );

    expect(answer?.changes).toMatchObject({
      state: "available",
      added: ["Deleted"],
      removed: ["Row 1"],
    });
    expect(answer?.gaps).toEqual([]);
    expect(click?.changes.state).toBe("unavailable");
    expect(click?.gaps).toContain("dialog_open");
    expect(click?.gaps).not.toContain("after_unavailable");
  });

  test("bounds changed lines to sixteen each way", async () => {
    const lines = (prefix: string) =>
      Array.from({ length: 20 }, (_, index) => `${prefix}${index}`).join("\n");
    const parts = saving();
    const pages = [
      pageRecord(3, { at: START, text: lines("old") }),
      pageRecord(4, { at: START + 1, text: lines("new") }),
    ];

    const { changes } = (await read({ ...parts, pages })).evidence;

    expect(changes.added).toHaveLength(16);
    expect(changes.removed).toHaveLength(16);
    expect(changes.truncated).toBe(true);
  });

  test("tells text that came and went: what the observer saw, and what only a reading between has", async () => {
    const parts = saving();
    const seen = (text: string) =>
      ({ text, at: START + 40, until: START + 90, live: "alert" }) as const;
    const passed = ["No connection", "Stays", "Was here"].map(seen);
    const operations = parts.operations.map((operation) =>
      operation.id.endsWith(":a2")
        ? { ...operation, passed, passed_limited: true, observations: [id("g5")] }
        : operation,
    );
    const pages = [
      pageRecord(3, { at: START, text: "Was here" }),
      pageRecord(4, { at: START + 100, text: "Saved\nStays" }),
      pageRecord(5, { at: START + 3000, text: "Stays" }),
    ];

    const { changes, gaps } = (await read({ ...parts, operations, pages })).evidence;

    expect(changes.added).toEqual(["Stays"]);
    expect(changes.passed).toEqual([passed[0], { text: "Saved", at: START + 100 }]);
    expect(gaps).toContain("passing_text_limit");
  });

  test("shows its console entries with how they are related, in browser time", async () => {
    const console = [
      consoleRecord(2, { at: START + 3000 }),
      consoleRecord(1, { at: START + 1020 }),
    ];

    const result = await read({ ...saving(), console });

    expect(
      result.console.map(({ id: entry, relation }) => `${entry.split(":")[1]} ${relation}`),
    ).toEqual(["c1 window", "c2 delayed"]);
  });

  test("that does not exist has a code and the next command", async () => {
    await expect(read(saving(), "a9")).rejects.toMatchObject({
      code: "operation_not_found",
      hint: "bsk debug operations --session abcd",
    });
    await expect(read(saving(), "n1")).rejects.toMatchObject({ code: "operation_not_found" });
  });

  test("counts only twelve business requests and says that there were more", async () => {
    const parts = saving();
    const requests = Array.from({ length: 14 }, (_, index) =>
      request(index + 1, 1050 + index, {
        method: "POST",
        request_body: jsonBody('{"displayName":"x"}'),
      }),
    );

    const { evidence } = await read({ ...parts, requests });

    expect(evidence.fields[0]?.submitted).toHaveLength(12);
    expect(evidence.gaps).toEqual(["payload_partial"]);
  });

  test("fits its budget, least wanted first, and names what went", async () => {
    const parts = saving();
    const requests = Array.from({ length: 80 }, (_, index) => request(index + 1, 1050 + index));
    const console = Array.from({ length: 20 }, (_, index) =>
      consoleRecord(index + 1, { at: START + 1050, text: "m".repeat(400) }),
    );

    const result = await read({ ...parts, requests, console }, "a2", 4096);

    expect(new TextEncoder().encode(JSON.stringify(result, null, 2)).length).toBeLessThanOrEqual(
      4096,
    );
    expect(result.output.omitted.slice(0, 5)).toEqual([
      "long_strings",
      "operation.links",
      "evidence.links",
      "requests",
      "console",
    ]);
    expect(result.requests).toHaveLength(1);
    expect(result.evidence.fields).toHaveLength(1);
  });

  test("gives up its links before the requests that they are about", async () => {
    const requests = Array.from({ length: 302 }, (_, index) => request(index + 1, 1050));

    const result = await read({ ...saving(), requests }, "a2", 65_536);

    expect(result.output.omitted).toEqual(["operation.links", "evidence.links", "requests"]);
    expect(result.requests.length).toBeGreaterThan(30);
    expect(result.operation.request_ids).toHaveLength(302);
  });

  test("drops links and ids too when an operation has a thousand of them", async () => {
    const requests = Array.from({ length: 1000 }, (_, index) => request(index + 1, 1050));
    const console = Array.from({ length: 300 }, (_, index) =>
      consoleRecord(index + 1, { at: START + 1050 }),
    );
    const text = Array.from({ length: 16 }, (_, index) => `${index} ${"w".repeat(220)}`).join("\n");
    const pages = [pageRecord(3, { at: START, text: "" }), pageRecord(4, { at: START + 1, text })];

    const result = await read({ ...saving(), requests, console, pages }, "a2", 4096);

    expect(new TextEncoder().encode(JSON.stringify(result, null, 2)).length).toBeLessThanOrEqual(
      4096,
    );
    expect(result.output.omitted).toEqual([
      "operation.links",
      "evidence.links",
      "requests",
      "console",
      "operation.request_ids",
      "operation.console_ids",
      "evidence.changes",
    ]);
    expect(result.evidence.changes).toEqual({
      state: "available",
      added: [],
      removed: [],
      passed: [],
      truncated: true,
    });
  });
});

test("what every run says of itself is no gap of one", () => {
  expect(STANDING.length).toBeGreaterThan(0);
  expect(tellingGaps(STANDING)).toEqual([]);
});
