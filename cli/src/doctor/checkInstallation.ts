import { existsSync } from "node:fs";
import { join } from "node:path";
import { errors } from "@bsk/core";
import type { DoctorCheck } from "@bsk/schema";
import { type Installation, installation } from "../connection/installation.js";
import { failed, passed, shellWord } from "./check.js";

const NAME = "build";

/** The parts that other processes load are there: daemon, keeper, extension. */
export function checkInstallation(parts: Installation = installation()): DoctorCheck {
  const { root, daemonEntry, keeperEntry, extensionFolder } = parts;
  const needed = [daemonEntry, keeperEntry, join(extensionFolder, "manifest.json")];
  const missing = needed.find((path) => !existsSync(path));
  if (missing === undefined) return passed(NAME, `version ${parts.version} (build ${parts.build})`);
  return failed(NAME, errors.notBuilt(missing, `npm --prefix ${shellWord(root)} run build`));
}
