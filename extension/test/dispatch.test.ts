import { Core } from "@bsk/core";
import { CATALOGUE } from "@bsk/schema";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createDispatch } from "../dist/tsc/dispatch.js";
import { createHandlers, type HandlerParts, type Handlers } from "../dist/tsc/handlers.js";
import { PersonStops } from "../dist/tsc/sessions/PersonStops.js";
import { installChrome } from "./fake/FakeChrome.js";

const state = { id: "abcd" };
const parts = {
  core: new Core(),
  sessions: {
    require: vi.fn(() => state),
    requireTab: vi.fn(async (_id: string, tabId = 3) => ({ tabId, state })),
    ownerOf: vi.fn(() => state),
    find: vi.fn(() => undefined),
    list: vi.fn(() => []),
    save: vi.fn(async () => undefined),
    close: vi.fn(async () => undefined),
  },
  tabs: { list: vi.fn(async () => ({ tabs: [] })) },
  verbs: { run: vi.fn(async () => ({})), refuseDialog: vi.fn() },
  overlays: { remove: vi.fn(async () => undefined) },
  captures: {
    read: vi.fn(async () => ({})),
    start: vi.fn(async (_owner: object, _tabId: number) => ({})),
  },
};
let handlers: Handlers;
const { signal } = new AbortController();

function dispatchWith(ready: Promise<void> = Promise.resolve()): ReturnType<typeof createDispatch> {
  const stops = new PersonStops(
    parts.sessions as unknown as ConstructorParameters<typeof PersonStops>[0],
  ); // only what it asks
  return createDispatch({ handlers, ready, stops });
}

beforeEach(() => {
  vi.clearAllMocks();
  installChrome();
  handlers = createHandlers(parts as unknown as HandlerParts); // only what these tests reach
});

describe("the methods of the extension", () => {
  it("are those that the catalogue gives to it", () => {
    const expected = CATALOGUE.filter(
      ({ runs_in, wire }) => runs_in === "extension" && wire !== false,
    );

    expect(Object.keys(handlers).sort()).toEqual(expected.map(({ method }) => method).sort());
  });

  it("answer a ping before the worker has restored anything", async () => {
    const dispatch = dispatchWith(new Promise(() => undefined));

    await expect(dispatch("system/ping", {}, signal)).resolves.toEqual({});
  });

  it.each(["nope", "toString", "__proto__", "session/start", "debug/export", ""])(
    "do not include %s",
    async (method) => {
      const dispatch = dispatchWith();

      await expect(dispatch(method, {}, signal)).rejects.toMatchObject({ code: "unknown_method" });
    },
  );

  it.each([
    ["a missing parameter", { session: "abcd" }, "required"],
    ["an unknown one", { session: "abcd", target: "@e1", nope: 1 }, "additionalProperties"],
    ["a wrong type", { session: "abcd", target: 7 }, "type"],
    ["a value out of range", { session: "abcd", target: "@e1", click_count: 9 }, "maximum"],
    ["no object", null, "type"],
  ])("refuse %s and name the rule", async (_name, params, keyword) => {
    const dispatch = dispatchWith();

    await expect(dispatch("page/click", params, signal)).rejects.toMatchObject({
      code: "invalid_params",
      data: { keyword },
    });
    expect(parts.verbs.run).not.toHaveBeenCalled();
  });

  it("never say a parameter's value in an error", async () => {
    const dispatch = dispatchWith();
    const params = { session: "hunter2!", target: "@e1", value: 7 };

    const error = await dispatch("page/fill", params, signal).catch(String);

    expect(error).not.toContain("hunter2");
  });

  it("read evidence of the session that asks", async () => {
    const dispatch = dispatchWith();
    const params = { session: "abcd" };

    await dispatch("debug/requests", params, signal);

    expect(parts.captures.read).toHaveBeenCalledWith("debug/requests", state, params, signal);
  });

  it("start the capture of the tab that is named, else of the session's current one", async () => {
    const dispatch = dispatchWith();
    const chrome = installChrome();
    const [current, other] = [chrome.addTab(1, "http://a/"), chrome.addTab(1, "http://b/")];
    parts.sessions.requireTab.mockImplementation(async (_id, tabId = current.id) => ({
      tabId,
      state,
    }));

    for (const params of [{ session: "abcd", tab_id: other.id }, { session: "abcd" }])
      await dispatch("debug/start", params, signal);

    const started = parts.captures.start.mock.calls.map(([, tabId]) => tabId);
    expect(started).toEqual([other.id, current.id]);
  });

  it("do not start what was cancelled while the worker was restoring", async () => {
    const controller = new AbortController();
    let isReady: () => void = () => undefined;
    const dispatch = dispatchWith(new Promise((resolve) => (isReady = resolve)));
    const call = dispatch("tab/list", { session: "abcd" }, controller.signal);

    controller.abort();
    isReady();

    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(parts.tabs.list).not.toHaveBeenCalled();
  });
});
