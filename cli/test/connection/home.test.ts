import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bskHome, socketPath } from "../../dist/connection/home.js";
import { homePath } from "../../dist/connection/homePath.js";
import { privateFolder } from "../../dist/connection/privateFolder.js";
import { checkHome } from "../../dist/doctor/checkHome.js";
import { processHost } from "../../dist/processHost.js";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "bsk-home-")));
});

afterEach(() => {
  delete process.env.BSK_HOME;
  rmSync(base, { recursive: true, force: true });
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe("the home", () => {
  test("is BSK_HOME, made for this user alone, whatever the umask", () => {
    process.env.BSK_HOME = join(base, "deep", "home");

    const home = bskHome();

    expect(home).toBe(join(base, "deep", "home"));
    expect(modeOf(home)).toBe(0o700);
  });

  test("is the user's data folder for bsk without BSK_HOME", () => {
    expect(homePath()).toMatch(/[\\/]bsk([\\/]Data)?$/);
    expect(homePath()).not.toMatch(/\.bsk$/);
  });

  test.each(["file", "file/in/it"])("is refused where it is no folder: %s", async (name) => {
    writeFileSync(join(base, "file"), "");
    process.env.BSK_HOME = join(base, name);

    expect(() => bskHome()).toThrow(
      expect.objectContaining({
        code: "home_unusable",
        exitCode: 2,
        hint: "unset BSK_HOME",
        message: expect.stringContaining(`${join(base, "file")} is not a folder`),
      }),
    );
    await expect(processHost().openDaemon({ startIfMissing: false })).rejects.toMatchObject({
      code: "home_unusable",
    });
    expect(checkHome({ home: homePath(), env: process.env })).toMatchObject({
      code: "home_unusable",
      hint: "unset BSK_HOME",
    });
  });

  test("is not made by who only asks for its path", () => {
    process.env.BSK_HOME = join(base, "home");

    expect(homePath()).toBe(join(base, "home"));
    expect(existsSync(join(base, "home"))).toBe(false);
  });

  test("has its mode mended when others could enter it", () => {
    const home = join(base, "open");
    mkdirSync(home);
    chmodSync(home, 0o777);

    expect(privateFolder(home)).toBe(home);
    expect(modeOf(home)).toBe(0o700);
  });

  test("may be a link of the user's own, and has one socket through both names", () => {
    mkdirSync(join(base, "real"));
    symlinkSync(join(base, "real"), join(base, "link"));
    process.env.BSK_HOME = join(base, "link");

    expect(bskHome()).toBe(join(base, "real"));
    expect(homePath()).toBe(join(base, "real"));
  });

  test.runIf(isRoot)("is refused when it belongs to another user", () => {
    const home = join(base, "foreign");
    mkdirSync(home);
    chownSync(home, NOBODY, NOBODY);

    expect(() => privateFolder(home)).toThrow("belongs to another user");
  });

  test.runIf(isRoot)("is refused when it is a link to another user's folder", () => {
    mkdirSync(join(base, "foreign"));
    chownSync(join(base, "foreign"), NOBODY, NOBODY);
    symlinkSync(join(base, "foreign"), join(base, "link"));

    expect(() => privateFolder(join(base, "link"))).toThrow("belongs to another user");
  });

  test("is refused when it is a file", () => {
    writeFileSync(join(base, "file"), "");

    expect(() => privateFolder(join(base, "file"))).toThrow(
      expect.objectContaining({ code: "daemon_start_failed" }),
    );
  });
});

describe.skipIf(process.platform === "win32")("the socket's path", () => {
  test("lies in the home", () => {
    expect(socketPath(base)).toBe(join(base, "daemon.sock"));
  });

  test("is a short hashed one in a private folder when the home's is too long", () => {
    const long = join(base, "x".repeat(120));

    const path = socketPath(long);

    expect(Buffer.byteLength(path)).toBeLessThanOrEqual(100);
    expect(path).toBe(socketPath(long));
    expect(path).not.toBe(socketPath(`${long}y`));
    expect(modeOf(join(path, ".."))).toBe(0o700);
  });
});
