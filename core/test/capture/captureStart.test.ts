import { describe, expect, test } from "vitest";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { errors } from "../../dist/errors.js";
import { drive, RUN_ID } from "../../dist/testing/index.js";
import { WALL, willBeSent } from "./events.js";
import { exchange, type OpenedCapture as Opened, openCapture, settle } from "./openCapture.js";

const NOW = WALL * 1000;

describe("start", () => {
  test("enables the domains before the observer, and reads the page", async () => {
    const opened = openCapture();
    await opened.capture.start();
    const methods = opened.session.sent.map(({ method }) => method);
    for (const needed of [
      "Network.enable",
      "Page.enable",
      "Runtime.enable",
      "Log.enable",
      "Runtime.setAsyncCallStackDepth",
    ]) {
      expect(methods.indexOf(needed as never)).toBeLessThan(methods.indexOf("Runtime.addBinding"));
      expect(methods).toContain(needed);
    }
    const paramsOf = (name: string) =>
      opened.session.sent.find(({ method }) => method === name)?.params;
    expect(paramsOf("Network.enable")).toMatchObject({
      maxTotalBufferSize: 33_554_432,
      maxResourceBufferSize: 1_048_576,
    });
    expect(paramsOf("Page.addScriptToEvaluateOnNewDocument")).toEqual({
      source: `const call = globalThis['bsk_${RUN_ID}'];`,
      worldName: `bsk-${RUN_ID}`,
      runImmediately: true,
    });
    expect(await opened.all("page")).toMatchObject([{ cause: "load", text: "Hello" }]);
    expect(opened.batches().length).toBeGreaterThan(0);
  });

  test("says whether the page was there before", async () => {
    for (const [url, flag] of [
      ["about:blank", "from_start"],
      ["http://app.test/", "initial_load_not_recorded"],
    ] as const) {
      const opened = openCapture({ url });
      await opened.capture.start();
      expect(await opened.coverage(flag)).toHaveLength(1);
    }
  });

  test("trap 12: durable messages are asked for without waiting, and their lack is nothing", async () => {
    const refusing = openCapture();
    refusing.session.answer("Network.configureDurableMessages", () => {
      throw errors.cdpFailed(
        "Network.configureDurableMessages",
        "'Network.configureDurableMessages' wasn't found",
      );
    });
    await refusing.capture.start();
    const hanging = openCapture();
    hanging.session.hang("Network.configureDurableMessages");
    await hanging.capture.start();
    expect(hanging.session.sent[0]?.method).toBe("Network.configureDurableMessages");
    expect(hanging.capture.state).toBe("capturing");
  });

  test("that is given up takes nothing more of the tab, neither events nor a reading", async () => {
    const opened = openCapture();
    const { capture, session, store } = opened;
    await capture.start();
    session.dispatch("Network.requestWillBeSent", willBeSent("1"));
    await capture.operation({ method: "click" }, async () => undefined);
    opened.shown.text = "Other";

    const stopping = capture.stop("cancelled");
    session.dispatch("Network.requestWillBeSent", willBeSent("2"));
    await drive(opened.clock, stopping);

    expect(await store.records(RUN_ID, "request")).toHaveLength(1);
    const pages = await store.records(RUN_ID, "page");
    expect(pages.map(({ cause }) => cause)).toEqual(["load", "before", "after"]);
  });

  test("throws what the browser threw; the stop then saves why and lets the tab go", async () => {
    const opened = openCapture();
    opened.session.answer("Network.enable", () => {
      throw errors.pageGone(7, "was closed");
    });
    await expect(opened.capture.start()).rejects.toThrow("was closed");
    await opened.capture.stop("start_failed");
    expect(await opened.run()).toMatchObject({ state: "stopped", stop_reason: "start_failed" });
    expect(opened.session.listeners).toBe(0);
    expect(opened.endings()).toBe(1);
  });

  test("without an observer the rest is captured, and coverage says so", async () => {
    const opened = openCapture();
    opened.session.answer("Runtime.addBinding", () => {
      throw errors.cdpFailed("Runtime.addBinding", "no");
    });
    await opened.capture.start();
    exchange(opened);
    expect(await opened.coverage("manual_capture_unavailable")).toHaveLength(1);
    expect(await opened.all("request")).toHaveLength(1);
  });

  test("a debugger that goes in the middle of it ends the capture once", async () => {
    const opened = openCapture();
    opened.session.answer("Page.getFrameTree", () => {
      opened.session.detach("canceled_by_user");
      throw errors.pageGone(7, "was detached");
    });
    await opened.capture.start();
    await opened.capture.stop("requested");
    expect(await opened.run()).toMatchObject({ state: "stopped", stop_reason: "canceled_by_user" });
    expect(opened.endings()).toBe(1);
  });
});

test("nothing is asked of a tab, nor put into it, before its capture starts", async () => {
  const opened = openCapture();
  exchange(opened);
  await settle();

  expect(opened.session.sent).toEqual([]);
  expect(opened.session.listeners).toBe(0);
  expect(await opened.all("request")).toEqual([]);
});

