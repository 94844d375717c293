import { existsSync } from "node:fs";
import { join } from "node:path";
import { BskError, errors } from "@bsk/core";
import type { ActionResults, DoctorCheck } from "@bsk/schema";
import { firstCommand } from "../browser/knownBrowsers.js";
import type { Invocation } from "../commands/CommandSpec.js";
import { daemonState } from "../commands/daemonState.js";
import { freePort, isFree } from "../connection/freePort.js";
import { PrivateFile } from "../connection/PrivateFile.js";
import { portsToTry } from "../daemon/portChoice.js";
import type { Host } from "../Host.js";
import { failed, passed } from "./check.js";
import { launchFault } from "./checkBrowsers.js";

type Status = ActionResults["system/status"];

const NAME = "daemon";
const FILES = ["browsers.json", "daemon.json", "sessions.json"];

export interface DaemonCheck {
  readonly check: DoctorCheck;
  /** Undefined: nobody answers. */
  readonly status?: Status;
}

/** A daemon answers; where none does, what would keep one from starting, else the command that starts one. */
export async function checkDaemon(invocation: Invocation): Promise<DaemonCheck> {
  const { host } = invocation;
  try {
    const status = await daemonState(invocation);
    if (!status) return { check: await checkStart(host) };
    await probe(invocation);
    const { pid, port, version } = status.daemon;
    const message = `pid ${pid}, port ${port}, version ${version}`;
    return { check: passed(NAME, message), status: await invocation.call("system/status", {}) };
  } catch (error) {
    if (!(error instanceof BskError)) throw error;
    // Its own hint would be this command again.
    return { check: failed(NAME, error, "bsk daemon stop") };
  }
}

/** A round trip to each browser now, so that what the status says of them is not 25 s old. */
async function probe({ call }: Invocation): Promise<void> {
  try {
    await call("system/check", {});
  } catch (error) {
    // A daemon of an older build does not know it; its status is as good as it was.
    if (!(error instanceof BskError) || error.code !== "unknown_method") throw error;
  }
}

/** What keeps a daemon, or the browser that it would have to launch, from starting; else the command that does both. */
async function checkStart(host: Host): Promise<DoctorCheck> {
  const hint = await firstCommand(host);
  const fault = hint === "bsk daemon start" ? undefined : await launchFault(host);
  if (fault) return failed(NAME, fault);
  const broken = FILES.find((name) => isBroken(join(host.home, name)));
  if (broken !== undefined) {
    const path = join(host.home, broken);
    return failed(NAME, errors.stateBroken(path), hint);
  }
  try {
    const [port = 0] = portsToTry(host.home, [], host.env);
    if (await isFree(port)) return failed(NAME, errors.daemonNotRunning(), hint);
    return failed(NAME, errors.portTaken(port, await freePort()));
  } catch (error) {
    if (!(error instanceof BskError)) throw error;
    return failed(NAME, error);
  }
}

function isBroken(path: string): boolean {
  return existsSync(path) && new PrivateFile(path).read() === undefined;
}
