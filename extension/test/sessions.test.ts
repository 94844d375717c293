import { beforeEach, describe, expect, it, vi } from "vitest";
import { Sessions } from "../dist/tsc/sessions/Sessions.js";
import { TabVerbs } from "../dist/tsc/sessions/tabs.js";
import { type FakeChrome, installChrome } from "./fake/FakeChrome.js";

let chrome: FakeChrome;
let sessions: Sessions;
let tabs: TabVerbs;
const ending = vi.fn(async () => undefined);
const ended = vi.fn();
const returnTab = vi.fn(async () => undefined);

function createSessions(): Sessions {
  const closeTab = async (tabId: number): Promise<void> => {
    await chrome.removeTab(tabId).catch(() => undefined);
  };
  return new Sessions({ ending, closeTab, returnTab, ended });
}

beforeEach(async () => {
  vi.clearAllMocks();
  chrome = installChrome();
  sessions = createSessions();
  tabs = new TabVerbs({
    sessions,
    borrows: { borrow: vi.fn(), return: vi.fn() },
    redactUrl: (url) => url.replace("SECRET", "[redacted:token]"),
    redactText: (text) => text.replace("SECRET", "[redacted:token]"),
    activeRunOf: () => undefined,
    closeTab: (tabId) => chrome.removeTab(tabId).then(() => []),
  });
  await sessions.ready;
});

describe("the ownership of tabs", () => {
  it.each([
    ["a tab of the session", "abcd", "own", undefined],
    ["a tab that its page opened", "abcd", "popup", undefined],
    ["a tab of another session", "abcd", "other", "not_owner"],
    ["a person's tab in the Agent Window", "abcd", "beside", "not_owner"],
    ["a person's tab elsewhere", "abcd", "person", "not_owner"],
    ["no such tab", "abcd", "none", "tab_not_found"],
    ["what is no tab's id", "abcd", "large", "tab_not_found"],
    ["another session's tab, asked by that session", "efgh", "other", undefined],
    ["a tab without a session", "zzzz", "own", "session_not_found"],
  ])("%s: %s may drive %s unless %s", async (_name, session, which, code) => {
    const first = await sessions.open({ session: "abcd" });
    const second = await sessions.open({ session: "efgh" });
    const popup = chrome.addTab(first.window_id, "http://localhost/", first.tab_id);
    sessions.openings.announce(first.tab_id);
    await sessions.tabCreated(popup as chrome.tabs.Tab);
    const beside = chrome.addTab(first.window_id, "http://mine/", first.tab_id);
    await sessions.tabCreated(beside as chrome.tabs.Tab);
    const ids = new Map([
      ["own", first.tab_id],
      ["popup", popup.id],
      ["other", second.tab_id],
      ["beside", beside.id],
      ["person", chrome.addTab(1).id],
      ["none", 99_999],
      ["large", 2 ** 31],
    ]);

    const asked = sessions.requireTab(session, ids.get(which));

    if (code === undefined) await expect(asked).resolves.toMatchObject({ tabId: ids.get(which) });
    else await expect(asked).rejects.toMatchObject({ code });
  });

  it("means the last used tab when none is named", async () => {
    const { tab_id } = await sessions.open({ session: "abcd" });
    const created = await tabs.create({ session: "abcd", url: "http://localhost/" });
    expect(await sessions.requireTab("abcd")).toMatchObject({ tabId: created.tab.tab_id });

    await sessions.requireTab("abcd", tab_id);

    expect(await sessions.requireTab("abcd")).toMatchObject({ tabId: tab_id });
  });

  it("passes nothing on to a session that comes later with the same id", async () => {
    const { tab_id } = await sessions.open({ session: "abcd" });
    const old = sessions.require("abcd");
    chrome.removeTab.mockImplementationOnce(async () => undefined); // the old tab stays open

    await sessions.open({ session: "abcd" });

    expect(sessions.require("abcd")).not.toBe(old);
    await expect(sessions.requireTab("abcd", tab_id)).rejects.toMatchObject({ code: "not_owner" });
  });
});

