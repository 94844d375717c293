import { Core, errors } from "@bsk/core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerPanel } from "../dist/tsc/panel/answerPanel.js";
import { RunAccess } from "../dist/tsc/panel/RunAccess.js";
import { installChrome } from "./fake/FakeChrome.js";

const ID = "jbpmglmkbjjeiaiaddnadcnbighgbidm";
const PANEL = { id: ID, url: `chrome-extension://${ID}/panel.html?run=d0123456789ab&tab=requests` };
const RUN = "d0123456789ab";
const run = { id: RUN, session_id: "abcd", tab_id: 3, state: "stopped", started_at: 5 };
const older = { ...run, id: "dffffffffffff", session_id: "zzzz", started_at: 1 };

const captures = {
  everyRun: vi.fn(async () => [older, { ...run, state: "capturing" }]),
  forget: vi.fn(async (id: string) => {
    if (id === RUN) throw errors.runCapturing(id);
  }),
  read: vi.fn(async () => ({ requests: [] })),
  act: vi.fn(async () => ({})),
  pin: vi.fn(async () => ({})),
  start: vi.fn(async () => ({})),
  stop: vi.fn(async () => ({})),
};
const store = { deleteRun: vi.fn(async () => undefined) };
const state = {
  id: "abcd",
  tabs: new Map([[3, "created"]]),
  runs: [{ runId: older.id, tabId: 3 }],
};
const sessions = {
  list: () => [state],
  save: vi.fn(async () => undefined),
  requireTab: vi.fn(async () => ({ state, tabId: 3 })),
};
const tabs = {
  list: vi.fn(async () => ({
    tabs: [
      { tab_id: 3, url: "http://app.test/", active: true },
      { tab_id: 4, url: "http://person.test/", active: false },
    ],
  })),
};

beforeEach(() => {
  vi.clearAllMocks();
  installChrome();
});

/** The listener with fakes that have what it uses. */
function listener(more: object = {}): ReturnType<typeof answerPanel> {
  const runs = new RunAccess({ captures, store, sessions } as unknown as ConstructorParameters<
    typeof RunAccess
  >[0]);
  const parts = {
    ready: Promise.resolve(),
    core: new Core(),
    captures,
    sessions,
    tabs,
    runs,
    start: vi.fn(async () => ({})),
    ...more,
  };
  return answerPanel(parts as unknown as Parameters<typeof answerPanel>[0]);
}

function ask(method: string, runId?: string, params: object = {}): Promise<unknown> {
  const message = {
    kind: "panel",
    method,
    params,
    ...(runId === undefined ? {} : { run_id: runId }),
  };
  return new Promise((resolve) => {
    expect(listener()(message, PANEL, resolve)).toBe(true);
  });
}

describe("what the evidence page asks", () => {
  it("is the whole history, newest first", async () => {
    await expect(ask("panel/history")).resolves.toMatchObject({
      ok: true,
      result: {
        runs: [
          { id: RUN, state: "capturing" },
          { id: older.id, state: "stopped" },
        ],
        limits: { runs: 50 },
      },
    });
  });

  it("reads any run, many rows at once, under the session that made it", async () => {
    await ask("debug/requests", older.id, { since: 3 });

    expect(captures.read).toHaveBeenCalledWith(
      "debug/requests",
      { id: "zzzz", runs: [{ runId: older.id, tabId: 3 }] },
      { since: 3, session: "zzzz", run_id: older.id, limit: 1000, budget: 16_777_216 },
      expect.anything(),
    );
  });

  it("cannot name another session or run than the one it is about", async () => {
    await ask("debug/request", RUN, { id: "n1", session: "zzzz", run_id: older.id });

    expect(captures.read).toHaveBeenCalledWith(
      "debug/request",
      expect.objectContaining({ id: "abcd" }),
      expect.objectContaining({ session: "abcd", run_id: RUN }),
      expect.anything(),
    );
  });

  it("is checked like the wire's parameters", async () => {
    await expect(ask("debug/requests", RUN, { limit: 101 })).resolves.toMatchObject({
      ok: false,
      error: { code: "invalid_params" },
    });
    await expect(ask("debug/start", undefined, { session: "x" })).resolves.toMatchObject({
      ok: false,
    });
    expect(captures.read).not.toHaveBeenCalled();
  });

  it("is refused for a run that the history does not hold", async () => {
    await expect(ask("debug/requests", "d000000000000")).resolves.toMatchObject({
      ok: false,
      error: { code: "run_not_found" },
    });
  });

  it.each(["tab/close", "panel/history", "__proto__", "constructor", "page/evaluate"])(
    "of a run is never %s",
    async (method) => {
      await expect(ask(method, RUN)).resolves.toMatchObject({
        ok: false,
        error: { code: "unknown_method" },
      });
    },
  );

  it("deletes a stopped run, also from the session that made it", async () => {
    await expect(ask("panel/delete", older.id)).resolves.toEqual({
      ok: true,
      result: { deleted: true },
    });

    expect(captures.forget).toHaveBeenCalledWith(older.id);
    expect(store.deleteRun).toHaveBeenCalledWith(older.id);
    expect(state.runs).toEqual([]);
    expect(sessions.save).toHaveBeenCalled();
  });

  it("deletes nothing of a run that is being recorded", async () => {
    await expect(ask("panel/delete", RUN)).resolves.toMatchObject({
      ok: false,
      error: { code: "run_capturing" },
    });

    expect(store.deleteRun).not.toHaveBeenCalled();
  });

  it("pins a request of its run, and of no other", async () => {
    const params = { id: `${RUN}:n1` };

    await expect(ask("debug/pin", RUN, params)).resolves.toMatchObject({ ok: true });
    expect(captures.pin).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ id: `${RUN}:n1` }),
      expect.objectContaining({ isPinned: true }),
    );

    await expect(ask("debug/unpin", RUN, params)).resolves.toMatchObject({ ok: true });
    expect(captures.pin).toHaveBeenLastCalledWith(
      expect.anything(),
      expect.objectContaining({ run_id: RUN }), // an id of another run is not found in this one
      expect.objectContaining({ isPinned: false }),
    );
  });

  it("offers the session's own tabs for recording, never a person's", async () => {
    await expect(ask("panel/sessions")).resolves.toEqual({
      ok: true,
      result: {
        sessions: [{ id: "abcd", tabs: [expect.objectContaining({ tab_id: 3 })] }],
      },
    });
  });
});

describe("a question", () => {
  const history = { kind: "panel", method: "panel/history", params: {} };

  it.each([
    ["another extension", { id: "a".repeat(32), url: PANEL.url }],
    ["another page of ours", { id: ID, url: `chrome-extension://${ID}/other.html` }],
    ["a page whose query looks like ours", { id: ID, url: "http://x.test/?/panel.html" }],
    ["a longer path", { id: ID, url: `chrome-extension://${ID}/panel.html/x` }],
    ["a web page", { id: ID, url: "http://localhost/panel.html" }],
    ["nobody", {}],
  ])("of %s is not answered", (_name, sender) => {
    const respond = vi.fn();

    expect(listener()(history, sender, respond)).toBe(false);

    expect(captures.everyRun).not.toHaveBeenCalled();
  });

  it.each([
    null,
    "panel",
    {},
    { ...history, kind: "status" },
    { ...history, params: null },
    { ...history, params: [] },
    { ...history, method: 7 },
    { ...history, run_id: "d0123456789ab:n1" },
    { ...history, run_id: 7 },
  ])("is ignored when it is %j", (message) => {
    expect(listener()(message, PANEL, vi.fn())).toBe(false);
  });
});
