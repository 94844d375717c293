import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { until } from "../daemon/until.js";
import { FakeBrowsers } from "./FakeBrowsers.js";

let browsers: FakeBrowsers;

beforeEach(async () => {
  browsers = new FakeBrowsers();
  // The daemon takes its environment, and with it its display, from here.
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  delete process.env.DISPLAY;
  delete process.env.WAYLAND_DISPLAY;
  await browsers.connect();
  Object.assign(process.env, DISPLAY && { DISPLAY }, WAYLAND_DISPLAY && { WAYLAND_DISPLAY });
});

afterEach(() => browsers.end());

describe("a browser that does not start", () => {
  const FAULTS: readonly (readonly [fault: string, why: string])[] = [
    ["dies", "Missing X server or $DISPLAY"],
    ["wrong_id", "its manifest has lost its key"],
    ["wrong_secret", "does not know the shared secret"],
  ];

  test.each(FAULTS)("(%s) is named with its cause and leaves nothing", async (fault, why) => {
    await expect(browsers.start(fault)).rejects.toMatchObject({
      code: "browser_start_failed",
      exitCode: 3,
      message: expect.stringContaining(why),
    });

    expect(await browsers.list()).toEqual([]);
    expect(browsers.folders()).toEqual([]);
  });

  test("because its worker says no hello is named so", { timeout: 40_000 }, async () => {
    await expect(browsers.start("silent")).rejects.toMatchObject({
      code: "browser_start_failed",
      message: expect.stringContaining("said no hello within 15000 ms"),
    });
    expect(browsers.folders()).toEqual([]);
  });

  test("because there is no such executable says which", async () => {
    await expect(browsers.start("", { chrome_path: "/nonexistent/chrome" })).rejects.toMatchObject({
      message: expect.stringContaining("/nonexistent/chrome"),
    });
  });

  test("because there is no display says what to run", async () => {
    await expect(browsers.start("", { headless: false })).rejects.toMatchObject({
      message: expect.stringContaining("no display"),
      hint: "bsk browser start --headless",
    });
    expect(browsers.folders()).toEqual([]);
  });

  test("because the executable is none is named with its cause", async () => {
    const path = join(browsers.home, "text");
    writeFileSync(path, "\u0000not a program");
    chmodSync(path, 0o755);

    await expect(browsers.start("", { chrome_path: path })).rejects.toMatchObject({
      code: expect.stringMatching(/^(browser_start_failed|internal)$/),
    });
    expect(browsers.folders()).toEqual([]);
  });

  test("because the command was cancelled leaves nothing", async () => {
    const controller = new AbortController();
    const params = { headless: true, chrome_path: browsers.chrome("silent") };
    const starting = browsers.client.call("browser/start", params, { signal: controller.signal });
    await until(() => existsSync(join(browsers.home, "browsers", "main", "profile", "argv.json")));
    expect(await browsers.list()).toMatchObject([{ name: "main", state: "starting" }]);

    controller.abort();

    await expect(starting).rejects.toMatchObject({ code: "cancelled" });
    await until(
      async () => (await browsers.list()).length === 0 && browsers.folders().length === 0,
    );
  });
});
