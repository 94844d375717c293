import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandResult, ROOT, until, Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

/** Reads of a stopped run: whoever runs them, the answer is the same. */
const READS = [
  "debug requests",
  "debug requests --json",
  "debug requests --all --limit 3",
  "debug requests --url /nope",
  "debug requests --fields nope",
  "debug operations",
  "debug operations --json",
  "debug operation a1",
  "debug operation a9",
  "debug request n1 --part headers",
  "debug request n1 --json",
  "debug console",
  "debug pages",
  "debug pages --json",
  "debug summary",
  "debug status --json",
  "debug aggregate",
  "debug aggregate --json",
  "debug capabilities --json",
  "tab list --json",
  "click",
  "fill @e999 --value x",
];

describe("the command that the daemon runs", () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let session = "";

  beforeAll(async () => {
    workspace = await Workspace.create();
    shop = await startShop();
    session = await workspace.openSession();
    await workspace.text("debug", "start", "--session", session, "--name", "Twice");
    await workspace.text("navigate", `${shop.url}/profile`, "--session", session);
    const tree = await workspace.text("snapshot", "--session", session);
    const save = /@e\d+/.exec(
      tree.split("\n").find((line) => line.includes('button "Save"')) ?? "",
    );
    await workspace.text("click", save?.[0] ?? tree, "--session", session);
    await workspace.text("debug", "stop", "--session", session);
  });

  afterAll(async () => {
    await shop?.close();
    await workspace?.close();
  });

  const log = (): string => readFileSync(join(workspace.home, "daemon.log"), "utf8");
  /** Commands that the daemon has run. */
  const hosted = (): number => log().match(/ cli\/run \d+ ms ok/g)?.length ?? 0;
  const here = (line: string): Promise<CommandResult> => run(line, { BSK_THIN: "off" });

  function run(line: string, env: Record<string, string> = {}): Promise<CommandResult> {
    const words = line.split(" ");
    const isLocal = words.includes("capabilities") && words.includes("debug");
    return workspace.run([...words, ...(isLocal ? [] : ["--session", session])], { env });
  }

  /** A command that finds no thread free runs in its own process: asked again, it finds one. */
  async function there(line: string): Promise<CommandResult> {
    return until(`the daemon runs ${line}`, async () => {
      const before = hosted();
      const result = await run(line);
      return hosted() > before ? result : undefined;
    });
  }

  it.each(READS)("prints the same bytes and ends with the same code: %s", async (line) => {
    const one = await there(line);
    const other = await here(line);

    expect(one).toEqual(other);
  });

  it("writes files in its client's folder, as its client's user", async () => {
    await there("debug export --output there.json");
    await here("debug export --output here.json");
    const [one, other] = ["there.json", "here.json"].map((name) =>
      readFileSync(join(workspace.home, name), "utf8"),
    );

    expect(one?.length).toBeGreaterThan(1000);
    expect(withoutTimes(one)).toBe(withoutTimes(other));
    expect(await there("debug export --output there.json")).toMatchObject({ code: 1 });
    rmSync(join(workspace.home, "here.json"));
  });

  it("prints a whole document, byte for byte", async () => {
    const one = await there("debug export");
    const other = await here("debug export");

    expect(one.stdout.length).toBeGreaterThan(1000);
    expect({ ...one, stdout: withoutTimes(one.stdout) }).toEqual({
      ...other,
      stdout: withoutTimes(other.stdout),
    });
  });

  it("is cancelled through to the page at Ctrl-C, and leaves the session free", async () => {
    await there("tab list --json");
    const args = ["evaluate", "new Promise(() => {})", "--session", session];
    let stderr = "";
    const begin = () => {
      const started = spawn(process.execPath, [join(ROOT, "cli", "bin", "run.js"), ...args], {
        env: { ...process.env, NODE_V8_COVERAGE: "", BSK_HOME: workspace.home },
        stdio: ["ignore", "pipe", "pipe"],
      });
      stderr = "";
      started.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      return started;
    };
    let child = begin();
    await until("it has the slot", async () => {
      // The question takes the slot, too: a command that comes meanwhile is refused.
      if (child.exitCode !== null) child = begin();
      const { code } = await workspace.run(["snapshot", "--session", session]);
      return code === 4 && child.exitCode === null;
    });

    child.kill("SIGINT");
    const [code] = await once(child, "close");

    expect({ code, stderr }).toEqual({ code: 2, stderr: "error: page/evaluate was cancelled.\n" });
    await until("the slot is free", async () => {
      const snapshot = await workspace.run(["snapshot", "--session", session]);
      return snapshot.code === 0;
    });
  });
});

/** When it was saved is the one thing that differs. */
function withoutTimes(document = ""): string {
  return document.replace(/"saved_at":\s*[\d.]+/, "");
}
