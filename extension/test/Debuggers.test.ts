import { MemoryState } from "@bsk/core/testing";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Debuggers } from "../dist/tsc/debugger/Debuggers.js";
import { type FakeChrome, installChrome } from "./fake/FakeChrome.js";

const ALREADY = new Error("Another debugger is already attached to the tab with id: 1.");

let chrome: FakeChrome;
let debuggers: Debuggers;

beforeEach(() => {
  chrome = installChrome();
  debuggers = new Debuggers();
});

/** Commands that the browser has not answered, by method. */
function neverAnswer(...methods: string[]): void {
  chrome.sendCommand.mockImplementation((_target, method) =>
    methods.includes(method) ? new Promise(() => undefined) : Promise.resolve({}),
  );
}

describe("acquire and release", () => {
  it("attach a tab once for all who hold it, and detach it with the last", async () => {
    const [first, second] = await Promise.all([debuggers.acquire(1), debuggers.acquire(1)]);

    expect(first).toBe(second);
    expect(chrome.attach).toHaveBeenCalledTimes(1);
    await debuggers.release(first);
    expect(chrome.detach).not.toHaveBeenCalled();
    await debuggers.release(second);
    expect(chrome.detach).toHaveBeenCalledTimes(1);
  });

  it("attach a tab whose page hangs, for its first command to name", async () => {
    vi.useFakeTimers();
    try {
      neverAnswer("Target.setAutoAttach");
      const acquired = debuggers.acquire(1);
      await vi.advanceTimersByTimeAsync(1000);

      expect((await acquired).tabId).toBe(1);
      expect(chrome.detach).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it("attach again only when the detach of the same tab is through", async () => {
    const order: string[] = [];
    chrome.attach.mockImplementation(async () => void order.push("attach"));
    chrome.detach.mockImplementation(async () => {
      await Promise.resolve();
      order.push("detached");
    });
    const tab = await debuggers.acquire(1);

    await Promise.all([debuggers.release(tab), debuggers.acquire(1)]);

    expect(order).toEqual(["attach", "detached", "attach"]);
  });

  it("ignore the release of a tab that was detached and attached anew", async () => {
    const old = await debuggers.acquire(1);
    debuggers.tabRemoved(1);
    const fresh = await debuggers.acquire(1);

    await debuggers.release(old);

    expect(debuggers.get(1)).toBe(fresh);
  });

  it("take over a tab that a stopped worker left attached", async () => {
    chrome.attach.mockRejectedValueOnce(ALREADY);

    await debuggers.acquire(1);

    expect(chrome.detach).toHaveBeenCalledWith({ tabId: 1 });
    expect(chrome.attach).toHaveBeenCalledTimes(2);
  });

  it("say debugger_busy when the other debugger is not ours to detach", async () => {
    chrome.attach.mockRejectedValue(ALREADY);
    chrome.detach.mockRejectedValue(new Error("Debugger is not attached to the tab with id: 1."));

    await expect(debuggers.acquire(1)).rejects.toMatchObject({ code: "debugger_busy" });
  });

  it("attach again after a failure", async () => {
    chrome.attach.mockRejectedValueOnce(new Error("No tab with given id 1."));

    await expect(debuggers.acquire(1)).rejects.toMatchObject({ code: "page_gone" });

    await expect(debuggers.acquire(1)).resolves.toBeDefined();
  });

  it("never take a tab again whose debugging the person cancelled", async () => {
    await debuggers.acquire(1);

    debuggers.handleDetach({ tabId: 1 }, "canceled_by_user");

    await expect(debuggers.acquire(1)).rejects.toMatchObject({ code: "page_gone" });
    expect(chrome.attach).toHaveBeenCalledTimes(1);
  });

  it("never take it again after the worker was stopped either, nor when its id is another", async () => {
    chrome.stored.set("refused_tabs", [8]);
    debuggers = new Debuggers();
    await debuggers.acquire(1);
    debuggers.handleDetach({ tabId: 1 }, "canceled_by_user");
    debuggers.tabReplaced(2, 1);
    await expect(debuggers.acquire(2)).rejects.toMatchObject({ code: "page_gone" });

    const next = new Debuggers();

    for (const tabId of [2, 8]) {
      await expect(next.acquire(tabId)).rejects.toMatchObject({ code: "page_gone" });
    }
    await expect(next.acquire(3)).resolves.toBeDefined();
    next.tabRemoved(8);
    await expect(next.acquire(8)).resolves.toBeDefined();
    expect(chrome.stored.get("refused_tabs")).toEqual([2]);
  });

  it("let go at boot of attached tabs that nobody here holds", async () => {
    const held = chrome.addTab(1);
    const orphan = chrome.addTab(1);
    chrome.attachedTabs.add(held.id).add(orphan.id);
    await debuggers.acquire(held.id);

    await debuggers.detachOrphans(new MemoryState());

    expect(chrome.detach.mock.calls).toEqual([[{ tabId: orphan.id }]]);
  });

  it("fail what an earlier worker held, written down or told only now, before the tab is let go", async () => {
    const orphan = chrome.addTab(1);
    chrome.attachedTabs.add(orphan.id);
    const volatile = new MemoryState();
    await volatile.set(`paused:${orphan.id}`, {
      held: [{ requestId: "i1" }, { requestId: "i2", sessionId: "S1" }],
      sessions: ["S1", "S2"],
    });
    const order: string[] = [];
    chrome.detach.mockImplementation(async () => void order.push("detach"));
    chrome.sendCommand.mockImplementation(async (target, method, params) => {
      const { sessionId = "tab" } = target as { sessionId?: string };
      const { requestId = "" } = params as { requestId?: string };
      order.push(`${method} ${sessionId} ${requestId}`.trim());
      if (method === "Fetch.enable") {
        const source = { tabId: orphan.id, ...(sessionId === "tab" ? {} : { sessionId }) };
        debuggers.handleEvent(source, "Fetch.requestPaused", { requestId: `late-${sessionId}` });
      }
      if (requestId === "i1")
        throw new Error('{"code":-32602,"message":"Invalid InterceptionId."}');
      return {};
    });

    await debuggers.detachOrphans(volatile);

    expect(order.at(-1)).toBe("detach");
    expect(order.slice(0, -1).sort()).toEqual([
      "Fetch.enable S1",
      "Fetch.enable S2",
      "Fetch.enable tab",
      "Fetch.failRequest S1 i2",
      "Fetch.failRequest S1 late-S1",
      "Fetch.failRequest S2 late-S2",
      "Fetch.failRequest tab i1",
      "Fetch.failRequest tab late-tab",
    ]);
  });

  it("let go of an orphan whatever lies in its journal", async () => {
    const orphan = chrome.addTab(1);
    chrome.attachedTabs.add(orphan.id);
    const volatile = new MemoryState();
    await volatile.set(`paused:${orphan.id}`, { held: ["no id", null, 1], sessions: [1, "S1"] });

    await debuggers.detachOrphans(volatile);

    const sent = chrome.sendCommand.mock.calls.map(([target, method]) => ({ target, method }));
    expect(sent).toEqual([
      { target: { tabId: orphan.id }, method: "Fetch.enable" },
      { target: { tabId: orphan.id, sessionId: "S1" }, method: "Fetch.enable" },
    ]);
    expect(chrome.detach).toHaveBeenCalledTimes(1);
  });

  it("let go of a tab by force, whoever holds it", async () => {
    const tab = await debuggers.acquire(1);
    await debuggers.acquire(1);
    const reasons: string[] = [];
    tab.onDetach((reason) => reasons.push(reason));

    await debuggers.drop(tab);
    await debuggers.drop(tab);

    expect(chrome.detach).toHaveBeenCalledTimes(1);
    expect(reasons).toEqual(["released"]);
    expect(debuggers.get(1)).toBeUndefined();
  });
});

describe("an attached tab", () => {
  it.each([
    [
      "a crash",
      () => debuggers.handleEvent({ tabId: 1 }, "Inspector.targetCrashed"),
      "crashed",
      "page_crashed",
    ],
    [
      "a detach",
      () => debuggers.handleDetach({ tabId: 1 }, "canceled_by_user"),
      "was taken back",
      "page_gone",
    ],
    ["its closing", () => debuggers.tabRemoved(1), "was closed", "page_gone"],
  ])("fails what waits at once at %s", async (_name, happen, why, code) => {
    neverAnswer("Runtime.evaluate");
    const tab = await debuggers.acquire(1);
    const waiting = tab.send("Runtime.evaluate", { expression: "1" });

    happen();

    await expect(waiting).rejects.toMatchObject({ code });
    await expect(waiting).rejects.toThrow(why);
    await expect(tab.send("Log.enable")).rejects.toMatchObject({ code });
  });

  it("can be brought back after a crash by a navigation", async () => {
    const tab = await debuggers.acquire(1);
    debuggers.handleEvent({ tabId: 1 }, "Inspector.targetCrashed");

    await tab.send("Page.navigate", { url: "http://localhost/" });
    debuggers.handleEvent({ tabId: 1 }, "Inspector.targetReloadedAfterCrash");

    await expect(tab.send("Log.enable")).resolves.toEqual({});
  });

  it("tells the reason of its detach once, also to who asks later", async () => {
    const tab = await debuggers.acquire(1);
    const early = vi.fn();
    const late = vi.fn();
    tab.onDetach(early);

    debuggers.handleDetach({ tabId: 1 }, "canceled_by_user");
    debuggers.tabRemoved(1);
    tab.onDetach(late);
    await Promise.resolve();

    expect(early.mock.calls).toEqual([["canceled_by_user"]]);
    expect(late.mock.calls).toEqual([["canceled_by_user"]]);
  });

  it("gets its own events with their child session, in order", async () => {
    const tab = await debuggers.acquire(1);
    const seen: unknown[] = [];
    tab.onEvent((event) => seen.push(event));

    debuggers.handleEvent({ tabId: 1 }, "Page.loadEventFired", { timestamp: 1 });
    debuggers.handleEvent({ tabId: 2 }, "Page.loadEventFired", { timestamp: 2 });
    debuggers.handleEvent({ tabId: 1, sessionId: "S" }, "Network.dataReceived", { requestId: "r" });

    expect(seen).toEqual([
      { method: "Page.loadEventFired", params: { timestamp: 1 } },
      { method: "Network.dataReceived", params: { requestId: "r" }, sessionId: "S" },
    ]);
  });
});

describe("a frame of another site", () => {
  const attached = {
    sessionId: "S",
    targetInfo: { targetId: "F", type: "iframe", url: "http://other/" },
  };

  it("is listed with its URL until it detaches", async () => {
    const tab = await debuggers.acquire(1);

    debuggers.handleEvent({ tabId: 1 }, "Target.attachedToTarget", attached);
    const url = "http://other/next";
    debuggers.handleEvent({ tabId: 1, sessionId: "S" }, "Page.frameNavigated", {
      frame: { id: "F", url },
    });
    expect(tab.children()).toEqual([{ sessionId: "S", targetId: "F", type: "iframe", url }]);
    debuggers.handleEvent({ tabId: 1 }, "Target.detachedFromTarget", { sessionId: "S" });

    expect(tab.children()).toEqual([]);
  });

  it("is resumed right behind what a listener sent to it, though nothing is answered", async () => {
    const tab = await debuggers.acquire(1);
    tab.onEvent(({ method }) => {
      if (method !== "Target.attachedToTarget") return;
      tab.send("Network.enable", {}, { sessionId: "S" }).catch(() => undefined);
    });
    chrome.sendCommand.mockReset().mockReturnValue(new Promise(() => undefined));

    debuggers.handleEvent({ tabId: 1 }, "Target.attachedToTarget", attached);

    const sent = chrome.sendCommand.mock.calls.map(([target, method]) => ({ target, method }));
    expect(sent[0]).toEqual({ target: { tabId: 1, sessionId: "S" }, method: "Network.enable" });
    expect(sent.at(-1)).toEqual({
      target: { tabId: 1, sessionId: "S" },
      method: "Runtime.runIfWaitingForDebugger",
    });
  });

  it("fails only its own commands when it is gone", async () => {
    neverAnswer("Runtime.evaluate");
    const tab = await debuggers.acquire(1);
    debuggers.handleEvent({ tabId: 1 }, "Target.attachedToTarget", attached);
    const inFrame = tab.send("Runtime.evaluate", { expression: "1" }, { sessionId: "S" });
    const inPage = vi.fn();
    tab.send("Runtime.evaluate", { expression: "1" }).catch(inPage);

    debuggers.handleEvent({ tabId: 1 }, "Target.detachedFromTarget", { sessionId: "S" });

    await expect(inFrame).rejects.toMatchObject({ code: "page_gone" });
    expect(inPage).not.toHaveBeenCalled();
  });
});

describe("workers of a tab", () => {
  const worker = {
    sessionId: "W",
    targetInfo: { targetId: "T", type: "worker", url: "http://a/w.js" },
  };
  const sentTo = (id: string | undefined): unknown[] =>
    chrome.sendCommand.mock.calls
      .filter(([target]) => (target as { sessionId?: string }).sessionId === id)
      .map(([, method, params]) => [method, (params as { sessionId?: string }).sessionId]);

  it("are not attached, and nothing is paused, until they are asked for", async () => {
    const tab = await debuggers.acquire(1);
    const asked = () =>
      chrome.sendCommand.mock.calls
        .filter(([, method]) => method === "Target.setAutoAttach")
        .at(-1)?.[2];
    expect(asked()).toMatchObject({ waitForDebuggerOnStart: false, filter: [{ type: "iframe" }] });
    await tab.attachWorkers(true);
    expect(asked()).toMatchObject({ waitForDebuggerOnStart: true, filter: [{}] });
    await tab.attachWorkers(false);
    expect(asked()).toMatchObject({ waitForDebuggerOnStart: false, filter: [{ type: "iframe" }] });
  });

  it("are let go of when they are not wanted any more, late ones too", async () => {
    const tab = await debuggers.acquire(1);
    await tab.attachWorkers(true);
    debuggers.handleEvent({ tabId: 1 }, "Target.attachedToTarget", worker);
    debuggers.handleEvent({ tabId: 1, sessionId: "W" }, "Target.attachedToTarget", {
      ...worker,
      sessionId: "N",
    });
    await tab.attachWorkers(false);
    debuggers.handleEvent({ tabId: 1 }, "Target.attachedToTarget", { ...worker, sessionId: "L" });

    expect(sentTo(undefined)).toContainEqual(["Target.detachFromTarget", "W"]);
    expect(sentTo("W")).toContainEqual(["Target.detachFromTarget", "N"]);
    expect(sentTo("L")).toContainEqual(["Runtime.runIfWaitingForDebugger", undefined]);
    expect(sentTo(undefined)).toContainEqual(["Target.detachFromTarget", "L"]);
  });

  it("that never answer are resumed again after a second, and then let go of", async () => {
    const tab = await debuggers.acquire(1);
    await tab.attachWorkers(true);
    vi.useFakeTimers();
    try {
      chrome.sendCommand.mockReset().mockReturnValue(new Promise(() => undefined));
      debuggers.handleEvent({ tabId: 1 }, "Target.attachedToTarget", worker);
      const resumed = () =>
        sentTo("W").filter((sent) => (sent as string[])[0] === "Runtime.runIfWaitingForDebugger");
      expect(resumed()).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1000);
      expect(resumed()).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(2000);
      expect(sentTo(undefined)).toContainEqual(["Target.detachFromTarget", "W"]);
    } finally {
      vi.useRealTimers();
    }
  });
});
