import { beforeEach, describe, expect, it, vi } from "vitest";
import { BorrowConfirm } from "../dist/tsc/borrow/BorrowConfirm.js";
import { Borrows } from "../dist/tsc/sessions/Borrows.js";
import { Sessions } from "../dist/tsc/sessions/Sessions.js";
import type { BorrowAnswer, BorrowQuestion } from "../src/borrow/messages.js";
import { type FakeChrome, installChrome } from "./fake/FakeChrome.js";

const HOME = 1;
let chrome: FakeChrome;
let sessions: Sessions;
let borrows: Borrows;
let answer: BorrowAnswer | "timeout";
let isManaged: boolean;
const ask = vi.fn(async (_question: BorrowQuestion) => answer);
const letGo = vi.fn(async () => undefined);
const ended = vi.fn();

function start(): void {
  sessions = new Sessions({
    ending: async () => undefined,
    closeTab: async (tabId) => void chrome.tabs.delete(tabId),
    returnTab: (state, tabId) => borrows.giveBack(state, tabId),
    ended,
  });
  borrows = new Borrows({
    sessions,
    isManaged: async () => isManaged,
    ask,
    letGo,
    redactText: (text) => text.replace("SECRET", "[redacted]"),
  });
}

beforeEach(async () => {
  vi.clearAllMocks();
  chrome = installChrome();
  answer = "once";
  isManaged = false;
  start();
  await sessions.ready;
  await sessions.open({ session: "abcd", name: "Night shift" });
});

const { signal } = new AbortController();
const borrow = (tabId: number, session = "abcd") =>
  borrows.borrow({ session, tab_id: tabId }, signal);
const giveBack = (tabId: number, session = "abcd") => borrows.return({ session, tab_id: tabId });
const windowOf = (session: string): number => sessions.require(session).windowId;

