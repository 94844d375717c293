import { BskError, type CdpSession, errors } from "@bsk/core";
import type { ActionParams } from "@bsk/schema";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefStore, VERBS, type VerbMethod } from "../dist/tsc/verbs/index.js";

/** Nothing of a hung page may hold a command up for longer. */
const LIMIT_MS = 5000;

/** A tab that answers `answers`, and to all else says nothing until the deadline. */
function silentTab(answers: Readonly<Record<string, unknown>> = {}): CdpSession {
  const session = {
    children: () => [],
    onEvent: () => () => {},
    onReattach: () => () => {},
    onDetach: () => () => {},
    send: (method: string, _params: unknown, { deadlineMs = 5000 } = {}) =>
      method in answers
        ? Promise.resolve(answers[method])
        : new Promise((_, reject) =>
            setTimeout(() => reject(errors.cdpTimeout(method, deadlineMs)), deadlineMs),
          ),
  };
  return session as unknown as CdpSession; // the answers are of the methods' own types
}

const PARAMS: { readonly [M in VerbMethod]: Omit<ActionParams[M], "session"> } = {
  "page/blur": { target: "#a" },
  "page/click": { target: "#a" },
  "page/console": {},
  "page/dialog": { answer: "accept" },
  "page/evaluate": { expression: "1" },
  "page/fill": { target: "#a", value: "x" },
  "page/focus": { target: "#a" },
  "page/get-html": {},
  "page/hover": { target: "#a" },
  "page/navigate": { url: "http://localhost/" },
  "page/navigate-back": {},
  "page/navigate-forward": {},
  "page/network": {},
  "page/press": { key: "a" },
  "page/reload": {},
  "page/screenshot": {},
  "page/scroll-to": { target: "#a" },
  "page/select": { target: "#a", value: ["x"] },
  "page/snapshot": {},
  "page/wait-for-element": { target: "#a" },
  "page/wait-for-navigation": { timeout_ms: 1000 },
  "page/wheel": { delta_y: 1 },
};
const METHODS = Object.keys(PARAMS) as VerbMethod[]; // an object's own keys

function run(method: VerbMethod, cdp: CdpSession, more: object = {}): Promise<unknown> {
  const params = { session: "abcd", ...PARAMS[method] } as ActionParams[VerbMethod]; // of this method
  const verb = VERBS[method] as (params: unknown, context: unknown) => Promise<unknown>;
  const { signal } = new AbortController();
  const refs = new RefStore();
  return verb(params, { tabId: 1, session: "abcd", cdp, signal, refs, ...more });
}

/** How long it took, by the clock of the test. */
async function timed(work: Promise<unknown>): Promise<{ ms: number; error: unknown }> {
  const startedAt = performance.now();
  let ms = -1;
  let error: unknown;
  const ended = work.then(
    () => {
      ms = performance.now() - startedAt;
    },
    (reason: unknown) => {
      ms = performance.now() - startedAt;
      error = reason;
    },
  );
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
  return { ms, error };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a tab that answers nothing", () => {
  it.each(METHODS)("ends %s within five seconds", async (method) => {
    const { ms } = await timed(run(method, silentTab()));

    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  it.each(
    METHODS.filter((method) => !/console|network|dialog|back|forward|for-navigation/.test(method)),
  )("is called hung by %s", async (method) => {
    const { error } = await timed(run(method, silentTab()));

    expect(error).toBeInstanceOf(BskError);
    expect(error).toMatchObject({ code: "page_hung", data: { dispatched: false } });
  });

  it.each(["page/navigate", "page/reload", "page/navigate-back"] as const)(
    "is ended for %s only where that may be",
    async (method) => {
      const tab = silentTab();
      const send = vi.spyOn(tab, "send");
      const endHung = vi.fn(async () => undefined);

      const kept = await timed(run(method, tab));
      const ended = await timed(run(method, tab, { endHung }));

      expect(kept.error).toMatchObject({
        code: "page_hung",
        message: expect.stringContaining("by hand"),
      });
      expect(send.mock.calls.map(([sent]) => sent)).not.toContain("Page.crash");
      expect(endHung).toHaveBeenCalledOnce();
      expect(ended.error).toMatchObject({
        code: "page_hung",
        message: expect.stringContaining("has not ended yet"),
      });
    },
  );

  it("is named beside what failed after its end", async () => {
    const history = { "Page.getNavigationHistory": { currentIndex: 0, entries: [{ id: 1 }] } };
    let asked = 0;
    const tab = silentTab(history);
    const cdp = {
      ...tab,
      send: (...words: Parameters<CdpSession["send"]>) =>
        words[0] === "Page.getFrameTree" && ++asked > 1
          ? Promise.resolve({ frameTree: { frame: {} } })
          : tab.send(...words),
    };

    const { error } = await timed(
      run("page/navigate-back", cdp as CdpSession, { endHung: async () => [1, 2] }),
    );

    expect(error).toMatchObject({ code: "no_history_entry", data: { ended_tab_ids: [1, 2] } });
    expect(error).toMatchObject({ message: expect.stringContaining("was ended") });
  });
});
