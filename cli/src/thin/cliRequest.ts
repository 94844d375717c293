import { isatty } from "node:tty";
import type { CliRunParams } from "@bsk/schema/thin";
import { BUILD } from "../version.js";

const DEFAULT_COLUMNS = 80;
/** All that a command reads of the environment. The rest, secrets among it, stays in this process. */
const VARIABLES: readonly (keyof CliRunParams["env"])[] = ["DISPLAY", "TZ", "WAYLAND_DISPLAY"];

/** This command line and what its command may know of this process. */
export function cliRequest(argv: readonly string[]): CliRunParams {
  const env: CliRunParams["env"] = {};
  for (const name of VARIABLES) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return {
    build: BUILD,
    argv: [...argv],
    cwd: process.cwd(),
    env,
    is_tty: isatty(2),
    prints_to_tty: isatty(1),
    // Asked of a terminal only: making a stream to learn its width costs more than all of this.
    columns: (isatty(1) ? process.stdout.columns : undefined) || DEFAULT_COLUMNS,
  };
}
