import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DaemonClient } from "../../dist/connection/DaemonClient.js";
import type { ScriptedExtension } from "./ScriptedExtension.js";
import { listSessions, startSession } from "./sessionCalls.js";
import { TestDaemon } from "./TestDaemon.js";
import { until } from "./until.js";

let daemon: TestDaemon;
let client: DaemonClient;
let browser: ScriptedExtension;

beforeEach(async () => {
  daemon = new TestDaemon(["scripted", "second"]);
  client = await daemon.connect();
  browser = await daemon.browser(client);
});

afterEach(() => daemon.end());

const click = (session: string, more: object = {}): Promise<unknown> =>
  client.call("page/click", { session, target: "#save", ...more });

describe("the slot", () => {
  test("takes one browser command at a time and says what runs", async () => {
    const id = await startSession(client);
    const first = click(id);
    const running = await browser.called("page/click");

    const second = client.call("page/navigate", { session: id, url: "http://localhost/" });

    await expect(second).rejects.toMatchObject({
      code: "session_busy",
      exitCode: 4,
      data: {
        session: id,
        dispatched: false,
        activity: {
          state: "running",
          command_id: expect.stringMatching(/^c\d+$/),
          method: "page/click",
          started_at: expect.any(Number),
          elapsed_ms: expect.any(Number),
        },
      },
    });
    expect(browser.calls("page/navigate")).toEqual([]);
    browser.respond(running, { result: { did: "Clicked." } });
    expect(await first).toEqual({ did: "Clicked." });
    void click(id).catch(() => {});
    await browser.called("page/click", 2);
  });

  test("is never waited for by reads of evidence", async () => {
    const id = await startSession(client);
    browser.answers.set("debug/requests", () => ({ rows: "as they come" }));
    const first = click(id);
    const running = await browser.called("page/click");

    const read = await client.call("debug/requests", { session: id });

    expect(read).toEqual({ rows: "as they come" });
    browser.respond(running, { result: {} });
    await first;
  });

  test("can be looked at and waited for while it is taken", async () => {
    const id = await startSession(client);
    const first = click(id);
    const running = await browser.called("page/click");
    const { activity } = (await client.call("debug/activity", { session: id })) as {
      activity: { command_id: string };
    };
    const { command_id } = activity;

    const poll = await client.call("debug/wait", { session: id, command_id, wait_ms: 0 });
    const waiting = client.call("debug/wait", { session: id, command_id });
    browser.respond(running, { result: {} });
    await first;

    expect(activity).toMatchObject({ state: "running", method: "page/click" });
    expect(poll).toMatchObject({ wait_complete: false, wait_timed_out: true });
    expect(await waiting).toEqual({
      activity: { state: "idle" },
      wait_complete: true,
      wait_timed_out: false,
    });
    await expect(client.call("debug/wait", { session: "zzzz" })).rejects.toMatchObject({
      code: "session_not_found",
    });
    await expect(client.call("debug/wait", { session: id, wait_ms: 60_001 })).rejects.toMatchObject(
      { code: "invalid_params" },
    );
  });

  test("waited for is complete when the command has failed: it does not run any more", async () => {
    const id = await startSession(client);
    const first = click(id);
    const running = await browser.called("page/click");
    const waiting = client.call("debug/wait", { session: id });
    const data = { code: "element_not_found", exit_code: 1 };

    browser.respond(running, { error: { code: -32000, message: "No element.", data } });

    await expect(first).rejects.toMatchObject({ code: "element_not_found" });
    expect(await waiting).toEqual({
      activity: { state: "idle" },
      wait_complete: true,
      wait_timed_out: false,
    });
  });

  test("is each session's own", async () => {
    const [first, second] = [await startSession(client), await startSession(client)];
    void click(first).catch(() => {});
    void click(second).catch(() => {});

    await browser.called("page/click", 2);
  });

  test("stays taken after a cancel until the extension has stopped", async () => {
    const id = await startSession(client);
    const controller = new AbortController();
    const params = { session: id, target: "#save" };
    const first = client.call("page/click", params, { signal: controller.signal });
    const running = await browser.called("page/click");

    controller.abort();
    await expect(first).rejects.toMatchObject({ code: "cancelled" });
    const cancel = await browser.called("$/cancel");
    await expect(click(id)).rejects.toMatchObject({ code: "session_busy" });
    const { activity } = (await client.call("debug/activity", { session: id })) as {
      activity: { state: string };
    };
    expect(activity.state).toBe("stopping");
    const data = { code: "cancelled", exit_code: 2 };
    browser.respond(running, { error: { code: -32000, message: "Cancelled.", data } });

    expect(cancel.params).toEqual({ id: running.id });
    await until(async () => {
      void click(id).catch(() => {});
      await listSessions(client);
      return browser.calls("page/click").length === 2;
    });
  });

  test("is free again 2 s after a cancel that the extension ignores", async () => {
    const id = await startSession(client);
    const controller = new AbortController();
    const params = { session: id, target: "#save" };
    const first = client.call("page/click", params, { signal: controller.signal });
    await browser.called("page/click");
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: "cancelled" });

    await until(async () => {
      void click(id).catch(() => {});
      await delay(50);
      return browser.calls("page/click").length === 2;
    }, 4_000);
  });

  test("is freed, and the extension told, when the command is killed", async () => {
    const id = await startSession(client);
    const killed = await daemon.connect();
    const call = killed.call("page/click", { session: id, target: "#save" });
    const running = await browser.called("page/click");

    killed.close();

    await expect(call).rejects.toMatchObject({ code: "daemon_unreachable" });
    expect((await browser.called("$/cancel")).params).toEqual({ id: running.id });
  });
});
