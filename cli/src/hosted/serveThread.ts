import { parentPort, workerData } from "node:worker_threads";
import { errors } from "@bsk/core";
import type { CommandSpec } from "../commands/CommandSpec.js";
import { route } from "../route.js";
import { builtInCommands } from "../run.js";
import { runGuarded } from "../runGuarded.js";
import { HostedCommand } from "./HostedCommand.js";
import type { CommandLine, FromThread, ThreadData, ToThread } from "./messages.js";

/** For what a command has closed to be gone. */
const REST_MS = 20;

type Commands = ReadonlyMap<string, CommandSpec>;

/** Serves the daemon as one of its command threads: one command at a time, for as long as the daemon likes. */
export function serveThread(commands: Commands = builtInCommands()): void {
  if (!parentPort) throw errors.internal("a command thread without a daemon");
  const port = parentPort;
  const post = (message: FromThread): void => port.postMessage(message);
  // The daemon that started it is the only one that speaks on this port.
  const { home } = workerData as ThreadData;
  let running: HostedCommand | undefined;
  process.exit = () => {
    throw errors.internal("a command tried to end its process");
  };
  port.on("message", (message: ToThread) => {
    if (message.kind !== "run") {
      running?.receive(message);
      return;
    }
    const reason = whyNotHere(message.line.argv, commands);
    if (reason !== undefined) {
      post({ kind: "declined", reason });
      return;
    }
    post({ kind: "begun" });
    running = new HostedCommand(message.line, home, post);
    void serve(message.line, running, commands).then(post);
  });
  post({ kind: "ready" });
}

async function serve(
  { argv }: CommandLine,
  host: HostedCommand,
  commands: Commands,
): Promise<FromThread> {
  const before = activeCount();
  const { exitCode, isFault } = await runGuarded(argv, host, () => commands);
  return { kind: "ended", exitCode, isClean: !isFault && (await comesToRest(before)) };
}

/** What of this thread is under way: timers, files, sockets, requests. */
function activeCount(): number {
  return process.getActiveResourcesInfo().length;
}

/** Whether the command left no timer, file or socket behind that could disturb the next one. */
async function comesToRest(before: number): Promise<boolean> {
  const deadline = performance.now() + REST_MS;
  while (activeCount() > before) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return true;
}

/** Help and what this build does not know are the user's process's: it may know more (a team's analyzers). */
function whyNotHere(argv: readonly string[], commands: Commands): string | undefined {
  try {
    const { kind } = route(argv, [...commands.keys()]);
    return kind === "command" ? undefined : kind;
  } catch {
    return "no such command";
  }
}
