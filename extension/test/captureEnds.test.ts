import { MemoryStore } from "@bsk/core";
import { ManualClock } from "@bsk/core/testing";
import { createPlugins } from "@bsk/plugins";
import { beforeEach, describe, expect, it } from "vitest";
import type { Captures, RunOwner } from "../dist/tsc/capture/Captures.js";
import { CaptureTab as Tab } from "./fake/CaptureTab.js";
import { openCaptures, owner } from "./fake/openCaptures.js";

const { signal } = new AbortController();
let clock: ManualClock;
let store: MemoryStore;
let released: number[];
let acquire: (tabId: number) => Promise<Tab>;
let captures: Captures<Tab>;

beforeEach(() => {
  clock = new ManualClock();
  store = new MemoryStore();
  released = [];
  acquire = async (tabId) => new Tab(tabId, clock);
  captures = openCaptures({
    clock,
    store,
    acquire: (tabId) => acquire(tabId),
    released,
    plugins: createPlugins(),
  });
});

const running = async () =>
  (await captures.everyRun()).filter(({ state }) => state === "capturing");
const start = (by: RunOwner, tabId: number) =>
  captures.start(by, tabId, { session: by.id }, signal);

describe("a start whose session or tab goes meanwhile", () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const ends = [
    ["session ends", (by: RunOwner) => captures.stopSession(by, "session_ended")],
    ["tab is closed", () => captures.stopTab(1, "tab_closed")],
  ] as const;

  it.each(ends)("while it enables, ends with it when the %s", async (_name, end) => {
    acquire = async (tabId) => new Tab(tabId, clock).hang("Runtime.enable") as Tab;
    const abcd = owner("abcd");
    const starting = start(abcd, 1).catch((error: unknown) => error);
    await turn();

    await end(abcd);

    expect(await running()).toEqual([]);
    expect(released).toEqual([1]);
    expect(await starting).toMatchObject({ code: "cancelled" });
    expect(await store.runs()).toMatchObject([{ state: "stopped" }]);
  });

  it.each(ends)("while it attaches, ends with it when the %s", async (_name, end) => {
    let attached: (tab: Tab) => void = () => undefined;
    acquire = () => new Promise((resolve) => (attached = resolve));
    const abcd = owner("abcd");
    const starting = start(abcd, 1).catch((error: unknown) => error);
    await turn();

    await end(abcd);
    attached(new Tab(1, clock));
    await turn();

    expect(await starting).toMatchObject({ code: "cancelled" });
    expect(await running()).toEqual([]);
    expect(abcd.runs).toEqual([]);
    expect(released).toEqual([1]);
  });

  it.each(ends)("just as it is done, ends with it when the %s", async (_name, end) => {
    for (let turns = 0; turns < 40; turns += 1) {
      const abcd = owner("abcd");
      const starting = start(abcd, 1).catch(() => undefined);
      for (let waited = 0; waited < turns; waited += 1) await Promise.resolve();

      await end(abcd);
      await starting;

      expect(await running()).toEqual([]);
    }
  });

  it("is refused when the session has ended before", async () => {
    const abcd = owner("abcd");
    await captures.stopSession(abcd, "session_ended");

    await expect(start(abcd, 1)).rejects.toMatchObject({ code: "session_not_found" });
    expect(await running()).toEqual([]);
  });
});

describe("the record of a capture", () => {
  it.each<[string, (by: RunOwner, tab: Tab) => Promise<unknown>]>([
    ["requested", (by) => captures.stop(by, { session: by.id })],
    ["tab_closed", () => captures.stopTab(1, "tab_closed")],
    ["tab_released", () => captures.stopTab(1, "tab_released")],
    ["session_ended", (by) => captures.stopSession(by, "session_ended")],
    ["disconnected", (by) => captures.stopSession(by, "disconnected")],
    [
      "debugger_detached",
      async (_by, tab) => {
        tab.detach("debugger_detached");
        await new Promise((resolve) => setImmediate(resolve));
      },
    ],
  ])("is in the store after it ended: %s", async (reason, end) => {
    const tab = new Tab(1, clock);
    acquire = async () => tab;
    const abcd = owner("abcd");
    const { run } = await start(abcd, 1);

    await end(abcd, tab);

    expect(await store.runs()).toMatchObject([
      { id: run.id, state: "stopped", stop_reason: reason },
    ]);
    expect(await store.records(run.id, "page")).toHaveLength(1);
  });
});

it("a request that waits for its mock is aborted before its tab is returned", async () => {
  const tab = new Tab(1, clock);
  acquire = async () => tab;
  const abcd = owner("abcd");
  await start(abcd, 1);
  const url = "http://app.test/api";
  const rule = { match: { url }, effect: { type: "mock", status: 200, body: "", delay_ms: 5000 } };
  const params = { session: "abcd", name: "rule_add", params: { rule } };
  await captures.act(abcd, params, { signal, mayAct: () => true });
  tab.dispatch("Fetch.requestPaused", {
    requestId: "i1",
    networkId: "1.1",
    resourceType: "Fetch",
    frameId: "F1",
    request: { url, method: "GET", headers: {} },
  });
  await new Promise((resolve) => setImmediate(resolve));
  const sent = () => tab.sent.filter(({ method }) => /^Fetch\.(?!enable)/.test(method));
  expect(sent()).toEqual([]);
  expect(released).toEqual([]);

  await captures.stopTab(1, "tab_released");

  expect(sent()).toMatchObject([
    { method: "Fetch.failRequest", params: { requestId: "i1", errorReason: "Aborted" } },
    { method: "Fetch.disable" },
  ]);
  clock.advance(10_000);
  expect(tab.count("Fetch.fulfillRequest")).toBe(0);
});
