import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errors } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import { ManagedBrowsers } from "../browser/ManagedBrowsers.js";
import { writeDaemonRecord } from "../connection/daemonRecord.js";
import { socketPath } from "../connection/home.js";
import { installation } from "../connection/installation.js";
import { BrowserPort } from "./BrowserPort.js";
import type { Handle } from "./Call.js";
import { checkParams, findAction } from "./checkParams.js";
import { connectionOf } from "./chooseBrowser.js";
import { claimSocket } from "./claimSocket.js";
import { DaemonLog } from "./DaemonLog.js";
import type { DaemonState } from "./DaemonState.js";
import { Extensions } from "./Extensions.js";
import { type ForwardContext, forward } from "./forward.js";
import { greeted } from "./greeting.js";
import { IdleTimer, idleMs } from "./IdleTimer.js";
import { LostSessions } from "./LostSessions.js";
import { logged } from "./logged.js";
import { ownActions } from "./ownActions.js";
import { PairedBrowsers } from "./PairedBrowsers.js";
import { Pairing } from "./Pairing.js";
import type { PairingLimits } from "./PairingWindow.js";
import { Sessions } from "./Sessions.js";
import { Slots } from "./Slots.js";
import { closeSessions } from "./sessionActions.js";
import { CommandThreads } from "./threads/CommandThreads.js";
import { UnixServer } from "./UnixServer.js";

/** For the extensions to end their sessions when the daemon stops. */
const END_SESSIONS_MS = 5_000;
/** For clients to take what is written to them. */
const DRAIN_MS = 2_000;

export interface DaemonOptions {
  readonly home: string;
  /** Tried in order; the last one's failure counts. */
  readonly ports: readonly number[];
  /** Of a printed code; 60 s and five tries without it. */
  readonly pairing?: PairingLimits;
  /** Told when everything is closed: nothing is left but to end the process. */
  readonly onStopped: () => void;
  /** Of the threads that run commands; undefined: this installation's. */
  readonly threadEntry?: string;
}

/** Wires the two sockets, the state between them, and their common end. */
export class Daemon {
  readonly #options: DaemonOptions;
  readonly #state: DaemonState;
  readonly #browserPort: BrowserPort;
  readonly #clients: UnixServer;
  readonly #idle: IdleTimer;
  readonly #threads: CommandThreads;
  #stopping: Promise<ActionResults["daemon/stop"]> | undefined;

  constructor(options: DaemonOptions) {
    const { home } = options;
    this.#options = options;
    const paired = new PairedBrowsers(join(home, "browsers.json"));
    const extensions = new Extensions();
    const sessions = new Sessions(join(home, "sessions.json"));
    const update = (): void => this.#idle.update();
    const port = (): number => this.#browserPort.port;
    const log = new DaemonLog(join(home, "daemon.log"));
    const managed = new ManagedBrowsers({
      home,
      port,
      paired,
      extensions,
      onGone: ({ instance_id: id, name }) => {
        log.write(`managed browser ${name} has ended`);
        sessions.removeAllOf(id, "its browser ended");
        update();
      },
    });
    const lost = new LostSessions(sessions, update);
    const known = { paired, extensions, managed, sessions, lost, log };
    const pairing = new Pairing(known, options.pairing);
    this.#state = { ...known, home, startedAt: Date.now(), port, pairing, slots: new Slots() };
    this.#browserPort = new BrowserPort(this.#state, update);
    this.#idle = new IdleTimer(
      idleMs(),
      () => this.#isInUse(),
      () => void this.stop("idle"),
    );
    const handle = logged(log, this.#router());
    const entry = options.threadEntry ?? installation().threadEntry;
    this.#threads = new CommandThreads({ entry, home, handle });
    this.#clients = new UnixServer({
      handlerFor: () => greeted(this.#state, handle),
      onChange: update,
    });
  }

  /** False when another daemon serves this home. Throws `port_taken` or `daemon_start_failed`. */
  async start(): Promise<boolean> {
    const { home, ports } = this.#options;
    const socket = socketPath(home);
    const isOurs = await claimSocket(home, socket, async () => {
      await this.#browserPort.listen(ports);
      writeDaemonRecord(home, { port: this.#browserPort.port, pid: process.pid });
      await this.#state.managed.adopt();
      await this.#clients.listen(socket);
    });
    if (!isOurs) return false;
    this.#state.log.write(`pid ${process.pid} listens, port ${this.#browserPort.port}`);
    this.#idle.update();
    return true;
  }

  /** Ends the sessions, then everything else. Managed browsers stay. */
  stop(reason: string): Promise<ActionResults["daemon/stop"]> {
    this.#stopping ??= this.#stop(reason);
    return this.#stopping;
  }

  #router(): Handle {
    const own = ownActions(this.#state, {
      stopDaemon: () => this.stop("asked to"),
      runCommand: (params, call) => this.#threads.run(params, call),
    });
    const { sessions, slots } = this.#state;
    const context: ForwardContext = {
      sessions,
      slots,
      connectionOf: (browser, signal) => connectionOf(this.#state, browser, signal),
    };
    return async (method, params, call) => {
      const action = findAction(method);
      if (this.#stopping && method !== "daemon/stop") {
        throw errors.daemonUnreachable("it is stopping");
      }
      const run = own.get(method);
      if (run) return run(params, call);
      checkParams(action.method, params);
      return forward(action, params, call, context);
    };
  }

  #isInUse(): boolean {
    const { extensions, sessions, managed } = this.#state;
    const counts = [this.#clients.clientCount, extensions.all().length, sessions.all().length];
    return managed.running().length > 0 || counts.some((count) => count > 0);
  }

  async #stop(reason: string): Promise<ActionResults["daemon/stop"]> {
    const { sessions, log } = this.#state;
    log.write(`stops: ${reason}`);
    this.#idle.stop();
    const ids = sessions.all().map(({ id }) => id);
    const { stopped } = await closeSessions(this.#state, ids, END_SESSIONS_MS);
    // What did not answer ends by itself once its extension finds no daemon.
    for (const id of ids) sessions.remove(id, "it was stopped");
    // After this turn: the answer to whoever asked is written first.
    setImmediate(() => void this.#shutDown());
    return { stopped: true, sessions_ended: stopped.length };
  }

  async #shutDown(): Promise<void> {
    this.#browserPort.close();
    this.#threads.close();
    this.#state.managed.release();
    await Promise.race([this.#clients.close(), delay(DRAIN_MS)]);
    this.#state.log.write("stopped");
    this.#options.onStopped();
  }
}