describe("the end of a session", () => {
  it("closes a tab that was on its way to it, and says that the session is gone", async () => {
    await sessions.open({ session: "abcd" });
    let come: () => void = () => undefined;
    const api = globalThis.chrome.tabs;
    const make = api.create;
    api.create = (async (options: chrome.tabs.CreateProperties) => {
      await new Promise<void>((resolve) => (come = resolve));
      return make(options);
    }) as typeof api.create;
    const creating = tabs.create({ session: "abcd" }).catch((error: unknown) => error);

    const closing = sessions.close("abcd", "session_ended");
    come();
    await closing;

    expect(await creating).toMatchObject({ code: "session_not_found" });
    expect(chrome.tabs.size).toBe(0);
    expect(ending).toHaveBeenCalledTimes(1);
  });

  it("closes its tabs and those that its pages opened, and leaves a person's", async () => {
    const { window_id, tab_id } = await sessions.open({ session: "abcd" });
    const popup = chrome.addTab(window_id, "http://localhost/", tab_id);
    sessions.openings.announce(tab_id);
    await sessions.tabCreated(popup as chrome.tabs.Tab);
    const person = chrome.addTab(window_id);
    const state = sessions.require("abcd");

    expect(await sessions.close("abcd", "session_ended")).toEqual({
      returned_tab_ids: [],
      return_failures: [],
    });

    expect([...chrome.tabs.keys()]).toEqual([person.id]);
    expect(ending).toHaveBeenCalledWith(state, "session_ended");
    expect(ended).not.toHaveBeenCalled();
    expect(() => sessions.require("abcd")).toThrow("No session abcd.");
    expect(await sessions.close("abcd", "session_ended")).toBeUndefined();
  });

  it("closes the tabs although a capture could not be stopped, and tells that", async () => {
    await sessions.open({ session: "abcd" });
    ending.mockRejectedValueOnce(new Error("disk full"));

    await expect(sessions.close("abcd", "session_ended")).rejects.toThrow("disk full");

    expect(chrome.tabs.size).toBe(0);
  });

  it("comes with the last tab that a person closes, and the daemon is told once", async () => {
    const { tab_id } = await sessions.open({ session: "abcd" });
    const { tab } = await tabs.create({ session: "abcd" });
    for (const id of [tab_id, tab.tab_id]) {
      chrome.tabs.delete(id);
      await sessions.tabRemoved(id, true);
    }

    expect(ended.mock.calls).toEqual([["abcd", "window_closed"]]);
    expect(ending).toHaveBeenCalledTimes(1);
  });

  it("does not come with a tab that the agent closes: an empty one takes its place", async () => {
    const { window_id, tab_id } = await sessions.open({ session: "abcd" });

    expect(await tabs.close({ session: "abcd", tab_id })).toEqual({ closed: tab_id });

    const { tabId } = await sessions.requireTab("abcd");
    expect(chrome.tabs.get(tabId)).toMatchObject({ windowId: window_id, url: "about:blank" });
    expect(ended).not.toHaveBeenCalled();
  });
});

describe("a worker that starts again", () => {
  it("knows its sessions, without the tabs that closed meanwhile", async () => {
    const { window_id, tab_id } = await sessions.open({ session: "abcd" });
    const { tab } = await tabs.create({ session: "abcd" });
    chrome.tabs.delete(tab.tab_id);

    const restarted = createSessions();
    await restarted.ready;

    expect(restarted.require("abcd")).toMatchObject({ id: "abcd", windowId: window_id });
    expect(await restarted.requireTab("abcd")).toMatchObject({ tabId: tab_id });
  });

  it.each([
    ["nothing", undefined],
    ["a session whose tabs are gone", [{ id: "abcd", window_id: 1, tabs: [[77, "created"]] }]],
    ["what is no session", [null, 7, { id: 7 }, { id: "abcd", window_id: 1, tabs: [["x"], 3] }]],
  ])("starts empty from %s", async (_name, stored) => {
    chrome.stored.set("sessions", stored);

    const restarted = createSessions();
    await restarted.ready;

    expect(restarted.list()).toEqual([]);
  });
});

describe("tab list", () => {
  it("names who opened each tab of the window, with URL and title redacted", async () => {
    const { window_id, tab_id } = await sessions.open({ session: "abcd" });
    chrome.addTab(window_id, "http://localhost/?token=SECRET");
    chrome.addTab(1, "http://elsewhere/");

    const list = await tabs.list({ session: "abcd", scope: "agent" });

    expect(list.tabs.map(({ tab_id: id, origin, url }) => [id === tab_id, origin, url])).toEqual([
      [true, "created", "about:blank"],
      [false, "person", "http://localhost/?token=[redacted:token]"],
    ]);
    expect(JSON.stringify(list)).not.toContain("SECRET");
  });
});

describe("the scope of tab list", () => {
  it.each([
    ["agent", ["about:blank", "http://beside/"]],
    ["user", ["http://mine/?token=[redacted:token]"]],
    ["all", ["about:blank", "http://beside/", "http://mine/?token=[redacted:token]"]],
    [undefined, ["about:blank", "http://beside/", "http://mine/?token=[redacted:token]"]],
  ] as const)("%s leaves out what is another session's", async (scope, expected) => {
    const { window_id } = await sessions.open({ session: "abcd" });
    const other = await sessions.open({ session: "efgh" });
    chrome.addTab(window_id, "http://beside/");
    chrome.addTab(other.window_id, "http://theirs/");
    chrome.addTab(1, "http://mine/?token=SECRET");

    const list = await tabs.list({ session: "abcd", ...(scope === undefined ? {} : { scope }) });

    expect(list.tabs.map(({ url }) => url)).toEqual(expected);
  });
});

describe("tab create", () => {
  it.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "chrome://settings",
    "data:text/html,x",
    "x",
  ])("refuses %s and opens nothing", async (url) => {
    await sessions.open({ session: "abcd" });

    await expect(tabs.create({ session: "abcd", url })).rejects.toMatchObject({
      code: "url_not_allowed",
    });

    expect(chrome.tabs.size).toBe(1);
  });
});
