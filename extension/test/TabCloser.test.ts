import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Debuggers } from "../dist/tsc/debugger/Debuggers.js";
import { TabCloser } from "../dist/tsc/debugger/TabCloser.js";
import { type FakeChrome, installChrome } from "./fake/FakeChrome.js";

let chrome: FakeChrome;
let debuggers: Debuggers;
let closer: TabCloser;

beforeEach(() => {
  vi.useFakeTimers();
  chrome = installChrome();
  debuggers = new Debuggers();
  closer = new TabCloser({ debuggers });
});
afterEach(() => {
  vi.useRealTimers();
});

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
    const withDialog = new TabCloser({ debuggers, openDialog: () => ({ type: "alert" }) });

    await withDialog.close(id);

    expect(chrome.sendCommand).toHaveBeenCalledWith({ tabId: id }, "Page.handleJavaScriptDialog", {
      accept: false,
    });
  });

  it("says so when the tab stays", async () => {
    const { id } = chrome.addTab(1);
    chrome.removeTab.mockImplementation(() => new Promise(() => undefined));
    const closing = expect(closer.close(id)).rejects.toMatchObject({ code: "timeout" });

    await vi.advanceTimersByTimeAsync(3000);

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
