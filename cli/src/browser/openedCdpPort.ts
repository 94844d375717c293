import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errors } from "@bsk/core";
import { fieldsOf } from "../connection/fieldsOf.js";
import type { DebuggingPipe } from "./DebuggingPipe.js";

const OPEN_MS = 10_000;
const POLL_MS = 20;

export interface CdpPortOptions {
  /** As asked for; 0: any. */
  readonly wanted: number;
  readonly profile: string;
  readonly pipe: Pick<DebuggingPipe, "send">;
  /** How long the browser may take. */
  readonly openMs?: number;
}

/** The TCP port on which this very browser speaks CDP. Throws `browser_start_failed`. */
export async function openedCdpPort(options: CdpPortOptions): Promise<number> {
  const { wanted, profile, pipe, openMs = OPEN_MS } = options;
  const deadline = Date.now() + openMs;
  while (Date.now() < deadline) {
    if (wanted > 0 && (await isItsOwn(wanted, pipe))) return wanted;
    // Only a port of the browser's own choice is written into the profile.
    const chosen = wanted === 0 ? writtenPort(profile) : undefined;
    if (chosen !== undefined) return chosen;
    await delay(POLL_MS);
  }
  throw errors.browserStartFailed(`it opened no CDP port ${wanted}.`);
}

function writtenPort(profile: string): number | undefined {
  try {
    const port = Number.parseInt(readFileSync(join(profile, "DevToolsActivePort"), "utf8"), 10);
    return port > 0 ? port : undefined;
  } catch {
    return undefined; // not written yet
  }
}

/** Another program may hold the port that was asked for: only this browser knows its own tabs. */
async function isItsOwn(port: number, pipe: CdpPortOptions["pipe"]): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(1_000);
    const shown: unknown = await (
      await fetch(`http://127.0.0.1:${port}/json/list`, { signal })
    ).json();
    const own = (await pipe.send("Target.getTargets", {}, OPEN_MS)).get("targetInfos");
    const ids = new Set(listOf(own).map((target) => fieldsOf(target).get("targetId")));
    return listOf(shown).some((target) => ids.has(fieldsOf(target).get("id")));
  } catch {
    return false; // not open yet, or it does not speak CDP
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
