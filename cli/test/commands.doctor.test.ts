import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { errors } from "../../core/dist/index.js";
import { validateDoctorReport } from "../../schema/dist/index.js";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { browser, results } from "./records.js";
import { temporaryFolder } from "./temporaryFolder.js";

describe("bsk doctor", () => {
  async function diagnose(
    host: FakeHost,
  ): Promise<{ exitCode: number; failed: readonly unknown[] }> {
    host.home = await temporaryFolder();
    const exitCode = await run(["doctor", "--json"], host);
    const report: unknown = JSON.parse(host.stdout);
    if (!validateDoctorReport(report)) throw new Error(JSON.stringify(validateDoctorReport.errors));
    return { exitCode, failed: report.checks.filter(({ state }) => state === "failed") };
  }

  function withBrowsers(browsers: readonly unknown[]): FakeHost {
    const host = new FakeHost({
      "system/status": () => ({ ...results["system/status"], browsers }),
    });
    host.env = { DISPLAY: ":0" };
    return host;
  }

  it("finds nothing wrong where all is well", async () => {
    expect(await diagnose(withBrowsers([browser]))).toEqual({ exitCode: 0, failed: [] });
  });

  it("finds that no daemon runs", async () => {
    const host = new FakeHost();
    host.isRunning = false;
    host.env = { DISPLAY: ":0", BSK_PORT: "0", CHROME_PATH: process.execPath };

    const { exitCode, failed } = await diagnose(host);

    expect(exitCode).toBe(1);
    expect(failed).toEqual([
      {
        name: "daemon",
        state: "failed",
        code: "daemon_not_running",
        message: "No daemon is running.",
        hint: "bsk browser start",
      },
    ]);
  });

  it("finds that no browser runs, and names the command for a machine without a display", async () => {
    const host = withBrowsers([]);

    expect((await diagnose(host)).failed).toMatchObject([
      { code: "no_browser", hint: "bsk browser start" },
    ]);

    const headless = withBrowsers([]);
    headless.env = {};
    const expected =
      process.platform === "linux" ? "bsk browser start --headless" : "bsk browser start";
    expect((await diagnose(headless)).failed).toMatchObject([
      { code: "no_browser", hint: expected },
    ]);
  });

  it("finds an extension that is not connected", async () => {
    const host = withBrowsers([{ ...browser, state: "not_connected" }]);

    expect((await diagnose(host)).failed).toMatchObject([
      { name: "extension", code: "extension_not_connected", hint: "bsk browser stop managed-1" },
    ]);
  });

  it("finds a silent extension beside a connected one", async () => {
    const silent = { ...browser, id: "ffff0000", name: "managed-2", state: "silent" };

    const { failed } = await diagnose(withBrowsers([browser, silent]));

    expect(failed).toMatchObject([
      { code: "extension_not_connected", message: expect.stringContaining("managed-2") },
    ]);
  });

  it("finds a home that is a file, and skips what rests on it", async () => {
    const host = new FakeHost();
    const file = join(await temporaryFolder(), "home");
    await writeFile(file, "");
    host.home = file;

    const exitCode = await run(["doctor"], host);

    expect(exitCode).toBe(1);
    expect(host.stdout).toMatch(/^failed +home +home_unusable/m);
    expect(host.stdout).toContain("skipped  daemon");
    expect(host.opened).toEqual([]);
  });

  it("finds a daemon that does not answer", async () => {
    const host = new FakeHost({
      "system/status": () => {
        throw errors.daemonUnreachable("no answer");
      },
    });

    expect((await diagnose(host)).failed).toMatchObject([
      { code: "daemon_unreachable", hint: "bsk daemon stop" },
    ]);
  });
});
