import { validateActivity } from "@bsk/schema";
import { expect, test } from "vitest";
import { Slots } from "../../dist/daemon/Slots.js";

const none = new AbortController().signal;
const wait = (slots: Slots, options: object = {}) =>
  slots.wait("abcd", { commandId: undefined, waitMs: 10_000, signal: none, ...options });

test("says idle, running and stopping as it is", () => {
  const slots = new Slots();
  const before = slots.activity("abcd");
  const slot = slots.take("abcd", "page/click");
  const during = slots.activity("abcd");
  slot.stopping();
  const late = slots.activity("abcd");
  slot.free();

  expect(before).toEqual({ state: "idle" });
  expect(during).toMatchObject({ state: "running", command_id: "c1", method: "page/click" });
  expect(Math.abs((during.started_at ?? 0) - Date.now())).toBeLessThan(10_000);
  expect(during.elapsed_ms).toBeGreaterThanOrEqual(0);
  expect(late).toMatchObject({ state: "stopping", command_id: "c1" });
  expect(slots.activity("abcd")).toEqual({ state: "idle" });
  for (const activity of [before, during, late]) expect(validateActivity(activity)).toBe(true);
});

test("refuses a second command, and says what runs and how to wait for it", () => {
  const slots = new Slots();
  slots.take("abcd", "page/click");

  expect(() => slots.take("abcd", "page/fill")).toThrowError(
    expect.objectContaining({
      code: "session_busy",
      exitCode: 4,
      hint: "bsk debug wait --session abcd --command-id c1",
      data: {
        session: "abcd",
        dispatched: false,
        activity: expect.objectContaining({ state: "running", command_id: "c1" }),
      },
    }),
  );
  expect(slots.activity("efgh")).toEqual({ state: "idle" });
});

test("ends the waiting when the named command ends, whatever runs next", async () => {
  const slots = new Slots();
  const first = slots.take("abcd", "page/click");
  const waiting = wait(slots, { commandId: "c1" });

  first.free();
  slots.take("abcd", "page/fill");

  expect(await waiting).toMatchObject({
    wait_complete: true,
    wait_timed_out: false,
    activity: { command_id: "c2" },
  });
  expect(await wait(slots, { commandId: "c1" })).toMatchObject({ wait_complete: true });
});

test("waits for a command of another session, too", async () => {
  const slots = new Slots();
  const theirs = slots.take("efgh", "page/click");

  expect(await wait(slots, { commandId: "c1", waitMs: 1 })).toMatchObject({ wait_complete: false });
  const waiting = wait(slots, { commandId: "c1" });
  theirs.free();

  expect(await waiting).toMatchObject({ wait_complete: true, activity: { state: "idle" } });
});

test("without a name waits for idle", async () => {
  const slots = new Slots();
  const slot = slots.take("abcd", "page/click");
  const waiting = wait(slots);

  slot.free();

  expect(await waiting).toEqual({
    activity: { state: "idle" },
    wait_complete: true,
    wait_timed_out: false,
  });
});

test("times out with what still runs; zero only looks", async () => {
  const slots = new Slots();
  slots.take("abcd", "page/click");
  const expected = {
    wait_complete: false,
    wait_timed_out: true,
    activity: { state: "running", command_id: "c1" },
  };

  expect(await wait(slots, { waitMs: 20 })).toMatchObject(expected);
  expect(await wait(slots, { waitMs: 0 })).toMatchObject(expected);
});

test("a waiter that is cancelled leaves the command alone", async () => {
  const slots = new Slots();
  slots.take("abcd", "page/click");
  const controller = new AbortController();
  const waiting = wait(slots, { signal: controller.signal });

  controller.abort();

  await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  expect(slots.activity("abcd")).toMatchObject({ state: "running" });
});

test.each(["c0", "c2", "c999"])("waits for no command %s that never ran", async (commandId) => {
  const slots = new Slots();
  slots.take("abcd", "page/click").free();

  await expect(wait(slots, { commandId })).rejects.toMatchObject({
    code: "command_not_found",
    hint: "bsk debug activity --session abcd",
  });
  expect(await wait(slots, { commandId: "c1" })).toMatchObject({ wait_complete: true });
});
