import { errors } from "@bsk/core";
import type { DaemonState } from "./DaemonState.js";
import { forgetBrowser } from "./forgetBrowser.js";
import type { PairedBrowser } from "./PairedBrowsers.js";
import type { PairedExtension } from "./PairingHandshake.js";
import { PAIRING_LIMITS, type PairingLimits, PairingWindow } from "./PairingWindow.js";

/** From the accepted code to the extension's first connection with the new secret. */
const COME_BACK_MS = 10_000;
const DEFAULT_NAME = "user";

export type PairingParts = Pick<
  DaemonState,
  "extensions" | "log" | "lost" | "managed" | "paired" | "sessions"
>;

/** The one `bsk pair` that may wait at a time. */
export class Pairing {
  readonly #parts: PairingParts;
  readonly #limits: PairingLimits;
  #window: PairingWindow | undefined;

  constructor(parts: PairingParts, limits: PairingLimits = PAIRING_LIMITS) {
    this.#parts = parts;
    this.#limits = limits;
  }

  /** The code that can be tried now. */
  get open(): PairingWindow | undefined {
    return this.current?.isOpen ? this.#window : undefined;
  }

  /** What `bsk pair` waits for. */
  get current(): PairingWindow | undefined {
    return this.#window?.isOver ? undefined : this.#window;
  }

  /** Draws a code. Throws `pairing_busy`, and `browser_exists` when the name is a managed browser's. */
  start(name: string | undefined): PairingWindow {
    const { paired, log } = this.#parts;
    if (this.current) throw errors.pairingBusy();
    const isTaken = name !== undefined && paired.find(name)?.kind === "managed";
    if (isTaken) throw errors.browserExists(name);
    const window = new PairingWindow(name, this.#limits);
    this.#window = window;
    log.write("pairing waits for its code");
    void window.ended.then((end) => {
      log.write(`pairing ended: ${end.kind === "paired" ? "paired" : end.error.code}`);
    });
    return window;
  }

  /** Undefined, or why that instance of an extension cannot be paired: it would take another browser's place. */
  objection(instanceId: string, extensionId: string): string | undefined {
    const known = this.#parts.paired.get(instanceId);
    const isTheSame = !known || (known.kind === "user" && known.extension_id === extensionId);
    return isTheSame ? undefined : "its instance id is another browser's";
  }

  refused(reason: string): void {
    this.#parts.log.write(`pairing turned away: ${reason}`);
  }

  /** Keeps the secret, and waits for the browser to come back with it: nothing less shows that both have it. */
  complete(window: PairingWindow, extension: PairedExtension): void {
    const { extensions, paired } = this.#parts;
    const { instanceId } = extension;
    const previous = paired.get(instanceId);
    const browser = this.#browserOf(window, extension);
    paired.put(browser);
    void extensions.waitForNext(instanceId, COME_BACK_MS).then((connection) => {
      if (connection) {
        this.#makeRoom(browser);
        window.end({ kind: "paired", browser });
        return;
      }
      if (previous) paired.put(previous);
      else paired.remove(instanceId);
      const error = errors.pairingFailed("the browser knew the code, but did not connect.");
      window.end({ kind: "failed", error });
    });
  }

  #browserOf(
    window: PairingWindow,
    { extensionId, instanceId, secret }: PairedExtension,
  ): PairedBrowser {
    const { paired } = this.#parts;
    return {
      instance_id: instanceId,
      kind: "user",
      name: window.name ?? paired.get(instanceId)?.name ?? paired.freeName(DEFAULT_NAME),
      extension_id: extensionId,
      secret,
    };
  }

  /** A browser paired under a name replaces the person's own that had it. */
  #makeRoom({ instance_id: id, name }: PairedBrowser): void {
    const holder = this.#parts.paired
      .all()
      .find((other) => other.name === name && other.instance_id !== id);
    if (holder) forgetBrowser(this.#parts, holder);
  }
}
