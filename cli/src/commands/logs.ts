import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errors, redactText } from "@bsk/core";
import type { LogsReport } from "@bsk/schema";
import { requireFolder } from "../connection/requireFolder.js";
import { printable } from "../format/printable.js";
import type { Host } from "../Host.js";
import type { CommandSpec } from "./CommandSpec.js";

const LOOK_EVERY_MS = 250;

/** The daemon's diary holds no parameters and no page's text; what a crash wrote there is redacted here. */
export const logs: CommandSpec = {
  words: "logs",
  summary: "Show the daemon's log; needs no daemon.",
  examples: ["bsk logs", "bsk logs -f", "bsk logs -n 20"],
  params: {
    type: "object",
    properties: {
      follow: { type: "boolean", char: "f", description: "Go on with what is written next." },
      lines: {
        type: "integer",
        char: "n",
        minimum: 0,
        maximum: 10_000,
        default: 200,
        description: "How many of the last lines.",
      },
    },
  },
  startsDaemon: false,
  run: async ({ params, json, host }) => {
    const { follow = false, lines: count = 200 } = params;
    if (follow && json)
      throw errors.invalidParams("--follow prints text.", undefined, "bsk logs -f");
    requireFolder(host.home);
    const path = join(host.home, "daemon.log");
    // The log before the last rotation, for the lines that the new one has not yet.
    const whole = read(`${path}.1`) + read(path);
    const end = sizeOf(path);
    const lines = Number(count) === 0 ? [] : linesOf(whole).slice(-Number(count));
    const value: LogsReport = { path, lines };
    const text = (): string => (lines.length === 0 ? `0 lines in ${path}` : lines.join("\n"));
    if (!follow) return { value, text };
    if (lines.length > 0) host.out(`${printable(lines.join("\n"))}\n`);
    await followFile(path, end, host);
    return { value, text: () => "" };
  },
};

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // no daemon has run here, or its log was not rotated yet
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => redactText(line));
}

/** Until Ctrl-C. A file that got shorter was rotated: it is read from its start. */
async function followFile(path: string, from: number, host: Host): Promise<void> {
  let seen = from;
  let rest = "";
  while (!host.signal.aborted) {
    await delay(LOOK_EVERY_MS, undefined, { signal: host.signal }).catch(() => undefined); // Ctrl-C
    const size = sizeOf(path);
    if (size === seen) continue;
    const added = readFileSync(path).subarray(size < seen ? 0 : seen);
    seen = size < seen ? added.length : seen + added.length;
    const parts = (rest + added.toString("utf8")).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) host.out(`${printable(redactText(line))}\n`);
  }
}
