import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DaemonClient } from "../../dist/connection/DaemonClient.js";
import { isAlive } from "../../dist/connection/FileLock.js";
import type { ScriptedExtension } from "./ScriptedExtension.js";
import { listSessions, startSession } from "./sessionCalls.js";
import { pid, TestDaemon } from "./TestDaemon.js";
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

describe("a session", () => {
  test("is opened in the only browser, with four letters and what was asked for", async () => {
    const id = await startSession(client, { name: "Save fails", width: 800, no_focus: true });

    expect(id).toMatch(/^[a-z]{4}$/);
    expect((await browser.called("session/open")).params).toEqual({
      session: id,
      name: "Save fails",
      width: 800,
      no_focus: true,
    });
    expect(await listSessions(client)).toEqual([id]);
  });

  test("is opened in the browser that is named, by name or id", async () => {
    const second = await daemon.browser(client, 1);
    await startSession(client, { browser: daemon.pairing(1).instance_id });

    await expect(startSession(client)).rejects.toMatchObject({
      code: "multiple_browsers",
      data: { browsers: ["scripted", "second"] },
    });
    expect(second.calls("session/open")).toHaveLength(1);
  });

  test("is not kept when its window did not open", async () => {
    browser.answers.set("session/open", () => ({ window_id: "none" }));

    await expect(startSession(client)).rejects.toMatchObject({ code: "malformed_frame" });
    expect(await listSessions(client)).toEqual([]);
  });

  test("is closed again when the command was cancelled while it opened", async () => {
    browser.answers.delete("session/open");
    const controller = new AbortController();
    const starting = client.call("session/start", {}, { signal: controller.signal });
    const open = await browser.called("session/open");

    controller.abort();
    await expect(starting).rejects.toMatchObject({ code: "cancelled" });
    // The daemon reads a socket in order: this answer says that it has seen the cancel.
    await listSessions(client);
    browser.respond(open, { result: { window_id: 1, tab_id: 2 } });

    expect((await browser.called("session/close")).params).toMatchObject({
      session: open.params?.session,
    });
    await until(async () => (await listSessions(client)).length === 0);
  });

  test("ends in the extension and here", async () => {
    const id = await startSession(client);

    const failure = { tab_id: 8, code: "internal", message: "It does not move." };
    const closed = { closed: true, returned_tab_ids: [7], return_failures: [failure] };
    browser.answers.set("session/close", () => closed);

    const result = await client.call("session/stop", { session: id });

    expect(result).toEqual({
      stopped: [id],
      failed: [],
      returned_tab_ids: [7],
      return_failures: [failure],
    });
    expect((await browser.called("session/close")).params).toEqual({
      session: id,
      reason: "session_ended",
    });
    await expect(click(id)).rejects.toMatchObject({ code: "session_not_found" });
  });

  test("that does not end is named, and the others end", async () => {
    const [first, second] = [await startSession(client), await startSession(client)];
    browser.answers.delete("session/close");

    const stopping = client.call("session/stop", { all: true });
    await browser.called("session/close", 2);
    for (const call of browser.calls("session/close")) {
      const isFirst = call.params?.session === first;
      const error = { code: -32000, message: "No.", data: { code: "cdp_failed", exit_code: 3 } };
      const result = { closed: true, returned_tab_ids: [7], return_failures: [] };
      browser.respond(call, isFirst ? { error } : { result });
    }

    expect(await stopping).toEqual({
      stopped: [second],
      failed: [{ session: first, code: "cdp_failed", message: "No." }],
      returned_tab_ids: [7],
      return_failures: [],
    });
    expect(await listSessions(client)).toEqual([first]);
  });

  test("is listed with what its browser says it has, and without when it does not say", async () => {
    const id = await startSession(client);
    const facts = { tab_ids: [2, 7], borrowed_tab_ids: [7], capturing: ["d0123456789ab"] };
    browser.answers.set("session/inspect", () => facts);
    expect(await client.call("session/list", {})).toMatchObject({ sessions: [{ id, ...facts }] });
    expect(await client.call("system/status", {})).toMatchObject({ sessions: [{ id, ...facts }] });

    browser.answers.set("session/inspect", () => ({ tab_ids: "all" }));
    const { sessions } = (await client.call("session/list", {})) as { sessions: object[] };

    expect(sessions).toMatchObject([{ id }]);
    expect(sessions[0]).not.toHaveProperty("tab_ids");
  });

  test("is gone when the person closed its window; another browser cannot say so", async () => {
    const id = await startSession(client);
    const second = await daemon.browser(client, 1);

    second.notify("session/closed", { session: id, reason: "window_closed" });
    second.send({ jsonrpc: "2.0", id: 1, method: "system/ping" });
    await until(() => second.frames.some((frame) => frame.id === 1));
    expect(await listSessions(client)).toEqual([id]);
    browser.notify("session/closed", { session: id, reason: "window_closed" });

    await until(async () => (await listSessions(client)).length === 0);
  });

  test("is gone when its extension does not know it any more", async () => {
    const id = await startSession(client);
    const data = { code: "session_not_found", exit_code: 1 };
    const clicking = click(id);
    const call = await browser.called("page/click");
    browser.respond(call, { error: { code: -32000, message: `No session ${id}.`, data } });

    await expect(clicking).rejects.toMatchObject({
      code: "session_not_found",
      message: expect.stringMatching(/: its window is gone at \d\d:\d\d:\d\d\.$/) as unknown,
      hint: "bsk session start",
    });
    expect(await listSessions(client)).toEqual([]);
  });

  test("of an earlier daemon is told as such, one that was stopped with its time", async () => {
    const id = await startSession(client);
    const stopping = client.call("session/stop", { session: id });
    const call = await browser.called("session/close");
    browser.respond(call, { result: { returned_tab_ids: [], return_failures: [] } });
    await stopping;

    await expect(click(id)).rejects.toMatchObject({
      message: expect.stringMatching(/: it was stopped at \d\d:\d\d:\d\d\.$/) as unknown,
    });
    await expect(click("zzzz")).rejects.toMatchObject({
      message: expect.stringMatching(
        /^No session zzzz: this daemon began at .* before took/,
      ) as unknown,
    });
  });

  test("outlives a daemon that was killed: the next one knows it and tells the browser", async () => {
    const id = await startSession(client);
    const killed = pid(client);
    process.kill(killed, "SIGKILL");
    await until(() => !isAlive(killed));

    client = await daemon.connect();
    const clicking = click(id);
    const returned = await daemon.browser(client);
    const call = await returned.called("page/click");
    returned.respond(call, { result: { did: "Clicked." } });

    expect(pid(client)).not.toBe(killed);
    expect((await returned.frame("welcome")).sessions).toEqual([id]);
    // The command came before the browser was back, and waited for it.
    expect(await clicking).toEqual({ did: "Clicked." });
  });

  test("is kept where only this user can read it", async () => {
    await startSession(client);

    for (const name of ["sessions.json", "browsers.json", "daemon.log", "daemon.json"]) {
      expect(statSync(join(daemon.home, name)).mode & 0o777, name).toBe(0o600);
    }
    expect(statSync(join(daemon.home, "daemon.sock")).mode & 0o777).toBe(0o600);
  });
});

