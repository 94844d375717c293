export type { CommandSpec, Invocation, Outcome, Params } from "./commands/CommandSpec.js";
export { createCommands } from "./commands.js";
export { type ConnectOptions, DaemonClient } from "./connection/DaemonClient.js";
export type { CallOptions, DaemonConnection, Host, OpenOptions, ProgressNote } from "./Host.js";
export { run } from "./run.js";
