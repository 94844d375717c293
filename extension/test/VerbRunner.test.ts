import { errors } from "@bsk/core";
import { drive, type LiveCapture, liveCapture } from "@bsk/core/testing";
import { type ActionParams, CATALOGUE, type OperationRecord } from "@bsk/schema";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PageOpenings } from "../dist/tsc/sessions/PageOpenings.js";
import { SessionState } from "../dist/tsc/sessions/SessionState.js";
import { VerbRunner } from "../dist/tsc/VerbRunner.js";
import { VERBS } from "../dist/tsc/verbs/index.js";
import type { VerbMethod } from "../src/verbs/Verb.js";

const TAB = 7;

/** The verbs that act, as the catalogue has them. */
const ACTING: readonly (readonly [name: string, method: VerbMethod])[] = CATALOGUE.flatMap(
  ({ method, operation }) =>
    operation === undefined ? [] : [[method.replace("page/", ""), method as VerbMethod] as const],
); // a method that no verb has fails where it is run
const LOOKING = (Object.keys(VERBS) as VerbMethod[]).filter(
  (method) => !ACTING.some(([, acting]) => acting === method),
);

let live: LiveCapture;
let runner: VerbRunner;
let state: SessionState;
let openings: PageOpenings;
/** Whether the capture is of the tab that the verbs run on. */
let isRecorded: boolean;

