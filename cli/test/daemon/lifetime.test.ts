import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { validateResult } from "@bsk/schema";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DaemonClient } from "../../dist/connection/DaemonClient.js";
import { isAlive } from "../../dist/connection/FileLock.js";
import { pid, port, TestDaemon } from "./TestDaemon.js";
import { until } from "./until.js";

let daemon: TestDaemon;

beforeEach(() => {
  daemon = new TestDaemon();
});

afterEach(async () => {
  await daemon.end();
  delete process.env.BSK_DAEMON_IDLE_MS;
});

/** Memory that the next daemon needs; everything else must be gone. */
const KEPT = ["browsers", "browsers.json", "daemon.json", "daemon.log", "sessions.json"];

function leftovers(): readonly string[] {
  return readdirSync(daemon.home).filter((name) => !KEPT.includes(name));
}

function isPortFree(number: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(number, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });
}

describe("daemon stop", () => {
  test("ends sessions in their browsers and leaves no process, socket, port or lock", async () => {
    const client = await daemon.connect();
    const browser = await daemon.browser(client);
    await client.call("session/start", {});
    await client.call("session/start", {});

    const result = await client.call("daemon/stop", {});
    await until(() => !isAlive(pid(client)));

    expect(result).toEqual({ stopped: true, sessions_ended: 2 });
    expect(browser.calls("session/close")).toHaveLength(2);
    await browser.closed();
    expect(browser.closeCode).toBe(1001);
    expect(leftovers()).toEqual([]);
    expect(JSON.parse(daemon.file("sessions.json"))).toEqual([]);
    expect(await isPortFree(port(client))).toBe(true);
  });

  test("waits 5 s, no more, for a browser that does not answer", async () => {
    const client = await daemon.connect();
    const browser = await daemon.browser(client);
    await client.call("session/start", {});
    browser.answers.delete("session/close");

    const result = await client.call("daemon/stop", {});
    await until(() => !isAlive(pid(client)));

    expect(result).toEqual({ stopped: true, sessions_ended: 0 });
    expect(JSON.parse(daemon.file("sessions.json"))).toEqual([]);
  });

  test("refuses what is asked meanwhile, and answers who asks for the same", async () => {
    const client = await daemon.connect();
    const browser = await daemon.browser(client);
    await client.call("session/start", {});
    browser.answers.delete("session/close");
    const stopping = client.call("daemon/stop", {});
    const close = await browser.called("session/close");

    const asked = client.call("session/list", {});
    const again = client.call("daemon/stop", {});
    await expect(asked).rejects.toMatchObject({ code: "daemon_unreachable" });
    browser.respond(close, { result: { closed: true } });

    expect(await stopping).toEqual(await again);
  });

  test.each(["SIGTERM", "SIGINT"] as const)("is what %s does", async (signal) => {
    const client = await daemon.connect();
    const browser = await daemon.browser(client);
    await client.call("session/start", {});

    process.kill(pid(client), signal);
    await until(() => !isAlive(pid(client)));

    expect(browser.calls("session/close")).toHaveLength(1);
    expect(leftovers()).toEqual([]);
    await expect(client.call("session/list", {})).rejects.toMatchObject({
      code: "daemon_unreachable",
    });
  });
});

describe("an idle daemon", () => {
  test("ends when nobody uses it, and not while somebody does", async () => {
    process.env.BSK_DAEMON_IDLE_MS = "200";
    const client = await daemon.connect();
    const idleFrom = performance.now();
    await until(() => performance.now() - idleFrom > 600);
    expect(isAlive(pid(client))).toBe(true);
    const browser = await daemon.browser(client);
    client.close();
    const leftAt = performance.now();
    await until(() => performance.now() - leftAt > 600);
    expect(isAlive(pid(client))).toBe(true);

    browser.close();

    await until(() => !isAlive(pid(client)));
    expect(existsSync(join(daemon.home, "daemon.sock"))).toBe(false);
    expect(daemon.file("daemon.log")).toContain("stops: idle");
  });
});

describe("status", () => {
  test("shows the daemon, its browsers and sessions, and what to do next", async () => {
    const client = await daemon.connect();
    const before = await client.call("system/status", {});
    const browser = await daemon.browser(client);
    const connected = await client.call("system/status", {});
    await client.call("session/start", {});
    const busy = await client.call("system/status", {});
    browser.close();
    await until(async () =>
      JSON.stringify(await client.call("browser/list", {})).includes("not_c"),
    );

    for (const status of [before, connected, busy]) {
      expect(validateResult["system/status"](status)).toBe(true);
    }
    expect(before).toMatchObject({
      daemon: { state: "running", pid: pid(client) },
      next: "bsk doctor",
    });
    expect(connected).toMatchObject({
      browsers: [{ state: "connected" }],
      next: "bsk session start",
    });
    expect(busy).toMatchObject({ sessions: [{ window_id: 1, tab_id: 2 }] });
    expect(busy).not.toHaveProperty("next");
  });

  test("starts from nothing when its memory is damaged", async () => {
    writeFileSync(join(daemon.home, "browsers.json"), '[{"instance_id":"zz"},{"secret":1},null,3]');
    writeFileSync(join(daemon.home, "sessions.json"), "{");

    const client = await daemon.connect();

    expect(await client.call("system/status", {})).toMatchObject({ browsers: [], sessions: [] });
    await expect(client.call("session/start", {})).rejects.toMatchObject({ code: "no_browser" });
  });

  test("is reported by a client that starts nothing", async () => {
    await daemon.connect();

    const reporter = await DaemonClient.connect({ home: daemon.home, startIfMissing: false });

    expect(reporter.identity?.sessions).toBe(0);
    reporter.close();
  });
});
