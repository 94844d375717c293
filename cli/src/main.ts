import { processHost } from "./processHost.js";
import { run } from "./run.js";

export { run } from "./run.js";

/** `bsk` as a process of its own. The exit code is set, not forced: what was written is flushed first. */
export async function main(): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), processHost());
}
