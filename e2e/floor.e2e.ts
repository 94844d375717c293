import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

/** The command examples of the first description of bsk, run as the shell scripts that they are. */
describe("the floor's examples", { timeout: 300_000 }, () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;

  beforeAll(async () => {
    workspace = await Workspace.create();
    shop = await startShop();
    writeShim(join(workspace.home, "bin"));
    await workspace.text("browser", "start", "--headless");
  });

  afterAll(async () => {
    await shop?.close();
    await workspace?.close();
  });

  it("walk from the start of a capture to its export", async () => {
    const said = await script("walk.sh");

    for (const fact of ["Save fails", "422", "name_required", "save failed 422", "content-type"])
      expect(said).toContain(fact);
    const file = join(workspace.home, "website-debug.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      version: 1,
      run: { name: "Save fails", state: "stopped", stop_reason: "requested" },
    });
  });

  it("analyze without a script in the page", async () => {
    const said = await script("analysis.sh");

    expect(said).toMatch(/GET .*\/api\/list/);
    expect(said).toMatch(/ttfb/i);
    expect(said).toMatch(/suspected group/);
  });

  it("tell what the build can, list what matches, pin and unpin", async () => {
    const said = await script("capabilities.sh");

    expect(said).toContain("extension not asked");
    expect(said).toMatch(/extension \d+\.\d+\.\d+ \(build \w+\)/);
    expect(said).toMatch(/0 of \d+ match/);
    expect(said).toMatch(/^id +status +duration_ms +resource_type +url$/m);
    expect(said).toMatch(/^n\d+ +500 +[\d.]+ +Fetch +.*\/api\/broken/m);
    expect(said).toMatch(/1 pin\n.*\/api\/broken.*pinned/);
    expect(said).toMatch(/0 pins\n.*\/api\/broken(?!.*pinned)/);
  });

  it("see what runs, and wait for it", async () => {
    const said = await script("activity.sh");

    expect(said).toContain("running");
  });

  it("change a request once, and send it again", async () => {
    const said = await script("rules.sh");

    expect(said).toContain("Send the expected nickname field");
    expect(said).toMatch(/POST\s+200/);
  });

  /** Runs one of the scripts in a session of its own; what it printed. Throws when it ends with an error. */
  async function script(name: string): Promise<string> {
    const session = (await workspace.text("session", "start")).trim();
    const child = spawn("sh", [join(ROOT, "e2e", "floor", name)], {
      cwd: workspace.home,
      env: {
        ...process.env,
        NODE_V8_COVERAGE: "", // counting would make each command twice as slow
        PATH: `${join(workspace.home, "bin")}:${process.env.PATH ?? ""}`,
        BSK_HOME: workspace.home,
        BSK_PORT: String(workspace.port),
        SESSION: session,
        SITE: shop.url,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        said += chunk;
      });
    const code = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code !== 0) throw new Error(`${name}: exit ${code}\n${said}`);
    return said;
  }
});

/** `bsk` on the PATH, as `npm link` puts it there. */
function writeShim(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "bsk");
  const bin = join(ROOT, "cli", "bin", "run.js");
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`);
  chmodSync(file, 0o755);
}
