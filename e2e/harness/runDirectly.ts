import { DaemonClient, type Host, run } from "@bsk/cli";
import type { CommandResult, RunOptions } from "./Workspace.js";

/**
 * Runs a command within the test's process: the same code as `bsk` in a process of its own, without the time that
 * such a process takes to start. The daemon of `home` must run. Never throws for an exit code.
 */
export async function runDirectly(
  home: string,
  args: readonly string[],
  { signal, onOutput, deadlineMs = 60_000 }: RunOptions,
): Promise<CommandResult> {
  const output = { stdout: "", stderr: "" };
  const print = (stream: keyof typeof output) => (text: string) => {
    output[stream] += text;
    onOutput?.(text);
  };
  const hung = AbortSignal.timeout(deadlineMs);
  const host: Host = {
    cwd: home,
    env: {},
    isTTY: false,
    printsToTTY: false,
    columns: 80,
    home,
    signal: signal ? AbortSignal.any([signal, hung]) : hung,
    out: print("stdout"),
    err: print("stderr"),
    drained: async () => {},
    openDaemon: () => DaemonClient.connect({ home, startIfMissing: false }),
  };
  const code = await run(args, host);
  if (hung.aborted) {
    throw new Error(`bsk ${args.join(" ")} hung: ${output.stdout} ${output.stderr}`);
  }
  return { code, ...output };
}
