import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lostPairings } from "../dist/browser/browserFolder.js";
import { asCaller, callerEnvironment } from "../dist/browser/callerEnvironment.js";
import { socketPath } from "../dist/connection/home.js";
import { installation } from "../dist/connection/installation.js";
import { killDaemon } from "../dist/connection/killDaemon.js";
import { privateFolder } from "../dist/connection/privateFolder.js";
import { shellWord } from "../dist/doctor/check.js";
import { checkHome } from "../dist/doctor/checkHome.js";
import { checkInstallation } from "../dist/doctor/checkInstallation.js";
import { temporaryFolder } from "./temporaryFolder.js";

describe("the build", () => {
  it("is well when daemon, keeper and extension are there", () => {
    expect(checkInstallation()).toMatchObject({ state: "ok" });
  });

  it.each(["daemonEntry", "keeperEntry", "extensionFolder"] as const)(
    "is missing without %s, and the command that builds it is named for any folder",
    (part) => {
      const parts = { ...installation(), root: "/home/a b/bsk", [part]: "/nowhere" };

      expect(checkInstallation(parts)).toMatchObject({
        state: "failed",
        code: "not_built",
        hint: "npm --prefix '/home/a b/bsk' run build",
      });
    },
  );
});

describe("a word of a shell", () => {
  it("is quoted when it has to be", () => {
    expect(shellWord("/home/ada/bsk-0.1")).toBe("/home/ada/bsk-0.1");
    expect(shellWord("/it's $HOME")).toBe("'/it'\\''s $HOME'");
  });
});

describe("the home", () => {
  it("can be made where its parent can be written", async () => {
    const home = join(await temporaryFolder(), "a", "b");

    expect(checkHome({ home, env: {} })).toMatchObject({ state: "ok" });
  });

  it.runIf(process.platform === "linux")(
    "cannot be made in /proc, which is said at once by doctor and by whoever makes it",
    () => {
      expect(checkHome({ home: "/proc/bsk", env: { BSK_HOME: "/proc/bsk" } })).toMatchObject({
        code: "file_unwritable",
        hint: "unset BSK_HOME",
      });
      expect(() => privateFolder("/proc/bsk")).toThrow("cannot be made");
    },
  );

  it("is another one when the usual place is a file", async () => {
    const home = join(await temporaryFolder(), "file");
    writeFileSync(home, "");

    expect(checkHome({ home, env: {} }).hint).toBe('export BSK_HOME="$HOME/bsk-home"');
  });

  it("is refused when it is a link that leads nowhere", async () => {
    const home = join(await temporaryFolder(), "link");
    symlinkSync("/nowhere/at/all", home);

    expect(() => privateFolder(home)).toThrow("leads nowhere");
  });
});

describe("ending a daemon that hangs", () => {
  it("kills nobody when no socket takes connections, whatever pid was written down", async () => {
    const home = await temporaryFolder();
    writeFileSync(join(home, "daemon.json"), JSON.stringify({ port: 1, pid: process.pid }));

    expect(await killDaemon(home)).toBe(false);
  });

  it("kills nobody when the pid was not written down", async () => {
    const home = await temporaryFolder();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socketPath(home), resolve));

    expect(await killDaemon(home)).toBe(false);

    server.close();
  });
});

describe("the caller's environment", () => {
  it("takes the place of the daemon's, and takes away what the caller lacks", () => {
    const own = { DISPLAY: ":1", CHROME_PATH: "/a", HOME: "/h" };

    expect(asCaller(own, callerEnvironment({ CHROME_PATH: "/b", SECRET: "x" }))).toEqual({
      CHROME_PATH: "/b",
      HOME: "/h",
    });
    expect(asCaller(own, undefined)).toBe(own);
  });
});

describe("a lost pairing", () => {
  it("is read from the browser's own folder, and only a whole one", async () => {
    const home = await temporaryFolder();
    const secret = "ab".repeat(32);
    const write = (name: string, pairing: object, config: object): void => {
      const folder = join(home, "browsers", name);
      mkdirSync(join(folder, "extension"), { recursive: true });
      writeFileSync(join(folder, "extension", "pairing.json"), JSON.stringify(pairing));
      const rest = { chrome_path: "", folder, extension_folder: "", profile: "", socket: "" };
      writeFileSync(join(folder, "keeper.json"), JSON.stringify({ ...rest, ...config }));
    };
    write("main", { secret, instance_id: "0a1b2c3d" }, { instance_id: "0a1b2c3d" });
    write("kept", { secret, instance_id: "1" }, { instance_id: "1", keep_profile: true });
    write("other", { secret, instance_id: "0a1b2c3d" }, { instance_id: "ffffffff" });
    write("short", { secret: "ab", instance_id: "2" }, { instance_id: "2" });
    write("No Name", { secret, instance_id: "3" }, { instance_id: "3" });

    const found = lostPairings(home).map(({ pairing, keepProfile }) => [pairing.name, keepProfile]);

    expect(found.sort()).toEqual([
      ["kept", true],
      ["main", false],
    ]);
  });
});
