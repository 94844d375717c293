import type { DoctorCheck } from "@bsk/schema";
import type { Invocation } from "../commands/CommandSpec.js";
import { skipped } from "./check.js";
import { checkBrowser, checkExtension } from "./checkBrowsers.js";
import { checkDaemon } from "./checkDaemon.js";
import { checkHome } from "./checkHome.js";
import { checkInstallation } from "./checkInstallation.js";

/** From the ground up; what rests on a failed check is skipped. */
export async function runChecks(invocation: Invocation): Promise<DoctorCheck[]> {
  const { host } = invocation;
  const build = checkInstallation();
  if (isBad(build)) return [build, ...skipped("build", ["home", "daemon", "browser", "extension"])];
  const home = checkHome(host);
  if (isBad(home)) return [build, home, ...skipped("home", ["daemon", "browser", "extension"])];
  const { check: daemon, status } = await checkDaemon(invocation);
  const ground = [build, home, daemon];
  if (!status) return [...ground, ...skipped("daemon", ["browser", "extension"])];
  const browser = await checkBrowser(status, host);
  if (isBad(browser)) return [...ground, browser, ...skipped("browser", ["extension"])];
  return [...ground, browser, checkExtension(status, host)];
}

function isBad({ state }: DoctorCheck): boolean {
  return state === "failed";
}
