import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { validateDaemonReport, validateResult } from "../../schema/dist/index.js";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom } from "./records.js";
import { temporaryFolder } from "./temporaryFolder.js";

const paired = {
  instance_id: "0a1b2c3d",
  kind: "user",
  name: "mine",
  extension_id: "x",
  secret: "5".repeat(64),
};

describe("the daemon", () => {
  it.each([["status"], ["browser list"], ["daemon status"], ["daemon stop"], ["doctor"]])(
    "is not started by %s",
    async (command) => {
      const host = new FakeHost(answersFrom());
      host.isRunning = false;

      await run(command.split(" "), host);

      expect(host.opened.every(({ startIfMissing }) => !startIfMissing)).toBe(true);
      expect(host.isRunning).toBe(false);
    },
  );

  it("is started by a command that needs it", async () => {
    const host = new FakeHost(answersFrom());
    host.isRunning = false;

    expect(await run(["session", "list"], host)).toBe(0);
    expect(host.opened).toEqual([{ startIfMissing: true }]);
  });

  it("is said not to run by status, with exit code 0", async () => {
    const host = new FakeHost();
    host.isRunning = false;

    expect(await run(["status", "--json"], host)).toBe(0);

    const status: unknown = JSON.parse(host.stdout);
    expect(validateResult["system/status"](status)).toBe(true);
    expect(status).toMatchObject({ daemon: { state: "not_running" } });
  });

  it("names the same next command in whatever says that none runs", async () => {
    const home = await temporaryFolder();
    const said = async (): Promise<readonly string[]> => {
      const hosts = ["status", "browser list", "browsers", "daemon status", "doctor"].map(
        async (words) => {
          const host = new FakeHost();
          Object.assign(host, { home, isRunning: false });
          host.env = { DISPLAY: ":0", BSK_PORT: "0", CHROME_PATH: process.execPath };
          await run(words.split(" "), host);
          return /(?:next|hint): (.*)/.exec(host.stdout)?.[1] ?? host.stdout;
        },
      );
      return [...new Set(await Promise.all(hosts))];
    };

    expect(await said()).toEqual(["bsk browser start"]);

    await writeFile(join(home, "browsers.json"), JSON.stringify([paired]));

    expect(await said()).toEqual(["bsk daemon start"]);
  });

  it("is not needed by the list of browsers, which tells those that are known", async () => {
    const host = new FakeHost();
    host.isRunning = false;
    host.home = await temporaryFolder();
    await writeFile(join(host.home, "browsers.json"), JSON.stringify([paired]));

    expect(await run(["browser", "list", "--json"], host)).toBe(0);

    const list: unknown = JSON.parse(host.stdout);
    expect(validateResult["browser/list"](list)).toBe(true);
    expect(list).toEqual({
      browsers: [{ id: "0a1b2c3d", name: "mine", kind: "user", state: "not_connected" }],
    });
  });

  it("starts on the port that was asked for", async () => {
    const host = new FakeHost(answersFrom());
    host.isRunning = false;

    await run(["daemon", "start", "--port", "52999", "--json"], host);

    expect(host.opened.at(-1)).toEqual({ startIfMissing: true, port: 52_999 });
    const report: unknown = JSON.parse(host.stdout);
    expect(validateDaemonReport(report)).toBe(true);
    expect(report).toMatchObject({ state: "started", pid: 12 });
  });

  it("stays where it runs, and that is said", async () => {
    const host = new FakeHost(answersFrom());

    await run(["daemon", "start", "--port", "52999"], host);

    expect(host.stdout).toContain("daemon running  pid 12  port 52861");
    expect(host.stderr).toContain("bsk daemon stop");
  });

  it.each([
    [true, { state: "stopped", sessions_ended: 1 }],
    [false, { state: "not_running" }],
  ])("is stopped or was not there (%s)", async (isRunning, expected) => {
    const host = new FakeHost(answersFrom());
    host.isRunning = isRunning;

    expect(await run(["daemon", "stop", "--json"], host)).toBe(0);

    const report: unknown = JSON.parse(host.stdout);
    expect(validateDaemonReport(report)).toBe(true);
    expect(report).toEqual(expected);
  });

  it("passes its warnings on, unless --quiet", async () => {
    const loud = new FakeHost(answersFrom());
    loud.warnings = ["another build"];
    const quiet = new FakeHost(answersFrom());
    quiet.warnings = ["another build"];

    await run(["session", "list"], loud);
    await run(["session", "list", "--quiet"], quiet);

    expect(loud.stderr).toBe("warning: another build\n");
    expect(quiet.stderr).toBe("");
  });
});
