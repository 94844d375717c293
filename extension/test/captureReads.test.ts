import { Core, KnownSecrets, MemoryStore } from "@bsk/core";
import { ManualClock, MemoryState } from "@bsk/core/testing";
import { createPlugins } from "@bsk/plugins";
import type { ActionResults } from "@bsk/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { Captures, type RunOwner } from "../dist/tsc/capture/Captures.js";
import { CaptureTab as Tab } from "./fake/CaptureTab.js";

const { signal } = new AbortController();
let clock: ManualClock;
let tab: Tab;
let captures: Captures<Tab>;
let abcd: RunOwner;

beforeEach(async () => {
  clock = new ManualClock();
  tab = new Tab(1, clock);
  abcd = { id: "abcd", runs: [] };
  captures = new Captures<Tab>({
    core: new Core(createPlugins(), { now: () => clock.now() }),
    store: new MemoryStore(),
    volatile: new MemoryState(),
    clock,
    debuggers: {
      acquire: async () => tab,
      release: async () => undefined,
      drop: async () => undefined,
    },
    secretsOf: () => new KnownSecrets(),
    environment: {},
    observerSource: "",
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
