import { MemoryStore } from "@bsk/core";
import { ManualClock } from "@bsk/core/testing";
import { createPlugins } from "@bsk/plugins";
import type { ActionResults } from "@bsk/schema";
import { beforeEach, describe, expect, it } from "vitest";
import type { Captures, RunOwner } from "../dist/tsc/capture/Captures.js";
import { CaptureTab as Tab } from "./fake/CaptureTab.js";
import { openCaptures } from "./fake/openCaptures.js";

const { signal } = new AbortController();
let clock: ManualClock;
let tab: Tab;
let captures: Captures<Tab>;
let abcd: RunOwner;

beforeEach(async () => {
  clock = new ManualClock();
  tab = new Tab(1, clock);
  abcd = { id: "abcd", runs: [] };
  captures = openCaptures({
    clock,
    store: new MemoryStore(),
    acquire: async () => tab,
    plugins: createPlugins(),
  });
  await captures.start(abcd, 1, { session: "abcd" }, signal);
  tab.dispatch("Network.requestWillBeSent", {
    requestId: "1",
    loaderId: "L1",
    documentURL: "http://app.test/",
    request: { url: "http://app.test/api", method: "GET", headers: {} },
    timestamp: 1,
    wallTime: 1_700_000_000,
    initiator: { type: "script" },
    frameId: "F1",
    type: "Fetch",
  });
  const failed = { requestId: "1", timestamp: 2, type: "Fetch", errorText: "net::ERR_FAILED" };
  tab.dispatch("Network.loadingFailed", failed);
  await captures.operation(1, { method: "click" }, async () => undefined);
});

/** What the read sends to the tab, by method. */
async function sentBy(method: string, params: object = {}): Promise<string[]> {
  await new Promise((resolve) => setImmediate(resolve)); // readings that were due have come
  const before = tab.sent.length;
  await captures.read(method, abcd, { session: "abcd", ...params }, signal);
  return tab.sent.slice(before).map((command) => command.method);
}

describe("a read of a running capture", () => {
  it.each<[string, object]>([
    ["debug/requests", {}],
    ["debug/listing", {}],
    ["debug/request", { id: "n1" }],
    ["debug/operations", {}],
    ["debug/console", {}],
    ["debug/pages", {}],
    ["debug/summary", {}],
    ["debug/timeline", {}],
    ["debug/search", { text: "app" }],
    ["debug/analyze", { name: "aggregate", params: {} }],
    ["debug/analyze", { name: "duplicates", params: {} }],
    ["export/open", {}],
  ])("sends nothing to the browser: %s %j", async (method, params) => {
    expect(await sentBy(method, params)).toEqual([]);
  });

  it("of the captures, live and saved, sends nothing either", async () => {
    const before = tab.sent.length;
    await captures.status(abcd, { session: "abcd" });
    await captures.history(abcd, { session: "abcd" }, { isOpen: false });

    expect(tab.sent).toHaveLength(before);
  });

  it("waits for a request of the capture", async () => {
    const waiting = captures.waitFor(abcd, { session: "abcd", url: "/later" }, signal);
    await new Promise((resolve) => setImmediate(resolve));
    tab.dispatch("Network.requestWillBeSent", {
      requestId: "2",
      loaderId: "L1",
      documentURL: "http://app.test/",
      request: { url: "http://app.test/later", method: "GET", headers: {} },
      timestamp: 3,
      wallTime: 1_700_000_002,
      initiator: { type: "script" },
      frameId: "F1",
      type: "Fetch",
    });
    const failed = { requestId: "2", timestamp: 4, type: "Fetch", errorText: "net::ERR_FAILED" };
    tab.dispatch("Network.loadingFailed", failed);
    clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(20);

    expect((await waiting).request).toMatchObject({ url: "http://app.test/later" });
  });

  it("tells who waits when the session ends, and the capture with it", async () => {
    const waiting = captures.waitFor(abcd, { session: "abcd", url: "/never" }, signal);
    const failure = expect(waiting).rejects.toMatchObject({ code: "capture_ended" });
    await new Promise((resolve) => setImmediate(resolve));

    const ended = captures.stopSession(abcd, "session_ended");
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.advance(100);
    }

    await ended;
    await failure;
  });

  it("finds the run that a long id of an operation or a row names", async () => {
    await expect(
      captures.read("debug/timeline", abcd, { session: "abcd", from: "d000000000000:n1" }, signal),
    ).rejects.toMatchObject({ code: "run_not_found" });
  });

  it("asks the observer for the operation that is going on, and not a moment later", async () => {
    clock.advance(1500);
    const within = await sentBy("debug/operation", { id: "a1" });
    clock.advance(1);
    const behind = await sentBy("debug/operation", { id: "a1" });

    expect(within).toEqual(["Runtime.evaluate"]);
    expect(behind).toEqual([]);
  });

  it("asks the observer for what was measured", async () => {
    expect(await sentBy("debug/analyze", { name: "performance", params: {} })).toEqual([
      "Runtime.evaluate",
    ]);
  });
});

it("acting on another session's capture is refused as if it were not there, and sends nothing", async () => {
  const [{ runId } = { runId: "" }] = abcd.runs;
  const before = tab.sent.length;
  const rule = { match: { url: "http://app.test/api" }, effect: { type: "block" } };
  const act = (by: RunOwner) =>
    captures.act(
      by,
      { session: by.id, name: "rule_add", run_id: runId, params: { rule } },
      { signal, mayAct: () => true },
    );

  await expect(act({ id: "efgh", runs: [] })).rejects.toMatchObject({ code: "run_not_found" });
  expect(tab.sent).toHaveLength(before);
  await expect(act(abcd)).resolves.toMatchObject({ run: { id: runId } });
  expect(tab.sent.map(({ method }) => method)).toContain("Fetch.enable");
});

describe("an export that is half read", () => {
  const next = (by: RunOwner, id: string) =>
    captures.read("export/next", by, { session: by.id, export_id: id, part: 0 }, signal);

  it("is gone for its session once the tab was returned, and was never another's", async () => {
    const params = { session: "abcd" };
    const opened = await captures.read("export/open", abcd, params, signal);
    const { export_id: id } = opened as ActionResults["export/open"];
    expect(await next(abcd, id)).toMatchObject({ text: expect.stringContaining('"version": 1') });
    await expect(next({ id: "efgh", runs: abcd.runs }, id)).rejects.toMatchObject({
      code: "export_not_found",
    });

    abcd.runs.length = 0; // as the return of a tab leaves it

    await expect(next(abcd, id)).rejects.toMatchObject({ code: "export_not_found" });
  });
});
