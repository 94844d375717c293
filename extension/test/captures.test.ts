import {
  type BodyText,
  type EvidenceBatch,
  type EvidenceRecord,
  errors,
  MemoryStore,
  type RecordKind,
  type Redacted,
} from "@bsk/core";
import { ManualClock, runRecord } from "@bsk/core/testing";
import { createPlugins } from "@bsk/plugins";
import { beforeEach, describe, expect, it } from "vitest";
import type { Captures, RunOwner } from "../dist/tsc/capture/Captures.js";
import { isHistoryOpen, setHistoryOpen } from "../dist/tsc/capture/historyAccess.js";
import { CaptureTab as Tab } from "./fake/CaptureTab.js";
import { installChrome } from "./fake/FakeChrome.js";
import { openCaptures, owner } from "./fake/openCaptures.js";

/** A disk that can be told to refuse, and knows of which runs it was asked. */
class Disk extends MemoryStore {
  isRefusing = false;
  isUnreadable = false;
  readonly asked = new Set<string>();

  override records<K extends RecordKind>(
    runId: string,
    kind: K,
  ): Promise<readonly Redacted<EvidenceRecord<K>>[]> {
    this.asked.add(runId);
    return super.records(runId, kind);
  }

  override async runs(): ReturnType<MemoryStore["runs"]> {
    if (this.isUnreadable) throw errors.storageFailed("the list of runs failed");
    return super.runs();
  }

  override async write(batch: EvidenceBatch): Promise<void> {
    if (this.isRefusing) throw errors.storageFailed("the disk is full");
    await super.write(batch);
  }
}

const { signal } = new AbortController();

async function isReadFromDisk(by: RunOwner, runId: string): Promise<boolean> {
  store.asked.clear();
  await captures.read("debug/summary", by, { session: by.id, run_id: runId }, signal);
  return store.asked.has(runId);
}
let clock: ManualClock;
let store: Disk;
let released: number[];
let acquire: (tabId: number) => Promise<Tab>;
let captures: Captures<Tab>;

beforeEach(() => {
  clock = new ManualClock();
  store = new Disk();
  released = [];
  acquire = async (tabId) => new Tab(tabId, clock);
  captures = openCaptures({
    clock,
    store,
    acquire: (tabId) => acquire(tabId),
    released,
  });
});

const start = (by: RunOwner, tabId: number, abort = signal) =>
  captures.start(by, tabId, { session: by.id }, abort);
const stop = (by: RunOwner) => captures.stop(by, { session: by.id });

