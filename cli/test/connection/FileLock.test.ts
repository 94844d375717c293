import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAlive, tryLock } from "../../dist/connection/FileLock.js";

const AGE_MS = 60_000;
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bsk-lock-"));
  path = join(folder, "a.lock");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The pid of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", "0"]).pid;
}

describe("a file lock", () => {
  test("has one holder until it is released, and leaves no file", () => {
    const first = tryLock(path, AGE_MS);

    expect(first).toBeDefined();
    expect(tryLock(path, AGE_MS)).toBeUndefined();
    first?.release();
    expect(readdirSync(folder)).toEqual([]);
    expect(tryLock(path, AGE_MS)).toBeDefined();
  });

  test("is taken from a process that has ended", () => {
    writeFileSync(path, `${deadPid()} abc\n`);

    expect(tryLock(path, AGE_MS)).toBeDefined();
    expect(readFileSync(path, "utf8")).toContain(`${process.pid} `);
  });

  test("is taken from a holder that is too old, whose pid may be another process by now", () => {
    writeFileSync(path, `${process.pid} abc\n`);
    utimesSync(path, new Date(0), new Date(0));

    expect(tryLock(path, AGE_MS)).toBeDefined();
  });

  test("is taken when its content is no pid", () => {
    writeFileSync(path, "nonsense");

    expect(tryLock(path, AGE_MS)).toBeDefined();
  });

  test("is not released by somebody whose lock was taken away", () => {
    const late = tryLock(path, AGE_MS);
    writeFileSync(path, `${process.pid} somebody else\n`);

    late?.release();

    expect(existsSync(path)).toBe(true);
  });

  test("knows a living process from a dead one", () => {
    expect(isAlive(process.pid)).toBe(true);
    expect(isAlive(deadPid())).toBe(false);
    expect(isAlive(Number.NaN)).toBe(false);
  });
});
