import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendCdp } from "../dist/tsc/debugger/sendCdp.js";
import { type FakeChrome, installChrome } from "./fake/FakeChrome.js";

let chrome: FakeChrome;

beforeEach(() => {
  vi.useFakeTimers();
  chrome = installChrome();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("sendCdp", () => {
  it("passes tab, child session, method and parameters on and gives the answer back", async () => {
    chrome.sendCommand.mockResolvedValue({ result: 7 });

    const answer = await sendCdp({ tabId: 3, sessionId: "S" }, "Runtime.evaluate", {
      expression: "7",
    });

    expect(answer).toEqual({ result: 7 });
    expect(chrome.sendCommand).toHaveBeenCalledWith(
      { tabId: 3, sessionId: "S" },
      "Runtime.evaluate",
      {
        expression: "7",
      },
    );
  });

  it("gives up a command after 5 s when no other deadline is named", async () => {
    chrome.sendCommand.mockReturnValue(new Promise(() => undefined));
    const settled = vi.fn();
    const late = sendCdp({ tabId: 3 }, "Page.enable").catch(settled);

    await vi.advanceTimersByTimeAsync(4999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await late;

    expect(settled.mock.calls[0]?.[0]).toMatchObject({
      code: "cdp_timeout",
      data: { method: "Page.enable", ms: 5000 },
    });
  });

  it("takes a shorter deadline from the caller", async () => {
    chrome.sendCommand.mockReturnValue(new Promise(() => undefined));
    const late = expect(sendCdp({ tabId: 3 }, "Page.enable", {}, 200)).rejects.toMatchObject({
      code: "cdp_timeout",
      exitCode: 4,
    });

    await vi.advanceTimersByTimeAsync(200);

    await late;
  });

  it("leaves no timer behind an answered command", async () => {
    await sendCdp({ tabId: 3 }, "Page.enable");

    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ["Detached while handling command.", "page_gone"],
    ["Debugger is not attached to the tab with id: 3.", "page_gone"],
    ["No tab with given id 3.", "page_gone"],
    ["Cannot access a chrome:// URL", "page_restricted"],
    ["The extensions gallery cannot be scripted.", "page_restricted"],
    ['{"code":-32001,"message":"Session with given id not found."}', "page_gone"],
    ["Another debugger is already attached to the tab with id: 3.", "debugger_busy"],
    ['{"code":-32000,"message":"No resource with given identifier found"}', "cdp_failed"],
    ['{"code":-32601,"message":"\'Page.enable\' wasn\'t found"}', "cdp_failed"],
    ["{ not JSON", "cdp_failed"],
  ])("tells %s as %s", async (text, code) => {
    chrome.sendCommand.mockRejectedValue(new Error(text));

    await expect(sendCdp({ tabId: 3 }, "Page.enable")).rejects.toMatchObject({ code });
  });

  it("keeps the protocol's own code and text", async () => {
    chrome.sendCommand.mockRejectedValue(new Error('{"code":-32000,"message":"No node found"}'));

    await expect(sendCdp({ tabId: 3 }, "DOM.resolveNode")).rejects.toMatchObject({
      message: "DOM.resolveNode: No node found",
      data: { cdp_code: -32000 },
    });
  });
});
