import type { ActionResults } from "@bsk/schema";
import { afterEach, describe, expect, it } from "vitest";
import { isAlive, processesOf, until, Workspace } from "./harness/index.js";

describe("the daemon", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("is exactly one when ten first commands start at once", async () => {
    const workspace = await Workspace.create();
    closing.push(() => workspace.close());

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => workspace.run(["session", "list", "--json"])),
    );

    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(processesOf(workspace.home)).toHaveLength(1);
  });

  it("leaves nothing when it stops, and the managed browser finds the next one", async () => {
    const workspace = await Workspace.create();
    closing.push(() => workspace.close());
    await workspace.text("browser", "start", "--headless");
    const { daemon } = await workspace.json<ActionResults["system/status"]>("status");

    await workspace.text("daemon", "stop");

    expect(isAlive(daemon.pid ?? 0)).toBe(false);
    expect((await workspace.json<ActionResults["system/status"]>("status")).daemon.state).toBe(
      "not_running",
    );
    await workspace.text("daemon", "start");
    await until(
      "the browser is connected again",
      async () => {
        const { browsers } = await workspace.json<ActionResults["browser/list"]>("browser", "list");
        return browsers.some(({ state }) => state === "connected");
      },
      { deadlineMs: 40_000, everyMs: 500 },
    );
  });

  it("when killed, is followed by one that knows the sessions and finds the browser again", async () => {
    const workspace = await Workspace.create();
    closing.push(() => workspace.close());
    const session = await workspace.openSession();
    const { daemon } = await workspace.json<ActionResults["system/status"]>("status");

    process.kill(daemon.pid ?? 0, "SIGKILL");
    await workspace.text("daemon", "start");

    await until(
      "a new daemon speaks with the browser",
      async () => {
        const { code, stdout } = await workspace.run(["browser", "list", "--json"]);
        return code === 0 && stdout.includes('"connected"');
      },
      { deadlineMs: 40_000, everyMs: 500 },
    );
    const { sessions } = await workspace.json<ActionResults["session/list"]>("session", "list");
    expect(sessions.map(({ id }) => id)).toContain(session);
    await workspace.text("tab", "list", "--session", session);
  });
});
