import { beforeEach, describe, expect, it, vi } from "vitest";
import { Debuggers } from "../dist/tsc/debugger/Debuggers.js";
import { type FakeChrome, installChrome } from "./fake/FakeChrome.js";

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

describe("a tab that the browser takes the debugger off", () => {
  it("is attached again when it lives, and whom it concerns is told", async () => {
    neverAnswer("Runtime.evaluate", "Input.dispatchMouseEvent");
    const tab = await debuggers.acquire(1);
    const heard: string[] = [];
    tab.onEvent(({ method, sessionId }) => void heard.push(`${method} ${sessionId ?? "tab"}`));
    tab.onReattach(() => void heard.push("reattached"));
    tab.onDetach((reason) => void heard.push(reason));
    const attached = { sessionId: "C1", targetInfo: { targetId: "T1", type: "iframe", url: "" } };
    debuggers.handleEvent({ tabId: 1 }, "Target.attachedToTarget", attached);
    const asked = tab.send("Runtime.evaluate", { expression: "1" });
    const clicked = tab.send("Input.dispatchMouseEvent", { type: "mousePressed", x: 1, y: 1 });

    debuggers.handleDetach({ tabId: 1 }, "target_closed");
    const meanwhile = tab.send("Log.enable");

    await expect(asked).rejects.toThrow("lost the frame or worker that was asked");
    await expect(clicked).resolves.toEqual({}); // the page has it
    await expect(meanwhile).resolves.toEqual({});
    expect(heard).toEqual([
      "Target.attachedToTarget tab",
      "Target.detachedFromTarget tab",
      "Runtime.executionContextsCleared tab",
      "reattached",
    ]);
    expect(tab.children()).toEqual([]);
    expect(debuggers.get(1)).toBe(tab);
    expect(chrome.attach).toHaveBeenCalledTimes(2);
    const again = chrome.sendCommand.mock.calls.filter(
      ([, method]) => method === "Target.setAutoAttach",
    );
    expect(again.filter(([to]) => !("sessionId" in to))).toHaveLength(2);
  });

  it("waits for the news of a detach that the browser tells behind its error", async () => {
    const tab = await debuggers.acquire(1);
    chrome.sendCommand.mockRejectedValueOnce(new Error("Detached while handling command."));
    const clicked = tab.send("Input.dispatchMouseEvent", { type: "mousePressed", x: 1, y: 1 });
    await new Promise((resolve) => setTimeout(resolve));

    debuggers.handleDetach({ tabId: 1 }, "target_closed");

    await expect(clicked).resolves.toEqual({});
  });

  it("waits for the browser to attach it, however long that takes", async () => {
    vi.useFakeTimers();
    try {
      const tab = await debuggers.acquire(1);
      chrome.sendCommand.mockRejectedValueOnce(new Error("Detached while handling command."));
      const clicked = tab.send("Input.dispatchMouseEvent", { type: "mousePressed", x: 1, y: 1 });
      chrome.attach.mockImplementationOnce(
        () => new Promise((resolve) => void setTimeout(resolve, 4000)),
      );

      debuggers.handleDetach({ tabId: 1 }, "target_closed");
      await vi.advanceTimersByTimeAsync(4500);

      await expect(clicked).resolves.toEqual({});
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ["is closed", "No tab with given id 1.", "was closed", "target_closed"],
    [
      "shows what nobody may debug",
      "Cannot access a chrome:// URL",
      "went to a page that extensions may not debug",
      "restricted",
    ],
  ])("fails what waits at once when it %s", async (_name, refusal, why, reason) => {
    neverAnswer("Runtime.evaluate");
    const tab = await debuggers.acquire(1);
    const ended = vi.fn();
    tab.onDetach(ended);
    const waiting = [tab.send("Runtime.evaluate", { expression: "1" })];
    chrome.attach.mockRejectedValueOnce(new Error(refusal));

    debuggers.handleDetach({ tabId: 1 }, "target_closed");
    waiting.push(tab.send("Runtime.evaluate", { expression: "2" }));

    for (const each of waiting) await expect(each).rejects.toThrow(why);
    expect(ended.mock.calls).toEqual([[reason]]);
    expect(debuggers.get(1)).toBeUndefined();
  });

  it("ends while it waits to be attached again, when it is closed", async () => {
    const tab = await debuggers.acquire(1);
    let attach = (): void => {};
    chrome.attach.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          attach = resolve;
        }),
    );
    debuggers.handleDetach({ tabId: 1 }, "target_closed");
    const meanwhile = tab.send("Log.enable");
    await vi.waitFor(() => expect(chrome.attach).toHaveBeenCalledTimes(2));

    debuggers.tabRemoved(1);
    attach();

    await expect(meanwhile).rejects.toMatchObject({ code: "page_gone" });
    await vi.waitFor(() => expect(chrome.detach).toHaveBeenCalledTimes(1)); // nobody holds it
  });
});
