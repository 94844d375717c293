import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ScriptedExtension } from "../daemon/ScriptedExtension.js";
import { port } from "../daemon/TestDaemon.js";
import { until } from "../daemon/until.js";
import { PlantedDaemon, ThinProcess } from "./PlantedDaemon.js";

/** Starting and replacing threads takes a moment, on a busy machine seconds. */
const SLOW = 120_000;

describe("a command in the daemon", { timeout: SLOW }, () => {
  let daemon: PlantedDaemon;
  beforeAll(async () => {
    daemon = await PlantedDaemon.start();
  }, SLOW);
  afterAll(() => daemon.end(), SLOW);

  /** How far the flood is, in megabytes. */
  const partsMade = (): number => {
    const file = join(daemon.home, "parts");
    return existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  };

  /** The daemon is the same process, and the next command works. */
  async function expectUnharmed(): Promise<void> {
    await daemon.warm();
    expect(daemon.isRunning).toBe(true);
    expect(await daemon.client?.call("system/status", {})).toMatchObject({
      daemon: { pid: daemon.pid },
    });
  }

  it.each([
    ["throws", "boom", "planted"],
    ["throws in a timer", "late", "planted, late"],
    ["rejects where nobody waits", "reject", "planted, unhandled"],
    ["ends its process", "exit", "a command tried to end its process"],
    ["changes the folder", "chdir", "process.chdir() is not supported in workers"],
  ])("that %s ends with its own error, and hurts nobody", async (_what, words, message) => {
    const other = new ThinProcess(daemon.home, ["told"]);
    await other.says("waiting");
    await daemon.warm();

    const { code, stdout, stderr } = await daemon.run(words);

    expect({ code, stdout, stderr }).toEqual({
      code: 3,
      stdout: "",
      stderr: `error: A fault in bsk: ${message}\nhint: bsk doctor\n`,
    });
    expect(other.child.exitCode).toBe(null);
    other.child.kill("SIGKILL");
    await other.ended;
    await expectUnharmed();
  });

  it("that sets the process's exit code sets nobody's", async () => {
    expect(await daemon.run("code")).toEqual({ code: 0, stdout: "set\n", stderr: "" });
    await expectUnharmed();
  });

  it("that prints past its host prints nowhere", async () => {
    expect(await daemon.run("console")).toEqual({ code: 0, stdout: "spoke\n", stderr: "" });
    expect(readFileSync(join(daemon.home, "daemon.log"), "utf8")).not.toContain("planted on");
  });

  it("that leaves something behind leaves it to a thread that nothing else runs in", async () => {
    expect(await daemon.run("leave")).toMatchObject({ code: 0, stdout: "left\n" });

    for (let round = 0; round < 4; round++) {
      const { code, stderr } = await daemon.run("answer");
      // Declined while the next thread starts; never ended by what another one left.
      expect([0, 100]).toContain(code);
      if (code === 100) expect(stderr).toContain("not_here");
    }
    await expectUnharmed();
  });

  it("that eats its memory loses its thread, not the daemon", async () => {
    const { code, stderr } = await daemon.run("die");

    expect(code).toBe(100);
    expect(stderr).toContain("the command ended its thread");
    await expectUnharmed();
  });

  it.each(["hang", "spin"])("that never ends (%s) ends at Ctrl-C", async (words) => {
    const client = new ThinProcess(daemon.home, [words]);
    await client.says("ing");

    client.child.kill("SIGINT");
    const { code, stderr } = await client.ended;

    expect(code).toBe(100); // of the test's client: the daemon sent an error
    expect(stderr).toContain("The command was cancelled.");
    await expectUnharmed();
  });

  it("is told when its client is killed", async () => {
    const client = new ThinProcess(daemon.home, ["told"]);
    await client.says("waiting");

    client.child.kill("SIGKILL");

    await until(() => existsSync(join(daemon.home, "aborted")), 20_000);
    await expectUnharmed();
  });

  it("knows its client's folder, width and three variables, and nothing of the daemon's", async () => {
    const env = { DISPLAY: ":7", WAYLAND_DISPLAY: "w-1", SECRET: "of the client" };

    const { stdout } = await new ThinProcess(daemon.home, ["facts"], env).ended;

    expect(JSON.parse(stdout)).toEqual({
      cwd: daemon.home,
      env: { DISPLAY: ":7", WAYLAND_DISPLAY: "w-1" },
      isTTY: false,
      columns: 80,
      own: {},
    });
  });

  it("is declined in another time zone, where its times would be the daemon's", async () => {
    const { code, stderr } = await new ThinProcess(daemon.home, ["answer"], { TZ: "Asia/Tokyo" })
      .ended;

    expect(code).toBe(100);
    expect(stderr).toContain("not_here");
  });

  it("that prints 100 MB waits for a slow reader, and nothing of it is lost", async () => {
    const before = residentKb(daemon.pid);
    const client = new ThinProcess(daemon.home, ["flood"]);
    client.child.stdout?.pause();
    await client.says("flooding");
    await settled(partsMade);

    expect(partsMade()).toBeLessThan(20);
    expect(residentKb(daemon.pid) - before).toBeLessThan(64 * 1024);
    expect(client.child.exitCode).toBe(null);
    let bytes = 0;
    client.child.stdout?.removeAllListeners("data").on("data", (text: string) => {
      bytes += text.length;
    });
    client.child.stdout?.resume();
    expect(await client.ended).toMatchObject({ code: 0, stderr: "flooding\n" });
    expect(bytes).toBe(100 * 1024 * 1024);
    expect(partsMade()).toBe(100);
    await expectUnharmed();
  });

  it("ends quietly when the reader has enough", async () => {
    const client = new ThinProcess(daemon.home, ["flood"]);
    await until(() => client.stdout.length > 0, 20_000);

    client.child.stdout?.destroy();

    expect(await client.ended).toMatchObject({ code: 0, stderr: "flooding\n" });
    await expectUnharmed();
  });

  it("is cancelled through to the extension at Ctrl-C, within a quarter of a second", async () => {
    const extension = await ScriptedExtension.connect(
      port(daemon.client ?? never()),
      daemon.pairings[0] ?? never(),
    );
    const session = (await daemon.run("session", "start")).stdout.trim();
    await daemon.warm();
    const client = new ThinProcess(daemon.home, [
      "navigate",
      "http://a.test/",
      "--session",
      session,
    ]);
    await extension.called("page/navigate");

    const from = performance.now();
    client.child.kill("SIGINT");
    await extension.called("$/cancel");
    const tookMs = performance.now() - from;

    expect(await client.ended).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: page/navigate was cancelled.\n",
    });
    console.log(`cancelled in the extension after ${Math.round(tookMs)} ms`);
    extension.close();
    await expectUnharmed();
  });
});

function never(): never {
  throw new Error("the daemon has not started");
}

function residentKb(pid: number): number {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0);
}

/** More than nothing, and the same for a second. */
async function settled(figure: () => number): Promise<void> {
  let last = figure();
  let calm = 0;
  await until(() => {
    const now = figure();
    calm = now > 0 && now === last ? calm + 1 : 0;
    last = now;
    return calm >= 100;
  }, 60_000);
}