describe("starting a capture", () => {
  it("of a tab that is being recorded answers that run", async () => {
    const abcd = owner("abcd");
    const { run } = await start(abcd, 1);

    expect(await start(abcd, 1)).toMatchObject({ already_running: true, run: { id: run.id } });
    expect(abcd.runs).toHaveLength(1);
  });

  it("of a tab that is being recorded leaves the run its name", async () => {
    const abcd = owner("abcd");
    const named = (name: string) => captures.start(abcd, 1, { session: "abcd", name }, signal);
    await named("First");

    expect(await named("Second")).toMatchObject({ already_running: true, run: { name: "First" } });
    expect((await captures.status(abcd, { session: "abcd" })).runs).toMatchObject([
      { name: "First" },
    ]);
  });

  it("is refused while the first is on its way", async () => {
    const abcd = owner("abcd");
    const [first, second] = await Promise.allSettled([start(abcd, 1), start(abcd, 1)]);

    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ reason: { code: "capture_start_failed" } });
    expect(abcd.runs).toHaveLength(1);
  });

  it("leaves no more than fifty runs in the history, also while it captures", async () => {
    const old = Array.from({ length: 52 }, (_, n) =>
      runRecord({
        id: `d${String(n).padStart(12, "0")}`,
        state: "stopped",
        started_at: clock.now() + n,
        stopped_at: clock.now() + n,
      }),
    );
    await store.write({ records: old, bodies: [], evicted: [] });

    await Promise.all([start(owner("abcd"), 1), start(owner("efgh"), 2)]);

    const runs = await store.runs();
    expect(runs).toHaveLength(50);
    expect(runs.filter(({ state }) => state === "capturing")).toHaveLength(2);
    expect(runs.some(({ id }) => id === old[51]?.id)).toBe(true);
  });

  it("that fails says why in the run that had begun", async () => {
    acquire = async (tabId) => new Tab(tabId, clock).hang("Runtime.enable") as Tab;
    const controller = new AbortController();
    const starting = start(owner("abcd"), 1, controller.signal);
    await new Promise((resolve) => setImmediate(resolve));

    controller.abort();
    await expect(starting).rejects.toMatchObject({ code: "cancelled" });

    expect(await store.runs()).toMatchObject([{ state: "stopped", stop_reason: "cancelled" }]);
    expect(released).toEqual([1]);
  });

  it("is refused for a second tab of the session", async () => {
    const abcd = owner("abcd");
    await start(abcd, 1);

    await expect(start(abcd, 2)).rejects.toMatchObject({
      code: "capture_elsewhere",
      hint: "bsk debug stop --session abcd",
    });

    await stop(abcd);
    expect((await start(abcd, 2)).run.tab_id).toBe(2);
  });

  it("is refused when four captures run in the browser", async () => {
    for (const [index, id] of ["aaaa", "bbbb", "cccc", "dddd"].entries())
      await start(owner(id), index);

    await expect(start(owner("eeee"), 9)).rejects.toMatchObject({ code: "capture_limit" });
  });

  it("lets another session read nothing of it, by whichever question", async () => {
    captures = openCaptures({ clock, store, acquire, plugins: createPlugins() });
    const { run } = await start(owner("aaaa"), 1);
    const params = { session: "bbbb", run_id: run.id, name: "duplicates", params: {}, id: "n1" };

    for (const method of ["debug/analyze", "debug/requests", "debug/request", "debug/summary"]) {
      await expect(captures.read(method, owner("bbbb"), params, signal)).rejects.toMatchObject({
        code: "run_not_found",
      });
    }
  });

  it("keeps in memory no run that ended and is saved, and reads it from disk as it was", async () => {
    const first = owner("aaaa");
    const { run } = await start(first, 1);
    await captures.operation(1, { method: "click" }, async () => undefined);
    const read = (method: string) => captures.read(method, first, { session: "aaaa" }, signal);
    const methods = ["debug/operations", "debug/pages", "debug/requests", "debug/console"];
    const evidence = async () =>
      (await Promise.all(methods.map(read))).map((answer) => ({ ...(answer as object), run: 0 }));
    clock.advance(2000); // else the stop cuts the operation's window, and it says so
    expect(await isReadFromDisk(first, run.id)).toBe(false);
    const before = await evidence();

    await stop(first);

    expect(await isReadFromDisk(first, run.id)).toBe(true);
    expect(await evidence()).toEqual(before);
    expect((await captures.status(first, { session: "aaaa" })).runs).toMatchObject([
      { id: run.id, state: "stopped" },
    ]);
  });

  it("keeps in memory what the disk refused as long as its session can read it", async () => {
    const abcd = owner("abcd");
    const { run } = await start(abcd, 1);
    store.isRefusing = true;

    await stop(abcd);

    expect(await isReadFromDisk(abcd, run.id)).toBe(false);
    expect((await captures.status(abcd, { session: "abcd" })).runs).toMatchObject([
      { storage_error: "The store refused a write.", stop_reason: "requested" },
    ]);
  });

  it("is refused when only runs that could not be saved could leave memory", async () => {
    const unsaved = owner("aaaa");
    store.isRefusing = true;
    for (let n = 0; n < 4; n++) {
      await start(unsaved, n);
      await stop(unsaved);
    }

    await expect(start(owner("bbbb"), 9)).rejects.toMatchObject({ code: "runs_unsaved" });

    await captures.stopSession(unsaved, "session_ended");
    expect((await start(owner("bbbb"), 9)).run.state).toBe("capturing");
  });

  it("that is cancelled while it attaches lets the tab go when it comes", async () => {
    let attached: (tab: Tab) => void = () => undefined;
    acquire = () => new Promise((resolve) => (attached = resolve));
    const controller = new AbortController();
    const starting = start(owner("abcd"), 1, controller.signal);
    await new Promise((resolve) => setImmediate(resolve));

    controller.abort();
    await expect(starting).rejects.toMatchObject({ code: "cancelled" });
    attached(new Tab(1, clock));
    await new Promise((resolve) => setImmediate(resolve));

    expect(released).toEqual([1]);
    expect(await store.runs()).toEqual([]);
  });
});

describe("the runs of a session", () => {
  it("are told by status, by id and by tab, and never another session's", async () => {
    const [abcd, efgh] = [owner("abcd"), owner("efgh")];
    const { run: first } = await start(abcd, 1);
    await stop(abcd);
    const { run: second } = await start(abcd, 2);
    const { run: foreign } = await start(efgh, 3);
    const ids = async (params: object) =>
      (await captures.status(abcd, { session: "abcd", ...params })).runs.map(({ id }) => id);

    expect(await ids({})).toEqual([first.id, second.id]);
    expect(await ids({ run_id: first.id })).toEqual([first.id]);
    expect(await ids({ tab_id: 2 })).toEqual([second.id]);
    await expect(ids({ run_id: foreign.id })).rejects.toMatchObject({ code: "run_not_found" });
  });

  it("are told from memory while the disk can neither be written nor read", async () => {
    const abcd = owner("abcd");
    const { run } = await start(abcd, 1);
    store.isRefusing = true;
    store.isUnreadable = true;
    await captures.operation(1, { method: "click" }, async () => undefined);
    clock.advance(5000);
    await new Promise((resolve) => setImmediate(resolve));

    const { runs } = await captures.status(abcd, { session: "abcd" });

    expect(runs).toMatchObject([{ id: run.id, state: "capturing" }]);
    expect(runs[0]?.coverage).toContainEqual(
      expect.objectContaining({ flag: "evidence_write_failed" }),
    );
    expect(await stop(abcd)).toMatchObject({ run: { state: "stopped" } });
  });

  it("are cut to the budget with the latest kept", async () => {
    const abcd = owner("abcd");
    const coverage = { flag: "from_start" as const, detail: "x".repeat(190) };
    for (let n = 0; n < 12; n++) {
      const { run } = await start(abcd, 1);
      await stop(abcd);
      await store.write({
        records: [{ ...run, state: "stopped", coverage: [coverage] } as never],
        bodies: [] as Redacted<BodyText>[],
        evicted: [],
      });
      clock.advance(1000);
    }

    const { runs, output } = await captures.status(abcd, { session: "abcd", budget: 4096 });

    expect(output).toMatchObject({ budget: 4096, truncated: true });
    expect(runs.length).toBeLessThan(12);
    expect(runs.at(-1)?.id).toBe(abcd.runs.at(-1)?.runId);
  });
});

