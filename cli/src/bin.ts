import { loadProgram } from "./loadProgram.js";
import { cliRequest } from "./thin/cliRequest.js";
import { daemonSocket } from "./thin/daemonSocket.js";
import { mayRunInDaemon } from "./thin/mayRunInDaemon.js";
import { runInDaemon, type ThinEnd } from "./thin/ThinRun.js";

/** Where a daemon of this build answers, it runs the command; else the whole program is loaded here. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const end = await offer(argv);
  if (end.kind === "done") process.exitCode = end.exitCode;
  else if (end.kind === "failed") process.exitCode = loadProgram().reportFailure(argv, end);
  else await loadProgram().main();
}

/** Under coverage, which counts what runs in this process, everything runs in this process. */
async function offer(argv: readonly string[]): Promise<ThinEnd> {
  const isOff = process.env.BSK_THIN === "off" || Boolean(process.env.NODE_V8_COVERAGE);
  if (isOff || !mayRunInDaemon(argv)) return { kind: "not_here" };
  const path = daemonSocket();
  return path === undefined ? { kind: "not_here" } : await runInDaemon(path, cliRequest(argv));
}
