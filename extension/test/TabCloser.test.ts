import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Debuggers } from "../dist/tsc/debugger/Debuggers.js";
import { HungPages } from "../dist/tsc/debugger/HungPages.js";
import { TabCloser } from "../dist/tsc/debugger/TabCloser.js";
import { type FakeChrome, installChrome } from "./fake/FakeChrome.js";

let chrome: FakeChrome;
let debuggers: Debuggers;
let closer: TabCloser;

beforeEach(() => {
  vi.useFakeTimers();
  beside = [];
  chrome = installChrome();
  debuggers = new Debuggers();
  closer = new TabCloser({ debuggers, hung: hungPages(true) });
});
afterEach(() => {
  vi.useRealTimers();
});

let beside: readonly number[] = [];

function hungPages(isManaged: boolean): HungPages {
  return new HungPages({
    debuggers,
    isManaged: async () => isManaged,
    tabsOfSession: (tabId) => [tabId, ...beside],
  });
}

/** Its page answers nothing, and a crash takes the pages of these tabs with it. */
function hangs(tabIds: readonly number[]): void {
  chrome.sendCommand.mockImplementation(async (_target, method) => {
    if (method === "Page.crash") {
      for (const tabId of tabIds) debuggers.handleEvent({ tabId }, "Inspector.targetCrashed");
    }
    if (method === "Page.crash" || method === "Page.getFrameTree") await new Promise(() => {});
    return {};
  });
}

function sentMethods(): readonly string[] {
  return chrome.sendCommand.mock.calls.map(([, method]) => method);
}

/** A page whose removal waits for the answer to its dialog. */
function asks(tabId: number, type: string): void {
  chrome.removeTab.mockImplementation(
    () =>
      new Promise((resolve) => {
        chrome.sendCommand.mockImplementation(async (_target, method, params) => {
          if (method === "Page.handleJavaScriptDialog") resolve();
          return { params };
        });
        debuggers.handleEvent({ tabId }, "Page.javascriptDialogOpening", { type, message: "?" });
      }),
  );
}

describe("closing a tab", () => {
  it("answers a page that asks whether to leave", async () => {
    const { id } = chrome.addTab(1);
    asks(id, "beforeunload");

    await closer.close(id);

    expect(chrome.sendCommand).toHaveBeenCalledWith({ tabId: id }, "Page.handleJavaScriptDialog", {
      accept: true,
    });
    expect(debuggers.get(id)).toBeUndefined();
  });

  it("dismisses any other dialog", async () => {
    const { id } = chrome.addTab(1);
    asks(id, "prompt");

    await closer.close(id);

    expect(chrome.sendCommand).toHaveBeenCalledWith({ tabId: id }, "Page.handleJavaScriptDialog", {
      accept: false,
    });
  });

  it("answers a dialog that was open before", async () => {
    const { id } = chrome.addTab(1);
    const withDialog = new TabCloser({
      debuggers,
      hung: hungPages(true),
      openDialog: () => ({ type: "alert" }),
    });

    await withDialog.close(id);

    expect(chrome.sendCommand).toHaveBeenCalledWith({ tabId: id }, "Page.handleJavaScriptDialog", {
      accept: false,
    });
  });

  it("ends a page that opens one dialog after another", async () => {
    const { id } = chrome.addTab(1);
    let removed = (): void => {};
    const ask = (): void =>
      debuggers.handleEvent({ tabId: id }, "Page.javascriptDialogOpening", { type: "alert" });
    chrome.sendCommand.mockImplementation(async (_target, method) => {
      if (method === "Page.handleJavaScriptDialog") setTimeout(ask, 5);
      if (method === "Page.crash") {
        debuggers.handleEvent({ tabId: id }, "Inspector.targetCrashed");
        removed();
        await new Promise(() => {});
      }
      return {};
    });
    chrome.removeTab.mockImplementation(() => new Promise((resolve) => (removed = resolve)));
    const endless = new TabCloser({
      debuggers,
      hung: hungPages(true),
      openDialog: () => ({ type: "alert" }),
    });

    const closing = endless.close(id);
    await vi.advanceTimersByTimeAsync(3000);

    expect(await closing).toEqual([id]);
  });

  it("ends a page that hangs in a browser of bsk's own, and says what went with it", async () => {
    const [id = 0, shares = 0, lives = 0, crashed = 0] = [1, 1, 1, 1].map(
      (at) => chrome.addTab(at).id,
    );
    beside = [shares, lives, crashed];
    for (const tabId of beside) await debuggers.acquire(tabId);
    debuggers.handleEvent({ tabId: crashed }, "Inspector.targetCrashed"); // before, and by itself
    hangs([id, shares]);

    const closing = closer.close(id);
    await vi.advanceTimersByTimeAsync(2000);

    expect(await closing).toEqual([id, shares]);
  });

  it("crashes no page of a person's browser, which gives up on one that nobody debugs", async () => {
    const { id } = chrome.addTab(1);
    hangs([id]);
    chrome.removeTab.mockImplementation(async () => expect(debuggers.get(id)).toBeUndefined());

    const closing = new TabCloser({ debuggers, hung: hungPages(false) }).close(id);
    await vi.advanceTimersByTimeAsync(1000);

    expect(await closing).toEqual([]);
    expect(sentMethods()).toContain("Page.getFrameTree");
    expect(sentMethods()).not.toContain("Page.crash");
  });

  it("says of a page that hangs in a person's browser what works", async () => {
    const { id } = chrome.addTab(1);
    hangs([id]);
    chrome.removeTab.mockImplementation(() => new Promise(() => undefined));
    const personal = new TabCloser({ debuggers, hung: hungPages(false) });
    const closing = expect(personal.close(id)).rejects.toMatchObject({
      code: "page_hung",
      message: expect.stringContaining("by hand"),
    });

    await vi.advanceTimersByTimeAsync(3500);

    await closing;
  });

  it("says so when the tab stays", async () => {
    const { id } = chrome.addTab(1);
    chrome.removeTab.mockImplementation(() => new Promise(() => undefined));
    const closing = expect(closer.close(id)).rejects.toMatchObject({ code: "timeout" });

    await vi.advanceTimersByTimeAsync(2500);

    await closing;
  });

  it("is done when the tab is gone already, or cannot be debugged", async () => {
    await closer.close(77);

    const { id } = chrome.addTab(1, "chrome://settings");
    chrome.attach.mockRejectedValue(new Error("Cannot access a chrome:// URL"));
    await closer.close(id);

    expect(chrome.tabs.has(id)).toBe(false);
  });
});