describe("history", () => {
  it("lists the session's own runs, live and saved, the newest first", async () => {
    const abcd = owner("abcd");
    const { run: first } = await start(abcd, 1);
    clock.advance(5);
    await stop(abcd);
    const { run: second } = await start(abcd, 1);
    await start(owner("efgh"), 3);

    const { runs, total } = await captures.history(abcd, { session: "abcd" }, { isOpen: false });

    expect(total).toBe(2);
    expect(runs).toMatchObject([
      { id: second.id, state: "capturing", is_owned: true },
      { id: first.id, state: "stopped", stop_reason: "requested", storage: { bytes: 0 } },
    ]);
    expect(runs[0]).not.toHaveProperty("coverage");
  });

  it("of the whole profile is for the person to allow, and lists without opening", async () => {
    const [abcd, efgh] = [owner("abcd"), owner("efgh")];
    const { run } = await start(efgh, 3);
    await captures.stopSession(efgh, "session_ended");
    const all = { session: "abcd", all: true };

    await expect(captures.history(abcd, all, { isOpen: false })).rejects.toMatchObject({
      code: "history_not_allowed",
    });
    expect((await captures.history(abcd, all, { isOpen: true })).runs).toMatchObject([
      { id: run.id, session_id: "efgh", is_owned: false },
    ]);
    await expect(
      captures.read("debug/requests", abcd, { session: "abcd", run_id: run.id }, signal),
    ).rejects.toMatchObject({ code: "run_not_found" });
  });

  it("pages by offset", async () => {
    const abcd = owner("abcd");
    for (let n = 0; n < 3; n++) {
      await start(abcd, 1);
      clock.advance(5);
      await stop(abcd);
    }
    const page = async (offset: number) =>
      captures.history(abcd, { session: "abcd", limit: 2, offset }, { isOpen: false });

    expect(await page(0)).toMatchObject({ total: 3, next_offset: 2 });
    const last = await page(2);
    expect(last.runs.map(({ id }) => id)).toEqual([abcd.runs[0]?.runId]);
    expect(last.next_offset).toBeUndefined();
  });

  it("is closed to agents until the person opens it", async () => {
    installChrome();

    expect(await isHistoryOpen()).toBe(false);
    await setHistoryOpen(true);
    expect(await isHistoryOpen()).toBe(true);
    await setHistoryOpen(false);
    expect(await isHistoryOpen()).toBe(false);
  });
});

describe("pinning", () => {
  const sent = {
    requestId: "1",
    loaderId: "L1",
    documentURL: "http://app.test/",
    request: { url: "http://app.test/api", method: "GET", headers: {} },
    timestamp: 1,
    wallTime: 1_700_000_000,
    initiator: { type: "script" },
    frameId: "F1",
    type: "Fetch",
  };

  it("works on the running capture and on the saved run, and never across sessions", async () => {
    const tab = new Tab(1, clock);
    acquire = async (tabId) => (tabId === 1 ? tab : new Tab(tabId, clock));
    const abcd = owner("abcd");
    await start(abcd, 1);
    tab.dispatch("Network.requestWillBeSent", sent);
    const pin = (isPinned: boolean, by: RunOwner = abcd, id = "n1") =>
      captures.pin(by, { session: by.id, id }, { isPinned, signal });

    await expect(pin(true)).rejects.toMatchObject({ code: "request_pending" });
    tab.dispatch("Network.loadingFailed", {
      requestId: "1",
      timestamp: 2,
      type: "Fetch",
      errorText: "net::ERR_FAILED",
    });
    expect(await pin(true)).toMatchObject({
      request: { pinned: true },
      run: { storage: { pins: 1 } },
    });
    await expect(pin(true, abcd, "n9")).rejects.toMatchObject({ code: "request_not_found" });
    const runId = abcd.runs[0]?.runId ?? "";
    expect(await isReadFromDisk(abcd, runId)).toBe(false);
    await start(owner("efgh"), 2);
    await expect(pin(true, owner("ijkl"), `${runId}:n1`)).rejects.toMatchObject({
      code: "run_not_found",
    });

    await stop(abcd);
    expect(await isReadFromDisk(abcd, runId)).toBe(true);
    const free = await pin(false);
    expect(free.request.pinned).toBeUndefined();
    expect(free.run.storage?.pins).toBe(0);
  });
});
