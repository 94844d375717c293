import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { BskError, errors, PROTOCOL } from "@bsk/core";
import type { ConnectOptions, DaemonClient } from "./DaemonClient.js";
import { type DaemonIdentity, major, readIdentity } from "./DaemonIdentity.js";
import { socketPath } from "./home.js";
import { installation } from "./installation.js";
import { isListening, openSocket } from "./openSocket.js";
import { type StartOptions, startDaemon } from "./startDaemon.js";

const HELLO_MS = 5_000;
const REPLACE_MS = 10_000;
/** Met an ending one, started one, replaced one, and room for a race with other commands. */
const ROUNDS = 5;

type Wrap = (socket: Socket) => DaemonClient;

async function open(home: string, wrap: Wrap): Promise<DaemonClient | undefined> {
  let socket: Socket | undefined;
  try {
    socket = await openSocket(socketPath(home));
  } catch (error) {
    throw errors.daemonUnreachable(error instanceof Error ? error.message : String(error));
  }
  return socket && wrap(socket);
}

function isUnreachable(error: unknown): boolean {
  return error instanceof BskError && error.code === "daemon_unreachable";
}

/** Undefined: it closed the connection, as a daemon does that is about to end. */
async function greet(client: DaemonClient): Promise<DaemonIdentity | undefined> {
  const params = { build: installation().build, protocol: PROTOCOL };
  const signal = AbortSignal.timeout(HELLO_MS);
  try {
    const identity = readIdentity(await client.call("system/hello", params, { signal }));
    client.identity = identity;
    return identity;
  } catch (error) {
    client.close();
    if (signal.aborted) throw errors.daemonUnreachable(`no answer within ${HELLO_MS} ms`);
    if (isUnreachable(error)) return undefined;
    throw error;
  }
}

/** Stops a daemon of another build. Managed browsers stay and come back to the next one, on the same port. */
async function replace(client: DaemonClient, options: ConnectOptions, port: number): Promise<void> {
  try {
    await client.call("daemon/stop", {});
  } catch (error) {
    // Another client of this build may have stopped it a moment earlier.
    if (!isUnreachable(error)) throw error;
  }
  client.close();
  const path = socketPath(options.home);
  const deadline = Date.now() + REPLACE_MS;
  while (await isListening(path)) {
    if (Date.now() > deadline)
      throw errors.daemonUnreachable("the one of another build does not end");
    await delay(25);
  }
  await startDaemon(options.home, { port: options.port ?? port });
}

function skewWarning({ build, sessions }: DaemonIdentity): string {
  const own = installation().build;
  return `The daemon is build ${build}, this command ${own}; it has ${sessions} sessions and stays.`;
}

/** Undefined: the daemon was replaced, and the caller opens a connection to the new one. */
async function settleSkew(
  client: DaemonClient,
  identity: DaemonIdentity,
  options: ConnectOptions,
): Promise<DaemonClient | undefined> {
  if (identity.build === installation().build) return client;
  if (options.startIfMissing && identity.sessions === 0) {
    await replace(client, options, identity.port);
    return undefined;
  }
  if (options.anyProtocol) return client;
  if (major(identity.protocol) !== major(PROTOCOL)) {
    client.close();
    throw errors.protocolMismatch(identity.protocol, PROTOCOL);
  }
  client.warnings = [skewWarning(identity)];
  return client;
}

function startOptions({ port }: ConnectOptions): StartOptions {
  return port === undefined ? {} : { port };
}

async function tryOnce(options: ConnectOptions, wrap: Wrap): Promise<DaemonClient | undefined> {
  const client = await open(options.home, wrap);
  if (client) {
    const identity = await greet(client);
    return identity && settleSkew(client, identity, options);
  }
  if (!options.startIfMissing) throw errors.daemonNotRunning();
  await startDaemon(options.home, startOptions(options));
  return undefined;
}

/** Connects, greets, starts or replaces as the options allow; each round may change what the next one finds. */
export async function connectToDaemon(options: ConnectOptions, wrap: Wrap): Promise<DaemonClient> {
  for (let round = 0; round < ROUNDS; round++) {
    const client = await tryOnce(options, wrap);
    if (client) return client;
  }
  throw errors.daemonUnreachable("it closes every connection");
}
