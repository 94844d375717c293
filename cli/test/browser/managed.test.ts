import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAlive } from "../../dist/connection/FileLock.js";
import { installation } from "../../dist/connection/installation.js";
import { startSession } from "../daemon/sessionCalls.js";
import { pid } from "../daemon/TestDaemon.js";
import { until } from "../daemon/until.js";
import { FakeBrowsers } from "./FakeBrowsers.js";

const BUILT = existsSync(join(installation().extensionFolder, "manifest.json"));
let browsers: FakeBrowsers;

beforeEach(async () => {
  browsers = new FakeBrowsers();
  await browsers.connect();
});

afterEach(() => browsers.end());

describe("a managed browser's tests", () => {
  test("have the built extension", () => {
    expect(BUILT).toBe(true);
  });
});

describe("a managed browser", () => {
  test("is started with the recipe's flags and connected when the command returns", async () => {
    const browser = await browsers.start();
    const argv: string[] = JSON.parse(
      readFileSync(join(browser.profile ?? "", "argv.json"), "utf8"),
    );

    expect(browser).toMatchObject({
      name: "main",
      kind: "managed",
      state: "connected",
      headless: true,
      product: "Fake/1",
      profile: join(browsers.home, "browsers", "main", "profile"),
    });
    expect(await browsers.list()).toEqual([{ ...browser, last_seen_at: expect.any(Number) }]);
    expect(argv).toContain("--remote-debugging-pipe");
    expect(argv).toContain("--headless=new");
    expect(argv).not.toContain("--disable-extensions");
    expect(argv.join(" ")).not.toContain("--remote-debugging-port");
  });

  test("has a private copy of the extension, with port and secret only there", async () => {
    const browser = await browsers.start();
    const folder = join(browsers.home, "browsers", "main");
    const path = join(folder, "extension", "pairing.json");
    const pairing = JSON.parse(readFileSync(path, "utf8"));

    expect(pairing).toEqual({
      port: browsers.client.identity?.port,
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
      instance_id: browser.id,
      name: "main",
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(existsSync(join(folder, "extension", "manifest.json"))).toBe(true);
    expect(readFileSync(join(folder, "profile", "argv.json"), "utf8")).not.toContain(
      pairing.secret,
    );
    expect(readFileSync(join(folder, "keeper.json"), "utf8")).not.toContain(pairing.secret);
  });

  test("tells its CDP port where one was asked for", async () => {
    const browser = await browsers.start("", { cdp_port: 0 });

    expect(browser.cdp_port).toBe(4242);
  });

  test("gets the first free name, or the one that is asked for, once", async () => {
    const names = [
      (await browsers.start()).name,
      (await browsers.start()).name,
      (await browsers.start("", { name: "ci" })).name,
    ];

    expect(names).toEqual(["main", "main-2", "ci"]);
    await expect(browsers.start("", { name: "ci" })).rejects.toMatchObject({
      code: "browser_exists",
    });
    await expect(browsers.client.call("browser/stop", {})).rejects.toMatchObject({
      code: "invalid_params",
      hint: "bsk browser stop main",
    });
  });

  test("is the same one where it runs as it is asked for, and that is said", async () => {
    const environment = { CHROME_PATH: browsers.chrome("") };
    const plain = { chrome_path: undefined, environment };
    const first = await browsers.launch("", plain);

    const again = await browsers.launch("", plain);
    const second = await browsers.launch("", { ...plain, cdp_port: 0 });

    expect(again.browser.id).toBe(first.browser.id);
    expect(again.warnings.join()).toContain("nothing was started");
    expect(second.browser.name).toBe("main-2");
    expect(second.warnings.join()).toContain("bsk session start --browser main-2");
  });

  test("is stopped with its sessions, and nothing of it is left", async () => {
    const browser = await browsers.start();
    const session = await startSession(browsers.client);

    const result = await browsers.client.call("browser/stop", {});

    expect(result).toEqual({ stopped: ["main"], sessions: [session], profile_kept: false });
    expect(isAlive(browser.pid ?? 0)).toBe(false);
    expect(browsers.folders()).toEqual([]);
    expect(await browsers.list()).toEqual([]);
    expect(await browsers.client.call("session/list", {})).toEqual({ sessions: [] });
    expect(browsers.daemon.file("browsers.json")).toBe("[]\n");
    expect(await browsers.client.call("browser/stop", {})).toEqual({ stopped: [] });
  });

  test("leaves its profile where it is to be kept, and finds it again", async () => {
    const { profile } = await browsers.start("", { keep_profile: true });
    writeFileSync(join(profile ?? "", "cookies"), "kept");

    await browsers.client.call("browser/stop", {});
    expect(readdirSync(join(browsers.home, "browsers", "main"))).not.toContain("extension");
    await browsers.start("", { keep_profile: true });

    expect(readFileSync(join(profile ?? "", "cookies"), "utf8")).toBe("kept");
  });

  test("that does not close is killed", async () => {
    const browser = await browsers.start("deaf");

    await browsers.client.call("browser/stop", {});

    expect(isAlive(browser.pid ?? 0)).toBe(false);
    expect(browsers.folders()).toEqual([]);
  });

  test("that crashes is not listed any more, and its sessions are gone", async () => {
    const browser = await browsers.start();
    await browsers.client.call("session/start", {});

    process.kill(browser.pid ?? 0, "SIGKILL");

    await until(async () => (await browsers.list()).length === 0);
    expect(await browsers.client.call("session/list", {})).toEqual({ sessions: [] });
  });

  test("that crashes leaves its profile to the next of its name, which removes it", async () => {
    const { profile = "", pid: browser = 0 } = await browsers.start();
    writeFileSync(join(profile, "recordings"), "durable");

    process.kill(browser, "SIGKILL");
    await until(async () => (await browsers.list()).length === 0);
    const { warnings } = await browsers.launch();

    expect(warnings.join()).toContain("on the extension's evidence page, History");
    expect(readFileSync(join(profile, "recordings"), "utf8")).toBe("durable");
    await browsers.client.call("browser/stop", {});
    expect(browsers.folders()).toEqual([]);
  }, 60_000);

  test("that crashes leaves its profile, though the next does not start", async () => {
    const { profile = "", pid: browser = 0 } = await browsers.start();
    writeFileSync(join(profile, "recordings"), "durable");

    process.kill(browser, "SIGKILL");
    await until(async () => (await browsers.list()).length === 0);
    await expect(browsers.start("dies")).rejects.toMatchObject({ code: "browser_start_failed" });
    await expect(browsers.start("wrong_id")).rejects.toMatchObject({
      code: "browser_start_failed",
    });

    expect(readFileSync(join(profile, "recordings"), "utf8")).toBe("durable");
  }, 60_000);

  test("outlives a killed daemon, and the next one has it again", async () => {
    const browser = await browsers.start();
    await browsers.killDaemon();

    await browsers.connect();
    const { session } = (await browsers.client.call("session/start", {})) as {
      session: { browser: string };
    };

    expect(session.browser).toBe(browser.id);
    expect(await browsers.list()).toMatchObject([
      { id: browser.id, pid: browser.pid, state: "connected" },
    ]);
  });

  test("outlives a stopped daemon", async () => {
    const browser = await browsers.start();
    await browsers.client.call("daemon/stop", {});
    await until(() => !isAlive(pid(browsers.client)));

    expect(isAlive(browser.pid ?? 0)).toBe(true);
    await browsers.connect();
    expect(await browsers.list()).toMatchObject([{ id: browser.id }]);
  });

  test("that ended while no daemon ran is unpaired by the next one, and its profile stays", async () => {
    const browser = await browsers.start();
    await browsers.killDaemon();
    // Not the keeper's own way out: nothing is cleaned up by it.
    const folder = join(browsers.home, "browsers", "main");
    const keeper = Number(readFileSync(`/proc/${browser.pid}/stat`, "utf8").split(" ")[3]);
    process.kill(keeper, "SIGKILL");
    await until(() => !isAlive(browser.pid ?? 0));
    expect(existsSync(join(folder, "extension"))).toBe(true);

    await browsers.connect();

    expect(await browsers.list()).toEqual([]);
    await until(() => !existsSync(join(folder, "extension")));
    expect(existsSync(join(folder, "profile"))).toBe(true);
  });
});