beforeEach(async () => {
  live = await liveCapture([]);
  state = new SessionState("abcd", 1);
  state.add(TAB, "created");
  openings = new PageOpenings();
  isRecorded = true;
  const parts = {
    sessions: {
      openings,
      requireTab: async () => ({ tabId: TAB, state }),
      use: async (_state: SessionState, tabId: number) => {
        state.lastTab = tabId;
      },
    },
    held: {
      get: () => live.session,
      use: (_tabId: number, run: (tab: object) => Promise<unknown>) => run(live.session),
    },
    hung: { mayEnd: async () => false },
    // A real capture: what it keeps is what counts.
    captures: {
      operation: async (
        _tabId: number,
        ...asked: Parameters<LiveCapture["capture"]["operation"]>
      ) => {
        if (!isRecorded) return { result: await asked[1]() };
        const { result, operationId } = await live.capture.operation(...asked);
        return { result, operation_id: operationId };
      },
      activeRunOf: (tabId: number) => (tabId === 3 ? "d1" : undefined),
    },
    urlOf: async () => "http://localhost/a",
    overlays: {
      acting: () => () => undefined,
      control: () => ({ hide: async () => undefined }),
    },
  };
  runner = new VerbRunner(parts as unknown as ConstructorParameters<typeof VerbRunner>[0]); // only what it asks
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What the verb itself does is not looked at here. */
function verbIs(method: VerbMethod, does: () => Promise<object>): void {
  vi.spyOn(VERBS as Record<VerbMethod, () => Promise<object>>, method).mockImplementation(does);
}

function run(method: VerbMethod, call: { readonly isAction?: boolean } = {}): Promise<object> {
  const params = { session: "abcd" } as ActionParams[VerbMethod]; // the verb does not read them
  const { signal } = new AbortController();
  return drive(live.clock, runner.run(method, params, { signal, ...call }));
}

async function operations(): Promise<OperationRecord[]> {
  const list: OperationRecord[] = [];
  for await (const operation of live.reader().operations()) list.push(operation);
  return list;
}

describe("a verb that acts", () => {
  it("is each of those that the floor names, and the answer to a dialog", () => {
    const names =
      "blur click dialog evaluate fill focus hover navigate navigate-back navigate-forward press reload scroll-to select wheel";

    expect(ACTING.map(([name]) => name).sort()).toEqual(names.split(" "));
  });

  it.each(ACTING)("is an operation of the capture under its own name: %s", async (name, method) => {
    let during: readonly OperationRecord[] = [];
    verbIs(method, async () => {
      during = await operations();
      return {};
    });

    expect(await run(method)).toEqual({ operation_id: `${live.capture.runId}:a1` });
    expect(during).toMatchObject([{ method: name, source: "agent", state: "running" }]);
    expect(await operations()).toMatchObject([{ method: name, state: "completed" }]);
  });

  it.each(ACTING)("is one under its own name also when it fails: %s", async (name, method) => {
    verbIs(method, async () => {
      throw errors.dialogOpen(TAB, "abcd");
    });

    await expect(run(method)).rejects.toMatchObject({ code: "dialog_open" });
    expect(await operations()).toMatchObject([
      { method: name, source: "agent", state: "error", error: expect.stringContaining("dialog") },
    ]);
  });
});

describe("how a verb is done", () => {
  const { signal } = new AbortController();

  it.each([
    ["page/click", { button: "right", click_count: 2, modifiers: ["Control"] }],
    ["page/hover", { modifiers: ["Shift"] }],
    ["page/press", { modifiers: ["Alt"], hold_ms: 300 }],
    ["page/fill", { no_clear: true }],
    ["page/reload", { hard: true }],
  ] as const)("is in the record of %s", async (method, how) => {
    verbIs(method, async () => ({}));
    const params = { session: "abcd", value: "hunter2", timeout_ms: 9, ...how };

    await drive(live.clock, runner.run(method, params as never, { signal }));

    expect((await operations()).map((operation) => operation.how)).toEqual([how]);
  });

  it("is not told where it is as usual", async () => {
    verbIs("page/click", async () => ({}));
    const params = { session: "abcd", target: "#a", button: "left", click_count: 1 } as const;

    await drive(live.clock, runner.run("page/click", params, { signal }));

    expect(await operations()).toMatchObject([{ method: "click" }]);
    expect((await operations())[0]).not.toHaveProperty("how");
  });
});

describe("what fails", () => {
  beforeEach(() => {
    isRecorded = false;
  });

  it.each([errors.elementNotFound("#a", "abcd"), errors.refStale("@e1", "abcd")])(
    "names the tab that was looked in, and the session's others",
    async (error) => {
      state.add(9, "page");
      verbIs("page/click", async () => {
        throw error;
      });

      await expect(run("page/click")).rejects.toMatchObject({
        message: expect.stringContaining(
          "Looked in tab 7, http://localhost/a. The session has other tabs: 9.",
        ),
        hint: "bsk snapshot --session abcd --tab-id 7",
        data: { tab_id: 7, url: "http://localhost/a", other_tab_ids: [9] },
      });
    },
  );

  it("leads to the session's tabs when the tab is gone", async () => {
    verbIs("page/click", async () => {
      throw errors.pageGone(TAB, "was closed");
    });

    await expect(run("page/click")).rejects.toMatchObject({ hint: "bsk tab list --session abcd" });
  });
});

describe("the tabs around a verb", () => {
  // Not with the capture's clock: a tab comes by the browser's.
  const click = () =>
    runner.run("page/click", { session: "abcd", target: "#a" }, { signal: AbortSignal.any([]) });

  beforeEach(() => {
    isRecorded = false;
  });

  it("are told when its page opens one, also when it comes a moment later", async () => {
    vi.stubGlobal("chrome", { tabs: { get: async () => ({ active: true }) } });
    verbIs("page/click", async () => {
      openings.announce(TAB);
      setTimeout(() => {
        openings.take(TAB);
        state.add(9, "page");
      }, 50);
      return {};
    });

    expect(await click()).toMatchObject({ opened_tabs: [{ tab_id: 9, active: true }] });
    expect(state.currentTab()).toBe(9);
    verbIs("page/click", async () => ({}));
    expect(await click()).not.toHaveProperty("opened_tabs");
  });

  it("are not waited for long when the browser blocks one", async () => {
    verbIs("page/click", async () => {
      openings.announce(TAB);
      return {};
    });

    expect(await click()).not.toHaveProperty("opened_tabs");
  });

  it("are told where the session records another than the one it is for", async () => {
    verbIs("page/click", async () => ({}));
    expect(await click()).toEqual({});

    state.runs.push({ runId: "d0", tabId: 3 }, { runId: "d1", tabId: 3 });

    expect(await click()).toEqual({ recorded_tab_id: 3 });
  });
});

describe("a verb that looks", () => {
  it.each(LOOKING)("is no operation: %s", async (method) => {
    verbIs(method, async () => ({}));

    expect(await run(method)).toEqual({});
    expect(await operations()).toEqual([]);
  });

  it("is also one that could act and is told to look", async () => {
    verbIs("page/dialog", async () => ({}));

    expect(await run("page/dialog", { isAction: false })).toEqual({});
    expect(await operations()).toEqual([]);
  });
});
