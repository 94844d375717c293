import { DaemonClient, type Host, run } from "@bsk/cli";
import type { CommandResult, Workspace } from "./Workspace.js";

/**
 * Commands of a workspace run within the test's process, over one connection: the same code as `bsk` in a
 * process of its own, without the time that such a process takes to start.
 */
export class Shell {
  private constructor(
    private readonly workspace: Workspace,
    private readonly daemon: DaemonClient,
  ) {}

  /** The daemon must run. */
  static async open(workspace: Workspace): Promise<Shell> {
    const options = { home: workspace.home, startIfMissing: false };
    return new Shell(workspace, await DaemonClient.connect(options));
  }

  async run(args: readonly string[], signal?: AbortSignal): Promise<CommandResult> {
    let stdout = "";
    let stderr = "";
    const host: Host = {
      cwd: this.workspace.home,
      env: {},
      isTTY: false,
      printsToTTY: false,
      columns: 80,
      home: this.workspace.home,
      signal: signal ?? new AbortController().signal,
      out: (text) => {
        stdout += text;
      },
      err: (text) => {
        stderr += text;
      },
      drained: async () => {},
      openDaemon: async () => ({
        warnings: [],
        call: (method, params, options) => this.daemon.call(method, params, options),
        close: () => {}, // the next command needs it
      }),
    };
    return { code: await run(args, host), stdout, stderr };
  }

  close(): void {
    this.daemon.close();
  }
}
