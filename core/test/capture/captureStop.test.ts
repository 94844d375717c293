import { describe, expect, test } from "vitest";
import { MemoryStore } from "../../dist/storage/index.js";
import { RUN_ID } from "../../dist/testing/index.js";
import { WALL, willBeSent } from "./events.js";
import { exchange, openCapture, settle, tapping } from "./openCapture.js";

const NOW = WALL * 1000;

describe("stop", () => {
  test("saves the run, takes everything out of the page, and leaves nothing behind", async () => {
    const opened = openCapture();
    await opened.capture.start();
    exchange(opened);
    await settle();
    await opened.capture.stop("requested");
    const { session, clock, store } = opened;
    expect(session.listeners).toBe(0);
    expect(clock.waiting).toBe(0);
    expect(session.count("Page.removeScriptToEvaluateOnNewDocument")).toBe(1);
    expect(session.count("Runtime.removeBinding")).toBe(1);
    expect(opened.expressions().at(-1)).toBe("globalThis.__bskRemove?.()");
    expect(await store.runs()).toMatchObject([
      {
        state: "stopped",
        stop_reason: "requested",
        stopped_at: NOW,
        saved_at: NOW,
        counts: { requests: 1 },
      },
    ]);
    expect(await store.records(RUN_ID, "request")).toMatchObject([{ state: "complete" }]);
    expect(opened.endings()).toBe(1);
  });

  test("sends no command that others of the tab would miss", async () => {
    const opened = openCapture();
    await opened.capture.start();
    const before = opened.session.sent.length;
    await opened.capture.stop("requested");
    const sent = opened.session.sent.slice(before).map(({ method }) => method);
    expect(sent.filter((method) => /\.disable$|^Fetch\.|clear/i.test(method))).toEqual([]);
    expect(sent).toContain("Runtime.removeBinding");
  });

  test("is one stop, however often it is asked for", async () => {
    const opened = openCapture();
    await opened.capture.start();
    await Promise.all([opened.capture.stop("requested"), opened.capture.stop("tab_released")]);
    opened.session.detach("target_closed");
    await opened.capture.stop("session_ended");
    expect(await opened.run()).toMatchObject({ stop_reason: "requested" });
    expect(opened.endings()).toBe(1);
  });

  test.each([
    ["target_closed", "tab_closed"],
    ["canceled_by_user", "canceled_by_user"],
    ["replaced_with_devtools", "debugger_detached"],
  ])(
    "a debugger that is detached (%s) ends it and asks the page for nothing",
    async (detach, reason) => {
      const opened = openCapture();
      await opened.capture.start();
      opened.say("Network.requestWillBeSent", willBeSent("1.1"));
      const sent = opened.session.sent.length;
      opened.session.detach(detach);
      await opened.capture.stop("requested");
      expect(await opened.run()).toMatchObject({ stop_reason: reason });
      expect(await opened.all("request")).toMatchObject([{ state: "interrupted" }]);
      expect(opened.session.sent).toHaveLength(sent);
    },
  );

  test("evidence that comes while it stops is not lost, and none is taken afterwards", async () => {
    const opened = openCapture({
      plugins: [
        tapping("late", (core) =>
          core.hooks.captureStopping.tapPromise("late", async () => {
            exchange(opened, "1.1");
          }),
        ),
      ],
    });
    await opened.capture.start();
    await opened.capture.stop("requested");
    exchange(opened, "1.2");
    const writes = opened.batches().length;
    opened.capture.settle();
    opened.clock.advance(1000);
    expect(await opened.store.records(RUN_ID, "request")).toMatchObject([
      { state: "complete", response_body: { state: "available" } },
    ]);
    expect(opened.batches()).toHaveLength(writes);
  });

  test("a reading of the page that ends afterwards is not written", async () => {
    const opened = openCapture();
    await opened.capture.start();
    let answer: (result: unknown) => void = () => undefined;
    opened.session.answer("Runtime.evaluate", ({ params }) =>
      (params as { expression: string }).expression.includes("__bskSnapshot")
        ? new Promise((resolve) => {
            answer = resolve;
          })
        : { result: {} },
    );
    opened.hear({ v: 1, type: "loaded", at: NOW });
    await opened.capture.stop("requested");
    const writes = opened.batches().length;
    answer({ result: { type: "string", value: JSON.stringify(opened.shown) } });
    await settle();
    opened.clock.advance(1000);
    await settle();
    expect(opened.batches()).toHaveLength(writes);
  });

  test("a page that answers nothing any more cannot hold it up", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.session
      .hang("Network.getResponseBody")
      .hang("Runtime.evaluate")
      .hang("Runtime.removeBinding");
    exchange(opened);
    let isStopped = false;
    const stopped = opened.capture.stop("requested").then(() => {
      isStopped = true;
    });
    for (let at = 0; at < 20 && !isStopped; at += 1) {
      opened.clock.advance(1000);
      await settle();
    }
    await stopped;
    expect(await opened.store.records(RUN_ID, "request")).toMatchObject([{ state: "complete" }]);
    opened.clock.advance(2500); // what was asked has a deadline of its own
    await settle();
    expect(opened.clock.waiting).toBe(0);
  });

  test("a store that fails is told in the run, and the stop ends all the same", async () => {
    const opened = openCapture({ store: new MemoryStore({ failWrite: () => true }) });
    await opened.capture.start();
    exchange(opened);
    await settle();
    await opened.capture.stop("requested");
    expect(opened.endings()).toBe(1);
    expect(await opened.coverage("evidence_write_failed")).toHaveLength(1);
  });
});

