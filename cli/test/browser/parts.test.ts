import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { Launcher } from "chrome-launcher";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chromeFlags } from "../../dist/browser/chromeFlags.js";
import { DebuggingPipe } from "../../dist/browser/DebuggingPipe.js";
import { hasDisplay } from "../../dist/browser/display.js";
import { findBrowser } from "../../dist/browser/findBrowser.js";
import { readKeeperConfig } from "../../dist/browser/KeeperConfig.js";
import { readKeptBrowser } from "../../dist/browser/KeptBrowser.js";

const defaults = Launcher.defaultFlags();

describe("the flags", () => {
  test("are chrome-launcher's own less the one that disables extensions", () => {
    const flags = chromeFlags({ defaults, headless: false, isRoot: false });

    expect(defaults).toContain("--disable-extensions");
    expect(flags).not.toContain("--disable-extensions");
    expect(flags).toContain("--disable-background-networking");
    expect(flags).toContain("--silent-debugger-extension-api");
    expect(flags).toContain("--enable-unsafe-extension-debugging");
  });

  test("keep window, sandbox and TCP closed unless asked for", () => {
    const plain = chromeFlags({ defaults, headless: false, isRoot: false }).join(" ");
    const all = chromeFlags({ defaults, headless: true, isRoot: true, cdpPort: 9222 });

    expect(plain).not.toMatch(/headless|no-sandbox|remote-debugging-port/);
    expect(all).toEqual(
      expect.arrayContaining(["--headless=new", "--no-sandbox", "--remote-debugging-port=9222"]),
    );
  });

  test("leave out the address bar's pages where there is no window, in the one list that counts", () => {
    const lists = [true, false].map((headless) =>
      chromeFlags({ defaults, headless, isRoot: false }).filter((flag) =>
        flag.startsWith("--disable-features="),
      ),
    );

    expect(lists).toEqual([
      [expect.stringMatching(/Translate.*,WebUIOmniboxPopup,WebUIOmniboxAimPopup$/)],
      [expect.not.stringContaining("WebUI")],
    ]);
  });
});

describe("finding a browser", () => {
  const before = { ...process.env };
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "bsk-find-"));
    delete process.env.CHROME_PATH;
  });

  afterEach(() => {
    process.env.PATH = before.PATH;
    delete process.env.CHROME_PATH;
    rmSync(folder, { recursive: true, force: true });
  });

  function program(name: string): string {
    const path = join(folder, name);
    writeFileSync(path, "#!/bin/sh\n");
    chmodSync(path, 0o755);
    return path;
  }

  test("takes the named one before CHROME_PATH before an installed one", () => {
    const [named, preferred] = [program("named"), program("preferred")];
    process.env.CHROME_PATH = preferred;

    expect(findBrowser(named, process.env)).toBe(named);
    expect(findBrowser(undefined, process.env)).toBe(preferred);
  });

  test("does not fall back silently when CHROME_PATH is wrong", () => {
    process.env.CHROME_PATH = join(folder, "missing");

    expect(() => findBrowser(undefined, process.env)).toThrow("CHROME_PATH names");
  });

  test("looks along PATH", () => {
    process.env.PATH = folder;
    const path = program("microsoft-edge");

    expect(findBrowser(undefined, process.env)).toBe(path);
  });

  test("says the one command that installs one", () => {
    process.env.PATH = folder;

    expect(() => findBrowser(undefined, process.env)).toThrow(
      expect.objectContaining({
        code: "browser_start_failed",
        hint: expect.stringMatching(/install|CHROME_PATH/),
      }),
    );
  });
});

describe("the debugging pipe", () => {
  test("matches answers by id and throws the browser's errors", async () => {
    const [incoming, outgoing] = [new PassThrough(), new PassThrough()];
    const pipe = new DebuggingPipe(incoming, outgoing);
    const [first, second] = [pipe.send("A.a", {}, 5_000), pipe.send("B.b", {}, 5_000)];

    incoming.write('{"method":"Target.event"}\0{"id":2,"error":{"message":"no ');
    incoming.write('such thing"}}\0{"id":1,"result":{"x":"y"}}\0');

    expect((await first).get("x")).toBe("y");
    await expect(second).rejects.toMatchObject({
      code: "cdp_failed",
      message: "B.b: no such thing",
    });
    expect(String(outgoing.read()).split("\0")).toHaveLength(3);
  });

  test("gives every command a deadline", async () => {
    const pipe = new DebuggingPipe(new PassThrough(), new PassThrough());

    await expect(pipe.send("A.a", {}, 10)).rejects.toMatchObject({ code: "cdp_timeout" });
  });
});

describe("what passes between daemon and keeper", () => {
  const config = {
    instance_id: "0123abcd",
    chrome_path: "/c",
    headless: true,
    folder: "/f",
    extension_folder: "/f/e",
    profile: "/f/p",
    keep_profile: false,
    resumes: false,
    socket: "/f/s",
  };
  const kept = {
    instance_id: "0123abcd",
    keeper_pid: 1,
    pid: 2,
    extension_id: "a",
    product: "P/1",
    headless: true,
    profile: "/f/p",
    cdp_port: 9222,
  };

  test("is read whole", () => {
    expect(readKeeperConfig(config)).toEqual(config);
    expect(readKeptBrowser(kept)).toEqual(kept);
  });

  test.each([undefined, null, 1, "x", [], {}])("is refused when it is %j", (value) => {
    expect(readKeeperConfig(value)).toBeUndefined();
    expect(readKeptBrowser(value)).toBeUndefined();
  });

  test("is refused with a field of the wrong type", () => {
    expect(readKeeperConfig({ ...config, socket: 1 })).toBeUndefined();
    expect(readKeptBrowser({ ...kept, pid: "2" })).toBeUndefined();
  });
});

describe.runIf(process.platform === "linux")("a display", () => {
  test("is what DISPLAY or WAYLAND_DISPLAY names", () => {
    const answers = [{}, { DISPLAY: ":0" }, { WAYLAND_DISPLAY: "wayland-0" }].map(hasDisplay);

    expect(answers).toEqual([false, true, true]);
  });
});
