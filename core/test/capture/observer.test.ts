import type { ObserverEvent } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { PageObserver } from "../../dist/capture/PageObserver.js";
import { errors } from "../../dist/errors.js";
import { ManualClock, RUN_ID, ScriptedSession } from "../../dist/testing/index.js";
import { BINDING, WORLD } from "./openCapture.js";

const CLICK: ObserverEvent = { v: 1, type: "click", at: 5 };

async function open() {
  const clock = new ManualClock();
  const session = new ScriptedSession(clock);
  const said: ObserverEvent[] = [];
  let navigations = 0;
  const observer = new PageObserver({
    runId: RUN_ID,
    session,
    clock,
    source: "x",
    said: (event) => said.push(event),
    navigates: () => {
      navigations += 1;
    },
  });
  session.answer("Page.getFrameTree", () => ({ frameTree: { frame: { id: "F1" } } }));
  session.onEvent((event) => observer.handle(event));
  await observer.install();
  const context = (parts: object = {}) =>
    session.dispatch("Runtime.executionContextCreated", { context: { ...WORLD, ...parts } });
  const call = (payload: unknown, parts: object = {}, sessionId?: string) =>
    session.dispatch(
      "Runtime.bindingCalled",
      {
        name: BINDING,
        executionContextId: WORLD.id,
        payload: typeof payload === "string" ? payload : JSON.stringify(payload),
        ...parts,
      },
      sessionId,
    );
  return { clock, session, observer, said, context, call, navigations: () => navigations };
}

describe("what the observer is heard to say", () => {
  test("a message of its own world in the main frame", async () => {
    const { said, context, call } = await open();
    context();
    call(CLICK);
    expect(said).toEqual([CLICK]);
  });

  test.each<[string, unknown, object]>([
    ["another context, the page's own", CLICK, { executionContextId: 1 }],
    ["another binding", CLICK, { name: "bsk_other" }],
    ["a type that is not known", { ...CLICK, type: "evaluate" }, {}],
    ["a version that is not known", { ...CLICK, v: 2 }, {}],
    ["a key that is not known", { ...CLICK, __proto__x: 1 }, {}],
    ["a target that is too long", { ...CLICK, target: "x".repeat(500) }, {}],
    ["no object", 5, {}],
    ["too long a message", { ...CLICK, target: "x".repeat(70_000) }, {}],
    [
      "so long a message that it is not even read",
      `${" ".repeat(65_537)}${JSON.stringify(CLICK)}`,
      {},
    ],
  ])("never: %s", async (_name, message, parts) => {
    const { said, context, call } = await open();
    context();
    call(message, parts);
    expect(said).toEqual([]);
  });

  test("never: what is no JSON", async () => {
    const { said, context, call } = await open();
    context();
    expect(() => call("{")).toThrow(SyntaxError); // the capture counts it as unreadable
    expect(said).toEqual([]);
  });

  test.each<[string, object]>([
    ["a world of another name", { name: "page" }],
    ["a world of the same name in an iframe", { auxData: { frameId: "F2" } }],
    ["a world without a frame", { auxData: undefined }],
  ])("never: %s", async (_name, parts) => {
    const { said, context, call } = await open();
    context(parts);
    call(CLICK);
    expect(said).toEqual([]);
  });

  test("never: a frame of another process", async () => {
    const { said, context, call, session } = await open();
    session.dispatch("Runtime.executionContextCreated", { context: WORLD }, "S1");
    call(CLICK);
    context();
    call(CLICK, {}, "S1");
    expect(said).toEqual([]);
  });

  test("never: a document that is gone", async () => {
    for (const gone of [
      [
        "Runtime.executionContextDestroyed",
        { executionContextId: WORLD.id, executionContextUniqueId: "u77" },
      ],
      ["Runtime.executionContextsCleared", {}],
    ] as const) {
      const { said, context, call, session } = await open();
      context();
      session.dispatch(gone[0], gone[1]);
      call(CLICK);
      expect(said).toEqual([]);
    }
  });

  test("the end of another process's context of the same number is not its end", async () => {
    const { said, context, call, session } = await open();
    context();
    session.dispatch("Runtime.executionContextDestroyed", {
      executionContextId: WORLD.id,
      executionContextUniqueId: "other",
    });
    call(CLICK);
    expect(said).toEqual([CLICK]);
  });

  test("a main frame of a new id is the main frame", async () => {
    const { said, context, call, session } = await open();
    session.dispatch("Page.frameNavigated", { frame: { id: "F9", parentId: "F1" } });
    session.dispatch("Page.frameNavigated", { frame: { id: "F2" } });
    context({ auxData: { frameId: "F2" } });
    call(CLICK);
    expect(said).toEqual([CLICK]);
  });

  test("a navigation that the page asks for is told, of the main frame alone", async () => {
    const { session, navigations } = await open();
    session.dispatch("Page.frameRequestedNavigation", { frameId: "F9" });
    session.dispatch("Page.frameRequestedNavigation", { frameId: "F1" });
    expect(navigations()).toBe(1);
  });
});