describe("borrowing a tab", () => {
  it("asks with origin, title and session, and moves the tab into the Agent Window", async () => {
    const { id } = chrome.addTab(HOME, "http://shop/cart?SECRET");

    expect(await borrow(id)).toBe("once");

    expect(ask.mock.calls[0]?.[0]).toEqual({
      session: "abcd",
      name: "Night shift",
      origin: "http://shop",
      title: "title of http://shop/cart?[redacted]",
      timeoutMs: 60_000,
    });
    expect(chrome.placed(id)).toMatchObject({ windowId: windowOf("abcd"), active: true });
    expect(await sessions.requireTab("abcd")).toMatchObject({ tabId: id });
  });

  it.each([
    ["deny", "borrow_denied", 1],
    ["timeout", "borrow_timeout", 4],
  ] as const)("does nothing at %s", async (said, code, exitCode) => {
    answer = said;
    const { id } = chrome.addTab(HOME, "http://shop/");

    await expect(borrow(id)).rejects.toMatchObject({ code, exitCode });

    expect(chrome.placed(id).windowId).toBe(HOME);
    await expect(sessions.requireTab("abcd", id)).rejects.toMatchObject({
      code: "not_owner",
      hint: `bsk tab borrow ${id} --session abcd`,
    });
  });

  it("does nothing when the page has gone to another site meanwhile", async () => {
    const tab = chrome.addTab(HOME, "http://shop/");
    ask.mockImplementationOnce(async () => {
      tab.url = "http://bank/";
      return "once";
    });

    await expect(borrow(tab.id)).rejects.toMatchObject({ code: "borrow_denied" });

    expect(chrome.placed(tab.id).windowId).toBe(HOME);
  });

  it("asks no more for an origin that was allowed for the session, and for no other", async () => {
    answer = "session";
    const { id } = chrome.addTab(HOME, "http://shop/a");
    await borrow(id);
    await giveBack(id);
    await sessions.open({ session: "efgh" });

    expect(await borrow(id)).toBe("earlier");
    expect(await borrow(chrome.addTab(HOME, "http://shop/b").id)).toBe("earlier");
    expect(await borrow(chrome.addTab(HOME, "http://bank/").id)).toBe("session");
    expect(await borrow(chrome.addTab(HOME, "http://shop/c").id, "efgh")).toBe("session");
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it("that is on its way as the session ends goes home all the same", async () => {
    const { id } = chrome.addTab(HOME, "http://shop/");
    chrome.addTab(HOME, "http://beside/");
    let arrive: () => void = () => undefined;
    const move = chrome.moveTab.getMockImplementation();
    if (!move) throw new Error("the fake does not move tabs");
    chrome.moveTab.mockImplementationOnce(async (...where) => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return move(...where);
    });
    const borrowing = borrow(id).catch((error: unknown) => error);
    await vi.waitFor(() => expect(chrome.moveTab).toHaveBeenCalled());

    const closing = sessions.close("abcd", "session_ended");
    await new Promise((resolve) => setImmediate(resolve));
    arrive();

    expect(await closing).toEqual({ returned_tab_ids: [id], return_failures: [] });
    expect(await borrowing).toMatchObject({ code: "session_not_found" });
    expect(chrome.placed(id)).toMatchObject({ windowId: HOME, index: 0 });
    expect(sessions.ownerOf(id)).toBeUndefined();
  });

  it("asks again for one that was allowed once", async () => {
    const { id } = chrome.addTab(HOME, "http://shop/");
    await borrow(id);
    await giveBack(id);

    expect(await borrow(id)).toBe("once");

    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("asks nobody in a browser that bsk started", async () => {
    isManaged = true;

    expect(await borrow(chrome.addTab(HOME, "http://shop/").id)).toBe("managed");

    expect(ask).not.toHaveBeenCalled();
  });

  it.each([
    ["a page of the browser", "chrome://settings/", {}],
    ["another extension's page", "chrome-extension://aaaa/x.html", {}],
    ["a file", "file:///etc/passwd", {}],
    ["a tab that sleeps", "http://shop/", { discarded: true }],
  ])("is not for %s, and nobody is asked", async (_name, url, state) => {
    const tab = Object.assign(chrome.addTab(HOME, url), state);

    await expect(borrow(tab.id)).rejects.toMatchObject({ code: "tab_not_borrowable" });

    expect(ask).not.toHaveBeenCalled();
  });

  it("is not for another session's tab, its own, or none", async () => {
    const other = await sessions.open({ session: "efgh" });
    const own = sessions.require("abcd").currentTab() ?? -1;

    await expect(borrow(other.tab_id)).rejects.toMatchObject({ code: "not_owner" });
    await expect(borrow(own)).rejects.toMatchObject({ code: "tab_not_borrowable" });
    await expect(borrow(9999)).rejects.toMatchObject({ code: "tab_not_found" });
    await expect(borrow(99_999_999_999)).rejects.toMatchObject({ code: "tab_not_found" });
  });

  it("leaves nothing borrowed when the browser does not move the tab", async () => {
    const { id } = chrome.addTab(HOME, "http://shop/");
    chrome.moveTab.mockRejectedValueOnce(new Error("Tabs can only be moved to normal windows."));

    await expect(borrow(id)).rejects.toMatchObject({ code: "tab_not_borrowable" });

    expect(sessions.ownerOf(id)).toBeUndefined();
    expect(chrome.placed(id).windowId).toBe(HOME);
  });
});

describe("a borrowed tab", () => {
  async function borrowedBetween(state: object): Promise<ReturnType<FakeChrome["placed"]>> {
    chrome.addTab(HOME, "http://left/");
    const tab = chrome.addTab(HOME, "http://shop/");
    chrome.addTab(HOME, "http://right/");
    Object.assign(tab, state);
    const before = chrome.placed(tab.id);
    await borrow(tab.id);
    return before;
  }

  it.each([
    ["plain", {}],
    ["pinned", { pinned: true }],
    ["in front", { active: true }],
    ["in the background", { active: false }],
  ])("that was %s goes back to its very place, without its debugger", async (_name, state) => {
    const before = await borrowedBetween(state);

    const returned = await giveBack(before.id);

    expect(returned).toEqual({ returned: before.id, window_id: HOME, not_restored: [] });
    expect(chrome.placed(before.id)).toMatchObject({ ...before, active: expect.any(Boolean) });
    if (before.active) expect(chrome.placed(before.id).active).toBe(true);
    expect(letGo).toHaveBeenCalledWith(before.id);
    expect(sessions.ownerOf(before.id)).toBeUndefined();
    await expect(giveBack(before.id)).rejects.toMatchObject({ code: "not_borrowed" });
  });

  it("takes with it what the session recorded there; a tab that closed does not", async () => {
    const { id } = await borrowedBetween({});
    const state = sessions.require("abcd");
    const own = state.tabs.keys().next().value ?? -1;
    const runs = [
      { runId: "d00000000000a", tabId: id },
      { runId: "d00000000000b", tabId: own },
      { runId: "d00000000000c", tabId: id },
    ];
    state.runs.push(...runs);
    await borrow(chrome.addTab(HOME, "http://other/").id);
    await sessions.tabRemoved(own, false);

    expect((await giveBack(id)).released_run_ids).toEqual(["d00000000000a", "d00000000000c"]);

    expect(state.runs).toEqual([runs[1]]);
    start(); // the worker that comes next knows no more
    await sessions.ready;
    expect(sessions.require("abcd").runs).toEqual([runs[1]]);
  });

  it("that got another id meanwhile takes its runs with it all the same", async () => {
    const { id } = await borrowedBetween({});
    const state = sessions.require("abcd");
    state.runs.push({ runId: "d00000000000a", tabId: id });
    const { id: newId } = chrome.addTab(state.windowId, "http://shop/");
    await sessions.tabReplaced(newId, id);

    await giveBack(newId);

    expect(state.runs).toEqual([]);
  });

  it("goes back into its group while that is there, and says when it is not", async () => {
    const { id } = await borrowedBetween({ groupId: 5 });
    const friend = chrome.addTab(HOME, "http://friend/");
    friend.groupId = 5;
    expect((await giveBack(id)).not_restored).toEqual([]);
    expect(chrome.placed(id).groupId).toBe(5);

    await borrow(id);
    friend.groupId = -1;

    expect((await giveBack(id)).not_restored).toEqual(["group"]);
    expect(chrome.placed(id).windowId).toBe(HOME);
  });

  it("comes into a new window when its own is gone, still pinned", async () => {
    const tab = Object.assign(chrome.addTab(7, "http://shop/"), { pinned: true });
    await borrow(tab.id);

    const { window_id, not_restored } = await giveBack(tab.id);

    expect(not_restored).toEqual(["window"]);
    expect(chrome.placed(tab.id)).toMatchObject({ windowId: window_id, pinned: true });
    expect(window_id).not.toBe(7);
  });

  it("leaves an empty tab behind when it was the last: session and window live on", async () => {
    const { id } = chrome.addTab(HOME, "http://shop/");
    const window = windowOf("abcd");
    const own = sessions.require("abcd").currentTab() ?? -1;
    await borrow(id);
    chrome.tabs.delete(own);
    await sessions.tabRemoved(own, false);

    await giveBack(id);

    const { tabId } = await sessions.requireTab("abcd");
    expect(chrome.placed(tabId)).toMatchObject({ windowId: window, url: "about:blank" });
    expect(ended).not.toHaveBeenCalled();
  });

  it("goes home when its session ends, and is not closed", async () => {
    const before = await borrowedBetween({});

    const ending = await sessions.close("abcd", "session_ended");

    expect(ending).toEqual({ returned_tab_ids: [before.id], return_failures: [] });
    expect(chrome.placed(before.id)).toMatchObject({ windowId: HOME, index: before.index });
    expect(chrome.tabs.size).toBe(3);
  });

  it("that cannot go home stays open, and is named", async () => {
    const before = await borrowedBetween({});
    chrome.moveTab.mockRejectedValueOnce(new Error("No."));

    const ending = await sessions.close("abcd", "session_ended");

    expect(ending).toMatchObject({
      returned_tab_ids: [],
      return_failures: [{ tab_id: before.id, code: "internal" }],
    });
    expect(chrome.tabs.has(before.id)).toBe(true);
  });

  it("is known with its home, and what was allowed, to the worker that comes next", async () => {
    answer = "session";
    const before = await borrowedBetween({ pinned: true });

    start();
    await sessions.ready;

    expect(sessions.require("abcd").allowedOrigins).toEqual(new Set(["http://shop"]));
    await sessions.close("abcd", "disconnected");
    expect(chrome.placed(before.id)).toMatchObject({
      windowId: HOME,
      index: before.index,
      pinned: true,
    });
  });
});

describe("the window that asks", () => {
  const ID = "jbpmglmkbjjeiaiaddnadcnbighgbidm";
  const question: BorrowQuestion = {
    session: "abcd",
    origin: "http://x",
    title: "",
    timeoutMs: 60_000,
  };
  let confirm: BorrowConfirm;
  beforeEach(() => {
    confirm = new BorrowConfirm();
  });

  /** The window once it is there: its sender and the id of its question. */
  async function asking(): Promise<{ id: string; sender: chrome.runtime.MessageSender }> {
    const window = await vi.waitFor(async () => {
      const made = chrome.createWindow.mock.calls.at(-1)?.[0];
      if (made?.type !== "popup") throw new Error("none yet");
      return made;
    });
    const tab = [...chrome.tabs.values()].at(-1);
    const id = String(window.url).split("?")[1] ?? "";
    return { id, sender: { id: ID, url: String(window.url), tab } as chrome.runtime.MessageSender };
  }

  it("gets its question, gives its answer, and is closed", async () => {
    const answered = confirm.ask(question, { timeoutMs: 60_000, signal });
    const { id, sender } = await asking();
    const respond = vi.fn();

    confirm.handleMessage({ kind: "borrow_question", id }, sender, respond);
    confirm.handleMessage({ kind: "borrow_answer", id, answer: "session" }, sender, respond);

    expect(respond).toHaveBeenNthCalledWith(1, question);
    expect(await answered).toBe("session");
    expect(chrome.removeWindow).toHaveBeenCalledTimes(1);
  });

  it("says no when it is closed, and nothing when it is not answered in time", async () => {
    const closed = confirm.ask(question, { timeoutMs: 60_000, signal });
    const { sender } = await asking();
    confirm.tabRemoved(sender.tab?.id ?? -1);
    expect(await closed).toBe("deny");

    expect(await confirm.ask(question, { timeoutMs: 20, signal })).toBe("timeout");
  });

  it("is closed when the command is cancelled", async () => {
    const controller = new AbortController();
    const answered = confirm.ask(question, { timeoutMs: 60_000, signal: controller.signal });
    await asking();

    controller.abort();

    await expect(answered).rejects.toMatchObject({ code: "cancelled" });
    expect(chrome.removeWindow).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["another extension", { id: "a".repeat(32) }],
    ["another page", { url: `chrome-extension://${ID}/popup.html` }],
    ["another question's window", { url: `chrome-extension://${ID}/borrow.html?other` }],
    ["another tab", { tab: { id: 4242 } }],
  ])("takes no answer from %s", async (_name, forged) => {
    const answered = confirm.ask(question, { timeoutMs: 60, signal });
    const { id, sender } = await asking();

    const from = { ...sender, ...forged } as chrome.runtime.MessageSender;
    confirm.handleMessage({ kind: "borrow_answer", id, answer: "once" }, from, vi.fn());

    expect(await answered).toBe("timeout");
  });
});