describe("a forwarded command", () => {
  test("arrives with exactly its parameters, and its answer comes back as it is", async () => {
    const id = await startSession(client);
    const odd = { text: "\u202e\u0000</script>", __proto__: null, deep: [{ a: [null, 1.5] }] };
    browser.answers.set("page/evaluate", () => odd);

    const params = { session: id, expression: "document.title" };
    const result = await client.call("page/evaluate", params);

    expect(result).toEqual(JSON.parse(JSON.stringify(odd)));
    expect((await browser.called("page/evaluate")).params).toEqual(params);
  });

  test("brings back the extension's error with its code, hint and details", async () => {
    const id = await startSession(client);
    const data = { code: "ref_stale", hint: "bsk snapshot", exit_code: 1, details: { ref: "@e1" } };
    const clicking = click(id);
    const call = await browser.called("page/click");
    browser.respond(call, {
      error: { code: -32000, message: "@e1 is from an earlier page.", data },
    });

    await expect(clicking).rejects.toMatchObject({
      code: "ref_stale",
      message: "@e1 is from an earlier page.",
      hint: "bsk snapshot",
      exitCode: 1,
      data: { ref: "@e1" },
    });
  });

  test("passes progress on to the command that asked", async () => {
    const id = await startSession(client);
    const notes: object[] = [];
    const opening = client.call(
      "export/open",
      { session: id },
      { onProgress: (note) => notes.push(note) },
    );
    const call = await browser.called("export/open");
    browser.notify("$/progress", { id: call.id, done: 1, total: 4, text: "requests" });
    browser.notify("$/progress", { id: 9999, done: 2, total: 4, text: "somebody else's" });
    browser.respond(call, { result: {} });
    await opening;

    expect(notes).toEqual([{ done: 1, total: 4, text: "requests" }]);
  });

  test("ends 5 s after its own timeout when the extension does not answer", async () => {
    const id = await startSession(client);

    const clicking = click(id, { timeout_ms: 1 });

    await expect(clicking).rejects.toMatchObject({
      code: "timeout",
      exitCode: 4,
      data: { ms: 5001 },
    });
    expect(browser.calls("$/cancel")).toHaveLength(1);
  });

  test("fails at once when the browser goes away", async () => {
    const id = await startSession(client);
    const clicking = click(id);
    await browser.called("page/click");

    browser.close();

    await expect(clicking).rejects.toMatchObject({ code: "extension_disconnected", exitCode: 2 });
  });

  test("leaves neither its parameters nor its answer in the home", async () => {
    const id = await startSession(client);
    browser.answers.set("page/fill", () => ({ did: "canary-answer" }));

    await client.call("page/fill", { session: id, target: "#p", value: "canary-value" });
    const log = daemon.file("daemon.log");

    expect(log).toMatch(/page\/fill \d+ ms ok/);
    for (const name of ["daemon.log", "sessions.json", "browsers.json", "daemon.json"]) {
      expect(daemon.file(name), name).not.toContain("canary");
    }
  });
});