describe("plugins", () => {
  test("one that throws in every stage costs the capture nothing, and is named in coverage", async () => {
    const bang = () => {
      throw new Error("secret words of the page");
    };
    const opened = openCapture({
      plugins: [
        tapping("bad", ({ hooks }) => {
          hooks.captureStarting.tapPromise("bad", async () => bang());
          hooks.captureStopping.tapAsync("bad", (_context, _reason, done) => done(new Error("no")));
          hooks.cdpEvent.tap("bad", bang);
          hooks.recordCaptured.tap("bad", bang);
          hooks.retentionPriority.tap("bad", bang);
          hooks.beforeStore.tap("bad", bang);
        }),
      ],
    });
    await opened.capture.start();
    exchange(opened);
    await settle();
    await opened.capture.stop("requested");
    expect(await opened.store.records(RUN_ID, "request")).toMatchObject([{ state: "complete" }]);
    const [entry, ...others] =
      (await opened.store.runs())[0]?.coverage.filter(({ flag }) => flag === "plugin_failed") ?? [];
    expect(entry).toMatchObject({ detail: "bad" });
    expect(entry?.count).toBeGreaterThan(8);
    expect(others).toEqual([]);
    expect(JSON.stringify(opened.batches())).not.toContain("secret words");
    expect(opened.core.taps.get("bad")).toMatchObject({ lastFailure: "Error" });
  });

  test("a record whose redaction fails is dropped with its bodies, and told", async () => {
    const opened = openCapture({
      plugins: [
        tapping("strict", ({ hooks }) =>
          hooks.redact.tap("strict", (draft) => {
            if (draft.kind === "request") throw new TypeError("cannot");
            return draft;
          }),
        ),
      ],
    });
    await opened.capture.start();
    exchange(opened, "1.1", {
      method: "POST",
      request: { postData: "words-of-1.1", hasPostData: true },
    });
    await settle();
    expect(await opened.all("request")).toEqual([]);
    await opened.capture.stop("requested");
    expect(JSON.stringify(opened.batches())).not.toContain("words-of-1.1");
    const told = await opened.coverage("plugin_failed");
    expect(told.map(({ detail }) => detail).sort()).toEqual(["redaction", "strict"]);
  });

  test("a run that redaction refuses is kept without what somebody chose", async () => {
    const opened = openCapture({
      name: "name",
      url: "http://app.test/",
      plugins: [tapping("strict", ({ hooks }) => hooks.redact.tap("strict", () => null as never))],
    });
    await opened.capture.start();
    await opened.capture.stop("requested");
    const [run] = await opened.store.runs();
    expect(run).toMatchObject({ state: "stopped", url: "" });
    expect(run?.name).toBeUndefined();
    expect(opened.endings()).toBe(1);
  });

  test("a tap may annotate a record before redaction", async () => {
    const opened = openCapture({
      plugins: [
        tapping("rules", ({ hooks }) =>
          hooks.recordCaptured.tap("rules", (draft) => {
            if (draft.record.record === "request") draft.record.traffic = "controlled";
          }),
        ),
      ],
    });
    await opened.capture.start();
    exchange(opened);
    expect(await opened.all("request")).toMatchObject([{ traffic: "controlled" }]);
  });
});
