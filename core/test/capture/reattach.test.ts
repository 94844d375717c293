import { describe, expect, test } from "vitest";
import type { CaptureContext } from "../../dist/Core.js";
import type { PausedOutcome } from "../../dist/intercept.js";
import { willBeSent } from "./events.js";
import { exchange, openCapture, settle, tapping, WORLD } from "./openCapture.js";

const PATTERNS = [{ url: "http://app.test/*", resourceType: "XHR" as const }];

describe("a capture whose debugger was away for a moment", () => {
  test("goes on, sets everything up again, and tells the hole", async () => {
    const opened = openCapture();
    const { session, capture, clock } = opened;
    await capture.start();
    exchange(opened, "1.1");
    session.attachChild({ sessionId: "C1", targetId: "T1", type: "iframe", url: "http://b.test/" });
    const before = session.sent.length;
    clock.advance(1000);

    session.answer("Runtime.enable", () => {
      session.dispatch("Runtime.executionContextCreated", { context: WORLD }); // the one that is there
      return {};
    });
    session.reattach(clock.now());
    await settle();
    exchange(opened, "1.2");

    const sent = session.sent.slice(before).map(({ method }) => method);
    for (const method of [
      "Network.enable",
      "Page.enable",
      "Runtime.enable",
      "Log.enable",
      "Runtime.addBinding",
      "Page.addScriptToEvaluateOnNewDocument",
    ] as const)
      expect(sent.filter((each) => each === method)).toHaveLength(1);
    const removed = opened.expressions().indexOf("globalThis.__bskRemove?.()");
    expect(removed).toBeGreaterThan(-1);
    expect(session.areWorkersAttached).toBe(true);
    expect((await opened.all("request")).map(({ state }) => state)).toEqual([
      "complete",
      "complete",
    ]);
    expect(await opened.coverage("detached")).toMatchObject([{ count: 1, first_at: clock.now() }]);
    expect(capture.state).toBe("capturing");
  });

  test("takes what was said before it once, and what was said meanwhile", async () => {
    const opened = openCapture();
    const { session, capture, clock } = opened;
    await capture.start();
    const say = (text: string, timestamp: number, sessionId?: string) =>
      opened.say(
        "Runtime.consoleAPICalled",
        { type: "log", args: [{ type: "string", value: text }], executionContextId: 1, timestamp },
        sessionId,
      );
    session.attachChild({
      sessionId: "W1",
      targetId: "T1",
      type: "worker",
      url: "http://app.test/w",
    });
    const at = clock.now();
    say("early", at + 1);
    for (let filler = 0; filler < 1001; filler += 1) say("filler", at + 2 + filler / 1000); // more than are remembered
    clock.advance(5000);
    say("late", at + 4999);
    say("of a worker", at + 4998, "W1");
    clock.advance(20);

    session.reattach(at + 5000);
    session.attachChild({
      sessionId: "W2",
      targetId: "T1",
      type: "worker",
      url: "http://app.test/w",
    });
    say("early", at + 1);
    say("late", at + 4999);
    say("meanwhile", at + 5010);
    say("of a worker", at + 4998, "W2");
    await settle();

    const said = (await opened.all("console")).map(({ text, count }) => `${text} ${count}`);
    expect(said.filter((each) => !each.startsWith("filler")).sort()).toEqual([
      "early 1",
      "late 1",
      "meanwhile 1",
      "of a worker 1",
    ]);
  });

  test("says when the page's observer could not be put back", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.session.answer("Runtime.addBinding", () => {
      throw new Error("no");
    });

    opened.session.reattach(opened.clock.now());
    await settle();

    expect(await opened.coverage("manual_capture_unavailable")).toHaveLength(1);
    exchange(opened, "1.1");
    expect(await opened.all("request")).toHaveLength(1);
  });

  test("knows that the browser sent on what was held, and holds again", async () => {
    let context: CaptureContext | undefined;
    let outcome: PausedOutcome | undefined;
    const plugin = tapping("hand", ({ hooks }) => {
      hooks.captureStarting.tapPromise("hand", async (given) => {
        context = given;
      });
      hooks.requestPaused.tapPromise("hand", async ({ over }) => {
        await over;
        return {
          kind: "continue",
          settled: (told) => {
            outcome = told;
          },
        };
      });
    });
    const opened = openCapture({ plugins: [plugin] });
    const { session } = opened;
    await opened.capture.start();
    await context?.intercept(PATTERNS);
    opened.say("Network.requestWillBeSent", willBeSent("1.1"));
    session.dispatch("Fetch.requestPaused", {
      requestId: "i1",
      networkId: "1.1",
      frameId: "F1",
      resourceType: "XHR",
      request: { url: "http://app.test/", method: "GET", headers: {} },
    });
    await settle();

    session.reattach(opened.clock.now());
    await settle();

    expect(outcome).toMatchObject({ error: expect.stringContaining("sent the request on") });
    expect(session.sent.filter(({ method }) => method === "Fetch.enable")).toHaveLength(2);
  });
});