describe("children", () => {
  const child = (n: number, type = "iframe") => ({
    sessionId: `S${n}`,
    targetId: `T${n}`,
    type,
    url: "http://x.test/",
  });
  const enabled = ({ session }: Opened) =>
    session.sent
      .filter(({ method, sessionId }) => method === "Network.enable" && sessionId)
      .map(({ sessionId }) => sessionId);

  test("trap 27: all commands go out at once, and nothing waits for an answer", async () => {
    const opened = openCapture();
    opened.session.hang("Log.enable");
    const started = opened.capture.start();
    opened.session.answer("Log.enable", () => ({}));
    opened.clock.advance(5000);
    await expect(started).rejects.toThrow("Log.enable");
    const running = openCapture();
    await running.capture.start();
    running.session.hang("Network.enable");
    running.session.attachChild(child(1));
    const sent = running.session.sent
      .filter(({ sessionId }) => sessionId === "S1")
      .map(({ method }) => method);
    expect(sent).toEqual([
      "Network.configureDurableMessages",
      "Network.enable",
      "Runtime.enable",
      "Runtime.setAsyncCallStackDepth",
      "Log.enable",
    ]);
    running.clock.advance(5000);
    await settle();
    expect(await running.coverage("child_capture_partial")).toMatchObject([{ count: 1 }]);
  });

  test("trap 26: workers are captured while the capture runs, and what is of no known kind is counted", async () => {
    const opened = openCapture();
    await opened.capture.start();
    expect(opened.session.areWorkersAttached).toBe(true);
    opened.session.attachChild(child(1, "worker"));
    opened.session.attachChild(child(2, "service_worker"));
    opened.session.attachChild(child(3, "fenced_frame"));
    opened.session.attachChild(child(4, "fenced_frame"));
    expect(enabled(opened)).toEqual(["S1", "S2"]);
    expect(await opened.coverage("target_type_unknown")).toMatchObject([{ count: 2 }]);
    expect(await opened.coverage("shared_workers_not_captured")).toHaveLength(1);
    await opened.capture.stop("requested");
    expect(opened.session.areWorkersAttached).toBe(false);
  });

  test("trap 26: what a worker says is told once, and by its page where it is not captured", async () => {
    const opened = openCapture();
    await opened.capture.start();
    const copy = (text: string): void =>
      opened.say("Log.entryAdded", {
        entry: { source: "worker", level: "error", text, timestamp: opened.clock.now() },
      });
    const said = async () => (await opened.all("console")).map(({ text }) => text);

    opened.session.attachChild(child(1, "worker"));
    copy("of a captured one");
    expect(await said()).toEqual([]);

    for (let at = 2; at < BOUNDS.workerTargets + 2; at += 1)
      opened.session.attachChild(child(at, "worker"));
    copy("of one past the bound");
    expect(await said()).toEqual(["of one past the bound"]);
  });

  test("the script of a worker past the bound says so at once", async () => {
    const opened = openCapture();
    await opened.capture.start();
    for (let at = 0; at < BOUNDS.workerTargets + 2; at += 1) {
      opened.say("Network.requestWillBeSent", willBeSent(`T${at}`, { type: "Script" }));
      opened.session.attachChild(child(at, "worker"));
    }

    const [last, ...others] = (await opened.all("request")).reverse();
    expect([last, others[0]]).toMatchObject(
      Array(2).fill({
        state: "open",
        response_body: { state: "unavailable", reason: "child_capture_limit" },
      }),
    );
    expect(others.filter(({ state }) => state === "pending")).toHaveLength(BOUNDS.workerTargets);
    expect(await opened.coverage("child_capture_limit")).toMatchObject([{ count: 2 }]);
  });

  test("trap 29: a domain that workers do not have is nothing lost", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.session.answer("Log.enable", () =>
      Promise.reject(errors.cdpFailed("Log.enable", "'Log.enable' wasn't found")),
    );
    opened.session.attachChild(child(1, "worker"));
    await settle();
    expect(await opened.coverage("child_capture_partial")).toEqual([]);
  });

  test("of more than the bound, those that fit are captured, and a place that is free again is used", async () => {
    const opened = openCapture();
    for (let at = 0; at < BOUNDS.childTargets + 2; at += 1) opened.session.attachChild(child(at));
    await opened.capture.start();
    expect(enabled(opened)).toHaveLength(BOUNDS.childTargets);
    expect(await opened.coverage("child_capture_limit")).toMatchObject([{ count: 2 }]);
    opened.session.detachChild("S0");
    opened.session.attachChild(child(99));
    expect(enabled(opened).at(-1)).toBe("S99");
  });

  test("one that is attached while the domains are enabled is set up once", async () => {
    const opened = openCapture();
    opened.session.answer("Page.enable", () => {
      opened.session.attachChild(child(1));
      return {};
    });
    await opened.capture.start();
    expect(enabled(opened)).toEqual(["S1"]);
  });

  test("their requests and messages are recorded", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.session.attachChild(child(1));
    opened.say("Network.requestWillBeSent", willBeSent("2.1"), "S1");
    opened.say(
      "Log.entryAdded",
      { entry: { source: "network", level: "error", text: "x", timestamp: NOW } },
      "S1",
    );
    expect(await opened.all("request")).toHaveLength(1);
    expect(await opened.all("console")).toHaveLength(1);
  });
});