describe("reading the page", () => {
  const shown = {
    url: "http://app.test/",
    title: "",
    text: "",
    text_truncated: false,
    fields: [],
    fields_partial: false,
    navigation: "navigate",
  };
  const answers = (session: ScriptedSession, value: unknown) =>
    session.answer("Runtime.evaluate", () => ({ result: { type: "string", value } }));

  test("asks the observer's own world", async () => {
    const { observer, session, context } = await open();
    context();
    answers(session, JSON.stringify(shown));
    expect(await observer.snapshot()).toEqual(shown);
    expect(session.sent.at(-1)?.params).toMatchObject({ contextId: WORLD.id, returnByValue: true });
  });

  test.each<[string, unknown, RegExp]>([
    ["not valid", JSON.stringify({ ...shown, title: 5 }), /not valid/],
    [
      "too many fields",
      JSON.stringify({
        ...shown,
        fields: Array(17).fill({ key: "", label: "", state: "available" }),
      }),
      /not valid/,
    ],
    ["no text", 5, /not valid/],
    ["no JSON", "{", /JSON/],
    ["too long", JSON.stringify({ ...shown, url: "x".repeat(70_000) }), /not valid/],
  ])("refuses what is %s", async (_name, value, message) => {
    const { observer, session, context } = await open();
    context();
    answers(session, value);
    await expect(observer.snapshot()).rejects.toThrow(message);
  });

  test("fails where there is no document, where the observer failed, and where it is silent", async () => {
    const { observer, session, context, clock } = await open();
    const early = observer.snapshot();
    clock.advance(600);
    await expect(early).rejects.toThrow("no document");
    context();
    session.answer("Runtime.evaluate", () => ({
      result: {},
      exceptionDetails: { text: "page words" },
    }));
    await expect(observer.snapshot()).rejects.toThrow("the observer failed");
    session.hang("Runtime.evaluate");
    const reading = observer.snapshot();
    clock.advance(600);
    await expect(reading).rejects.toMatchObject({ code: "cdp_timeout" });
  });
});

describe("between two documents", () => {
  test("a reading waits for the next one", async () => {
    const { observer, session, context, clock } = await open();
    const value = JSON.stringify({
      url: "http://app.test/next",
      title: "",
      text: "next",
      text_truncated: false,
      fields: [],
      fields_partial: false,
      navigation: "navigate",
    });
    session.answer("Runtime.evaluate", () => ({ result: { type: "string", value } }));
    const reading = observer.snapshot();
    clock.advance(599);
    context();
    expect(await reading).toMatchObject({ text: "next" });
    expect(clock.waiting).toBe(0);
  });
});

describe("while the agent acts", () => {
  test("the observer of a document that is loaded meanwhile is told, too", async () => {
    const { observer, session, context } = await open();
    session.answer("Runtime.evaluate", () => ({ result: {} }));
    context();
    await observer.agentActs(true);
    context({ id: 78, uniqueId: "u78" });
    expect(session.sent.at(-1)?.params).toMatchObject({
      expression: "globalThis.__bskAgent(true)",
      contextId: 78,
    });
    await observer.agentActs(false);
    const { length } = session.sent;
    context({ id: 79, uniqueId: "u79" });
    expect(session.sent).toHaveLength(length);
  });

  test("a page that is gone is no error", async () => {
    const { observer } = await open();
    await observer.agentActs(true);
  });
});

describe("removing it", () => {
  test("tries everything, whatever fails", async () => {
    const { observer, session, context } = await open();
    context();
    for (const method of [
      "Runtime.evaluate",
      "Page.removeScriptToEvaluateOnNewDocument",
      "Runtime.removeBinding",
    ] as const) {
      session.answer(method, () => {
        throw errors.pageGone(1, "was closed");
      });
    }
    await observer.remove();
    expect(session.count("Runtime.removeBinding")).toBe(1);
  });

  test("does not ask for the removal of a script that was never installed", async () => {
    const session = new ScriptedSession();
    const observer = new PageObserver({
      runId: RUN_ID,
      session,
      clock: new ManualClock(0),
      source: "",
      said: () => undefined,
      navigates: () => undefined,
    });
    await observer.remove();
    expect(session.sent.map(({ method }) => method)).toEqual(["Runtime.removeBinding"]);
  });
});
