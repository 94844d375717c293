import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateErrorReport } from "../../schema/dist/index.js";

const package_ = fileURLToPath(new URL("..", import.meta.url));
let folder = "";

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A shell script under which every write of its arguments fails, for any user. */
const FULL = `trap "" XFSZ; ulimit -f 0; exec "$0" "$@"`;
const RUN = join(package_, "bin", "run.js");

function bsk(argv: readonly string[], script: string = RUN): Promise<Ended> {
  return run(process.execPath, [script, ...argv]);
}

function run(program: string, argv: readonly string[]): Promise<Ended> {
  const child = spawn(program, argv, {
    cwd: folder,
    env: { ...process.env, BSK_HOME: join(folder, "home") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bsk-cli-"));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe("bsk as a process", () => {
  it("prints its capabilities without a daemon, a browser or a home", async () => {
    const { exitCode, stdout, stderr } = await bsk(["debug", "capabilities", "--json"]);

    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ capabilities: { extension: null } });
    expect(await readdir(folder)).not.toContain("home");
  });

  it.each([
    { argv: ["status"], exitCode: 0, says: "not running" },
    { argv: ["daemon", "status"], exitCode: 0, says: "not running" },
    { argv: ["daemon", "stop"], exitCode: 0, says: "not running" },
    { argv: ["doctor"], exitCode: 1, says: "daemon_not_running" },
    { argv: ["browser", "list"], exitCode: 0, says: "no daemon runs" },
  ])("leaves nothing behind when it only reports: $argv", async ({ argv, exitCode, says }) => {
    expect(await bsk(argv)).toMatchObject({ exitCode, stdout: expect.stringContaining(says) });

    expect(await readdir(folder)).not.toContain("home");
  });

  it.runIf(process.platform !== "win32").each([["daemon start"], ["session start"], ["pair"]])(
    "says that nothing can be written, and leaves nothing behind: %s",
    async (words) => {
      const home = join(folder, "home");
      await mkdir(home);

      const { exitCode, stderr } = await run("sh", [
        "-c",
        FULL,
        process.execPath,
        RUN,
        ...words.split(" "),
      ]);

      expect(stderr).toBe(
        "error: A file of bsk cannot be written: EFBIG: file too large, write.\nhint: bsk doctor\n",
      );
      expect(exitCode).toBe(1);
      expect(await readdir(home)).toEqual([]);
      await rm(home, { recursive: true });
    },
  );

  it.runIf(process.platform !== "win32")(
    "finds no other place on a disk that is full",
    async () => {
      const { stdout } = await run("env", [
        ...["-u", "BSK_HOME", `HOME=${folder}`, "sh", "-c"],
        ...[FULL, process.execPath, RUN, "doctor"],
      ]);

      expect(stdout).toContain(`hint: df -h ${folder}\n`);
    },
  );

  it("puts errors on stderr, or with --json on stdout, and sets the exit code", async () => {
    const text = await bsk(["click"]);
    const json = await bsk(["click", "--json"]);

    expect(text).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: "error: TARGET is missing.\nhint: bsk click --help\n",
    });
    expect(json).toMatchObject({ exitCode: 1, stderr: "" });
    expect(validateErrorReport(JSON.parse(json.stdout))).toBe(true);
  });

  it("names its version and build", async () => {
    const { stdout } = await bsk(["--version"]);

    expect(stdout).toMatch(/^bsk \d+\.\d+\.\d+ \(build [0-9a-f]{12}\)\n$/);
  });

  it("needs no file but its own bundle", async () => {
    const alone = join(folder, "alone");
    await mkdir(alone);
    for (const name of ["bsk.cjs", "main.cjs"])
      await cp(join(package_, "dist", "bundle", name), join(alone, name));
    const program = join(alone, "start.cjs");
    await cp(join(package_, "test", "start.cjs"), program);

    const { exitCode, stdout, stderr } = await bsk(["debug", "requests", "--help"], program);

    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("--resource-type");
  });

  it("says what to run when it is not built", async () => {
    const unbuilt = join(folder, "unbuilt", "bin");
    await cp(join(package_, "bin"), unbuilt, { recursive: true });
    await cp(join(package_, "package.json"), join(folder, "unbuilt", "package.json"));

    const { exitCode, stderr } = await bsk(["status"], join(unbuilt, "run.js"));

    expect(exitCode).toBe(1);
    expect(stderr).toBe("error: bsk is not built.\nhint: npm run build\n");
  });
});
