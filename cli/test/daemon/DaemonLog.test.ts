import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PrivateFile } from "../../dist/connection/PrivateFile.js";
import { DaemonLog } from "../../dist/daemon/DaemonLog.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bsk-log-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the daemon's log", () => {
  test("keeps the newest lines within its bound", () => {
    const path = join(folder, "daemon.log");
    const log = new DaemonLog(path, 1_000);

    for (let n = 0; n < 200; n++) log.write(`line ${n}`);

    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    expect(readdirSync(folder).sort()).toEqual(["daemon.log", "daemon.log.1"]);
    expect(readFileSync(path, "utf8")).toContain("line 199");
  });

  test("counts what an earlier daemon wrote", () => {
    const path = join(folder, "daemon.log");
    new DaemonLog(path, 1_000).write("x".repeat(900));

    new DaemonLog(path, 1_000).write("x".repeat(100));

    expect(readdirSync(folder)).toContain("daemon.log.1");
  });

  test("does not stop the daemon when it cannot be written", () => {
    const log = new DaemonLog(join(folder, "missing", "daemon.log"));

    expect(() => log.write("line")).not.toThrow();
  });
});

describe("a private file", () => {
  test("is replaced whole, and nothing else is left", () => {
    const file = new PrivateFile(join(folder, "a.json"));
    file.write({ n: 1 });
    file.write({ n: 2 });

    expect(file.read()).toEqual({ n: 2 });
    expect(readdirSync(folder)).toEqual(["a.json"]);
    expect(statSync(join(folder, "a.json")).mode & 0o777).toBe(0o600);
  });

  test("keeps the old content when the new one cannot be written", () => {
    const file = new PrivateFile(join(folder, "a.json"));
    file.write({ n: 1 });

    expect(() => file.write({ n: 1n })).toThrow();
    expect(file.read()).toEqual({ n: 1 });
    expect(readdirSync(folder)).toEqual(["a.json"]);
  });
});
