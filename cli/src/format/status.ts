import type { ActionResults } from "@bsk/schema";
import { browserRows } from "./browsers.js";
import { type FormatContext, startBrowser } from "./FormatContext.js";
import { oneLine } from "./printable.js";
import { sessionRows } from "./sessions.js";
import { cut } from "./shorten.js";

/** The daemon, then its browsers and sessions, then what is missing. */
export function formatStatus(
  status: ActionResults["system/status"],
  context: FormatContext,
): string {
  const { daemon, browsers, sessions, next } = status;
  const command = next ?? nextCommand(status, context);
  return [
    daemonLine(daemon),
    ...section("browsers", browserRows(browsers)),
    ...section("sessions", sessionRows(sessions)),
    ...(command === undefined ? [] : [`next: ${cut(command, 200)}`]),
  ].join("\n");
}

interface DaemonFacts {
  readonly state: string;
  readonly pid?: number;
  readonly version?: string;
  readonly build?: string;
  readonly port?: number;
  readonly home?: string;
}

/** `daemon running  pid 12  port 52861  0.1.0 (build …)  home …` */
export function daemonLine({ state, pid, port, version, build, home }: DaemonFacts): string {
  return [
    `daemon ${state.replace("_", " ")}`,
    pid === undefined ? "" : `pid ${pid}`,
    port === undefined ? "" : `port ${port}`,
    version === undefined ? "" : oneLine(`version ${version} (build ${build ?? "-"})`),
    home === undefined ? "" : `home ${oneLine(home)}`,
  ]
    .filter(Boolean)
    .join("  ");
}

function section(name: string, rows: readonly string[]): string[] {
  return rows.length === 0
    ? [`${name} 0`]
    : [`${name} ${rows.length}`, ...rows.map((row) => `  ${row}`)];
}

function nextCommand(
  { browsers, sessions }: ActionResults["system/status"],
  context: FormatContext,
): string | undefined {
  if (!browsers.some(({ state }) => state === "connected")) return startBrowser(context);
  return sessions.length === 0 ? "bsk session start" : undefined;
}
