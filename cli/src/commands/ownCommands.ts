import type { Plugin } from "@bsk/core";
import { browserList, browsers } from "./browserList.js";
import { browserStart } from "./browserStart.js";
import type { CommandSpec } from "./CommandSpec.js";
import { completion } from "./completion.js";
import { daemonStart } from "./daemonStart.js";
import { daemonStatus } from "./daemonStatus.js";
import { daemonStop } from "./daemonStop.js";
import { debugCapabilities } from "./debugCapabilities.js";
import { debugExport } from "./debugExport.js";
import { debugOperation } from "./debugOperation.js";
import { debugRequests } from "./debugRequests.js";
import { doctor } from "./doctor.js";
import { getHtml } from "./getHtml.js";
import { logs } from "./logs.js";
import { pair } from "./pair.js";
import { screenshot } from "./screenshot.js";
import { status } from "./status.js";
import { waitMs } from "./waitMs.js";

/** Commands that are more than one call, or none: they take the place of the catalogue's of that name. */
export function ownCommands(
  plugins: readonly Plugin[],
  commands: () => ReadonlyMap<string, CommandSpec>,
): readonly CommandSpec[] {
  return [
    browserList,
    browserStart,
    browsers,
    completion(commands),
    daemonStart,
    daemonStatus,
    daemonStop,
    debugCapabilities(plugins),
    debugExport,
    debugOperation,
    debugRequests,
    doctor,
    logs,
    pair,
    getHtml,
    screenshot,
    status,
    waitMs,
  ];
}
