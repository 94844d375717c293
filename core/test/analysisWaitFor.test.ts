import type { Recording, RequestRecord } from "@bsk/schema";
import { validateResult } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { waitForRequest } from "../dist/analysis/index.js";
import {
  ManualClock,
  operationRecord,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  runRecord,
  START,
} from "../dist/testing/index.js";

const session = "abcd";
const links = { request_ids: [], console_ids: [], links: [] };
type Params = Omit<Parameters<typeof waitForRequest>[1], "session">;

/** A run whose evidence the test changes; time is the test's. */
function watch(parts: Partial<Recording> = {}) {
  const clock = new ManualClock(START);
  const listeners = new Set<() => void>();
  const controller = new AbortController();
  let recording = recordingOf(parts);
  let looks = 0;
  let looking: Promise<void> = Promise.resolve();
  const live = {
    state: "capturing",
    log: {
      onChange(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
  const watched = {
    reader: async () => {
      looks += 1;
      const reader = readerOf(recording);
      await looking;
      return reader;
    },
    live,
  };
  const settle = async () => {
    for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
  };
  return {
    clock,
    controller,
    live,
    listeners,
    looks: () => looks,
    settle,
    /** Looks take until what is given resolves. */
    slow(until: Promise<void>) {
      looking = until;
    },
    wait: (params: Params) =>
      waitForRequest(watched, { session, ...params }, { clock, signal: controller.signal }),
    /** The evidence changes, and 20 ms go by. */
    async change(next: Partial<Recording>) {
      recording = { ...recording, ...next };
      for (const listener of listeners) listener();
      clock.advance(20);
      await settle();
    },
  };
}

const post = (number: number, parts: Partial<RequestRecord> = {}) =>
  requestRecord(number, { method: "POST", url: "http://app.test/api/profile", ...parts });
const pending = (number: number) => {
  const { status: _none, ...rest } = post(number);
  return { ...rest, state: "pending" as const };
};

describe("waiting for a request", () => {
  test("gives one that is there already, the earliest, at once", async () => {
    const { wait } = watch({ requests: [requestRecord(1), post(2), post(3)] });

    const result = await wait({ url: "/api/profile", method: "POST", status: 200 });

    expect(validateResult["debug/wait-for"](result)).toBe(true);
    expect(result).toMatchObject({ request: { id: `${RUN_ID}:n2` }, waited_ms: 0 });
  });

  test("does not count the time that its first look takes as waited", async () => {
    const { wait, slow, clock } = watch({ requests: [post(1)] });
    slow(Promise.resolve().then(() => clock.advance(7)));

    expect(await wait({ method: "POST" })).toMatchObject({ waited_ms: 0 });
  });

  test("returns when it is complete with its body, not when it begins", async () => {
    const { wait, change, settle, listeners } = watch();
    let isDone = false;
    const waiting = wait({ method: "POST" });
    const told = waiting.then(() => {
      isDone = true;
    });
    await settle();

    await change({ requests: [pending(1)] });
    await change({ requests: [post(1, { response_body: { state: "pending" } })] });
    expect(isDone).toBe(false);
    await change({ requests: [post(1)] });

    expect(await waiting).toMatchObject({ request: { id: `${RUN_ID}:n1` }, waited_ms: 60 });
    await told;
    expect(listeners.size).toBe(0);
  });

  test("misses no change that comes while it looks", async () => {
    const { wait, change, slow, settle } = watch();
    let show = () => {};
    slow(new Promise((resolve) => (show = resolve)));
    const waiting = wait({});
    await settle();

    await change({ requests: [post(1)] });
    show();

    expect((await waiting).request.id).toBe(`${RUN_ID}:n1`);
  });

  test("with --new passes over what had begun before", async () => {
    const { wait, change, settle } = watch({ requests: [post(1), pending(2)] });
    const waiting = wait({ method: "POST", new: true });
    await settle();

    await change({ requests: [post(1), post(2)] });
    await change({ requests: [post(1), post(2), post(3)] });

    expect((await waiting).request.id).toBe(`${RUN_ID}:n3`);
  });

  test("with a state takes what is in it, an open stream too", async () => {
    const { wait } = watch({ requests: [requestRecord(1, { state: "open" })] });

    expect((await wait({ state: "open" })).request.id).toBe(`${RUN_ID}:n1`);
  });

  test("with an operation takes only what is linked to it", async () => {
    const operation = operationRecord(1, {
      started_at: START + 100,
      finished_at: START + 150,
      state: "completed",
    });
    const { wait } = watch({
      operations: [{ ...operation, ...links }],
      requests: [post(1, { started_at: START + 50 }), post(2, { started_at: START + 120 })],
    });

    expect((await wait({ operation: "a1" })).request.id).toBe(`${RUN_ID}:n2`);
    await expect(wait({ operation: "a7" })).rejects.toMatchObject({ code: "operation_not_found" });
  });

  test("says at its timeout what came near: what is open still, and what differs in its status", async () => {
    const { wait, clock, settle } = watch({ requests: [post(1, { status: 422 }), pending(2)] });
    const waiting = wait({ url: "/api/profile", timeout_ms: 500 });
    const met = wait({ url: "/api/profile", status: 204, timeout_ms: 500 });
    const none = wait({ url: "/nowhere", timeout_ms: 500 });
    const failures = Promise.allSettled([met, none]);
    expect((await waiting).request.id).toBe(`${RUN_ID}:n1`);
    await settle();
    clock.advance(500);

    const [one, other] = await failures;
    expect(one).toMatchObject({
      reason: {
        code: "wait_timeout",
        exitCode: 4,
        message:
          "No such request was complete within 500 ms: with another status or state there are n1 422, n2 pending.",
        hint: "bsk debug request n2 --session abcd",
      },
    });
    expect(other).toMatchObject({
      reason: {
        message: "No such request was complete within 500 ms: none matches.",
        hint: "bsk debug requests --session abcd",
      },
    });
  });

  test("counts at its timeout those that match and have not ended", async () => {
    const { wait, clock, settle } = watch({ requests: [pending(1), pending(2)] });
    const waiting = wait({ method: "POST", timeout_ms: 500 });
    const failure = expect(waiting).rejects.toMatchObject({
      code: "wait_timeout",
      message: expect.stringContaining("2 that match have not ended (n1 pending, n2 pending)"),
      data: { open: [{ id: `${RUN_ID}:n1` }, { id: `${RUN_ID}:n2` }] },
    });
    await settle();
    clock.advance(500);

    await failure;
  });

  test("is told when the capture ends, and still sees what ended with it", async () => {
    const { wait, change, settle, live } = watch({ requests: [pending(1)] });
    const lost = wait({ status: 201 });
    const failure = expect(lost).rejects.toMatchObject({
      code: "capture_ended",
      exitCode: 1,
      data: { reason: "tab_closed" },
    });
    const met = wait({ status: 200 });
    await settle();

    live.state = "stopped";
    const run = runRecord({ state: "stopped", stop_reason: "tab_closed" });
    await change({ run, requests: [post(1)] });

    await failure;
    expect((await met).request.id).toBe(`${RUN_ID}:n1`);
  });

  test("looks once at a run that has ended before", async () => {
    const { wait, live, looks } = watch();
    live.state = "stopped";

    await expect(wait({})).rejects.toMatchObject({ code: "capture_ended" });
    expect(looks()).toBe(1);
  });

  test("ends with a cancel, without another look", async () => {
    const { wait, controller, listeners, looks, settle } = watch();
    const waiting = wait({});
    const failure = expect(waiting).rejects.toMatchObject({ code: "cancelled" });
    await settle();

    controller.abort();

    await failure;
    expect(listeners.size).toBe(0);
    expect(looks()).toBe(1);
  });

  test("looks once for many changes of one moment", async () => {
    const { wait, clock, settle, listeners, looks } = watch();
    const waiting = wait({ timeout_ms: 1000 });
    const failure = expect(waiting).rejects.toMatchObject({ code: "wait_timeout" });
    await settle();

    for (let change = 0; change < 100; change += 1) for (const tell of listeners) tell();
    clock.advance(20);
    await settle();

    expect(looks()).toBe(2);
    clock.advance(1000);
    await failure;
  });
});
