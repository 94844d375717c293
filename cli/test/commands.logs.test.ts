import { appendFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { validateLogsReport } from "../../schema/dist/index.js";
import { run } from "../dist/index.js";
import { until } from "./daemon/until.js";
import { FakeHost } from "./FakeHost.js";
import { temporaryFolder } from "./temporaryFolder.js";

let host: FakeHost;
let file: string;

beforeEach(async () => {
  host = new FakeHost();
  host.home = await temporaryFolder();
  file = join(host.home, "daemon.log");
});

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join("");

describe("bsk logs", () => {
  it("prints the last 200 lines, or as many as are asked for, and asks no daemon", async () => {
    await writeFile(file, numbered(0, 300));

    await run(["logs"], host);
    expect(host.stdout.split("\n").slice(0, -1)).toHaveLength(200);
    expect(host.stdout).toMatch(/^line 100\nline 101\n/);

    host.stdout = "";
    await run(["logs", "-n", "2"], host);
    expect(host.stdout).toBe("line 298\nline 299\n");
    expect(host.opened).toEqual([]);
  });

  it("reads on in the log before the rotation", async () => {
    await writeFile(`${file}.1`, numbered(0, 5));
    await writeFile(file, numbered(5, 7));

    await run(["logs", "-n", "4", "--json"], host);

    const report: unknown = JSON.parse(host.stdout);
    expect(validateLogsReport(report)).toBe(true);
    expect(report).toEqual({ path: file, lines: ["line 3", "line 4", "line 5", "line 6"] });
  });

  it("says that there is none", async () => {
    expect(await run(["logs"], host)).toBe(0);
    expect(host.stdout).toBe(`0 lines in ${file}\n`);
  });

  it("takes secrets out, and shows what a terminal would obey", async () => {
    await writeFile(file, "Authorization: Bearer abcdefghijklmnop0123456789 \x1b[31m\n");

    await run(["logs"], host);

    expect(host.stdout).not.toContain("abcdefghijklmnop0123456789");
    expect(host.stdout).toContain("\\x1b[31m");
  });

  it("follows what is written next, over a rotation, until Ctrl-C", async () => {
    await writeFile(file, numbered(0, 3));
    const ended = run(["logs", "-f", "-n", "1"], host);
    await until(() => host.stdout === "line 2\n");

    await appendFile(file, "line 3\nhalf");
    await until(() => host.stdout.endsWith("line 3\n"));
    await appendFile(file, " of it\n");
    await until(() => host.stdout.endsWith("half of it\n"));
    await rename(file, `${file}.1`);
    await writeFile(file, "new\n");
    await until(() => host.stdout.endsWith("new\n"));
    host.abort.abort();

    expect(await ended).toBe(0);
    expect(host.stdout).toBe("line 2\nline 3\nhalf of it\nnew\n");
  });

  it("does not follow as JSON", async () => {
    expect(await run(["logs", "-f", "--json"], host)).toBe(1);
    expect(host.stdout).toContain("invalid_params");
  });
});
