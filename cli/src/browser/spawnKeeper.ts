import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type BskError, errors, fromWireError } from "@bsk/core";
import { validateWireError } from "@bsk/schema";
import { fieldsOf } from "../connection/fieldsOf.js";
import { installation } from "../connection/installation.js";
import { LineReader } from "../connection/LineReader.js";
import type { KeeperConfig } from "./KeeperConfig.js";

/** More than all the keeper's own deadlines together. */
const REPORT_MS = 60_000;
const END_MS = 12_000;

function failureIn(line: string): BskError | undefined {
  const report = fieldsOf(JSON.parse(line));
  if (report.get("ready") === true) return undefined;
  const error = report.get("error");
  return validateWireError(error) ? fromWireError(error) : errors.malformedFrame("keeper's report");
}

function untilReady(child: ChildProcess, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(errors.browserStartFailed(reason));
    const timer = setTimeout(() => fail(`no report within ${REPORT_MS} ms.`), REPORT_MS);
    const reader = new LineReader({
      onLine: (line) => {
        const failure = failureIn(line);
        if (failure) reject(failure);
        else resolve();
      },
      onTooLong: () => fail("its keeper's report is not valid."),
    });
    child.stdout?.on("data", (chunk: Buffer) => reader.push(chunk));
    child.stdout?.on("close", () => {
      clearTimeout(timer);
      // Settles nothing when a report came first.
      fail("its keeper ended without a report.");
    });
    child.on("error", (error) => fail(error.message));
    signal.addEventListener("abort", () => reject(errors.cancelled("browser/start")), {
      once: true,
    });
  });
}

/** It ends its browser and clears up on the way out; nothing may start in that folder before. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await Promise.race([exited, delay(END_MS)]);
}

/** Starts the process that launches and holds a browser, and lets go of it once the browser is there. */
export async function spawnKeeper(
  config: KeeperConfig,
  env: { readonly [name: string]: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const configFile = join(config.folder, "keeper.json");
  writeFileSync(configFile, JSON.stringify(config), { mode: 0o600 });
  const log = openSync(join(config.folder, "keeper.log"), "a", 0o600);
  const child = spawn(process.execPath, [installation().keeperEntry, configFile], {
    cwd: config.folder,
    detached: true,
    env,
    stdio: ["ignore", "pipe", log],
    windowsHide: true,
  });
  closeSync(log);
  try {
    await untilReady(child, signal);
  } catch (error) {
    await end(child);
    throw error;
  } finally {
    child.stdout?.destroy();
    child.unref();
  }
}
