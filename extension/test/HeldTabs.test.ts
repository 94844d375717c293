import { beforeEach, describe, expect, it, vi } from "vitest";
import { Debuggers } from "../dist/tsc/debugger/Debuggers.js";
import { HeldTabs } from "../dist/tsc/debugger/HeldTabs.js";
import { type FakeChrome, installChrome } from "./fake/FakeChrome.js";

let chrome: FakeChrome;
let debuggers: Debuggers;
let held: HeldTabs;
const opening = vi.fn();

beforeEach(() => {
  vi.clearAllMocks();
  chrome = installChrome();
  debuggers = new Debuggers();
  held = new HeldTabs({ debuggers, opening });
});

const requested = (disposition: string): void =>
  debuggers.handleEvent({ tabId: 1 }, "Page.frameRequestedNavigation", { disposition });

describe("the tabs of sessions", () => {
  it("stay attached between commands, with one hold however many commands come", async () => {
    const seen = await Promise.all([
      held.use(1, async (tab) => tab),
      held.use(1, async (tab) => tab),
    ]);
    await held.use(1, async (tab) => seen.push(tab));

    expect(new Set(seen).size).toBe(1);
    expect(chrome.attach).toHaveBeenCalledTimes(1);
    expect(chrome.detach).not.toHaveBeenCalled();
    await debuggers.release(seen[0] as NonNullable<(typeof seen)[0]>); // the one hold there is
    expect(chrome.detach).toHaveBeenCalledTimes(1);
  });

  it("are attached anew by the command after a detach", async () => {
    const first = await held.use(1, async (tab) => tab);
    debuggers.handleDetach({ tabId: 1 }, "replaced_with_devtools");

    const second = await held.use(1, async (tab) => tab);

    expect(second).not.toBe(first);
    expect(chrome.attach).toHaveBeenCalledTimes(2);
  });

  it("announce what their scripts open at any time", async () => {
    await held.use(1, async () => undefined);

    debuggers.handleEvent({ tabId: 1 }, "Page.windowOpen", { url: "http://localhost/" });

    expect(opening.mock.calls).toEqual([[1]]);
  });

  it("announce a link opened in a new tab only while the agent acts: else a person clicked", async () => {
    await held.use(1, async () => requested("newTab"));
    expect(opening).toHaveBeenCalledTimes(1);

    requested("newTab");
    await held.use(1, async () => requested("currentTab"));

    expect(opening).toHaveBeenCalledTimes(1);
  });
});
