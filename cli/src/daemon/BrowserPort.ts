import { BskError, errors, PROTOCOL } from "@bsk/core";
import type { Hello, Welcome } from "@bsk/schema";
import type { WebSocket } from "ws";
import { freePort } from "../connection/freePort.js";
import { installation } from "../connection/installation.js";
import type { DaemonState } from "./DaemonState.js";
import { Extension, HEARTBEAT_MS } from "./Extension.js";
import { ExtensionServer } from "./ExtensionServer.js";
import { forgetBrowser } from "./forgetBrowser.js";
import type { PairedBrowser } from "./PairedBrowsers.js";

const GOING_AWAY = 1001;
/** Its own code, so that the older one does not try to come back. */
const DISPLACED = 4001;

function isTaken(error: unknown): boolean {
  return error instanceof BskError && error.code === "port_taken";
}

/** Takes proven extensions into the daemon's state, and out of it again. */
export class BrowserPort {
  readonly #state: DaemonState;
  readonly #onChange: () => void;
  readonly #server: ExtensionServer;

  constructor(state: DaemonState, onChange: () => void) {
    this.#state = state;
    this.#onChange = onChange;
    const { paired, pairing, extensions, log } = state;
    this.#server = new ExtensionServer({
      build: installation().build,
      findBrowser: (instanceId) => paired.get(instanceId),
      isPairedOrigin: (origin) => paired.isPairedOrigin(origin),
      pairing,
      welcome: (browser, hello) => this.#welcome(browser, hello),
      onProven: (socket, browser, hello) => this.#connect(socket, browser, hello),
      onRefused: (refusal) => {
        log.write(
          `turned away: ${refusal.protocol === undefined ? refusal.reason : "other protocol"}`,
        );
        extensions.refused(refusal);
      },
    });
  }

  get port(): number {
    return this.#server.port;
  }

  /** Throws `port_taken` when none of the ports is free. */
  async listen(ports: readonly number[]): Promise<void> {
    for (const [index, port] of ports.entries()) {
      try {
        await this.#server.listen(port);
        return;
      } catch (error) {
        if (!isTaken(error)) throw error;
        if (index === ports.length - 1) throw errors.portTaken(port, await freePort());
      }
    }
  }

  close(): void {
    this.#server.close();
    for (const extension of this.#state.extensions.all()) extension.close(GOING_AWAY, "stopping");
  }

  #welcome({ instance_id: id }: PairedBrowser, { protocol }: Hello): Welcome {
    const isOther = protocol !== PROTOCOL;
    return {
      type: "welcome",
      heartbeat_ms: HEARTBEAT_MS,
      sessions: [...this.#state.sessions.of(id)],
      ...(isOther ? { warning: `The daemon speaks protocol ${PROTOCOL}.` } : {}),
    };
  }

  #connect(socket: WebSocket, browser: PairedBrowser, hello: Hello): void {
    const { extensions, log, sessions } = this.#state;
    const { instance_id: id, name } = browser;
    const extension: Extension = new Extension({
      socket,
      browser,
      hello,
      listener: {
        onSessionClosed: (session) => {
          if (sessions.of(id).includes(session)) sessions.remove(session, "its window is gone");
          this.#onChange();
        },
        onUnpaired: () => {
          log.write(`browser ${name} was unpaired by its person`);
          if (browser.kind === "user") forgetBrowser(this.#state, browser);
        },
        onFault: (what) => log.write(`browser ${name} sent ${what}`),
        onClose: () => this.#disconnect(extension),
      },
    });
    const displaced = extensions.add(extension);
    if (displaced) {
      log.write(`WARNING: a second connection of browser ${name} displaces the first one`);
      displaced.close(DISPLACED, "displaced");
    }
    log.write(`browser ${name} is connected`);
    this.#state.lost.back(id);
    this.#onChange();
  }

  #disconnect(extension: Extension): void {
    const { name, instance_id: id } = extension.browser;
    // A displaced one leaves its successor in place.
    if (!this.#state.extensions.remove(extension)) return;
    this.#state.log.write(`browser ${name} is gone`);
    // One that was forgotten has no sessions to lose.
    if (this.#state.paired.get(id)) this.#state.lost.gone(id);
    this.#onChange();
  }
}
