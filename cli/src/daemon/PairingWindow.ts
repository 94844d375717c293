import { randomInt } from "node:crypto";
import { type BskError, drawPairingCode, errors } from "@bsk/core";
import type { PairedBrowser } from "./PairedBrowsers.js";

export interface PairingLimits {
  /** How long the code can be used, in ms. */
  readonly windowMs: number;
  /** Wrong codes until it cannot be used any more. */
  readonly tries: number;
}

export const PAIRING_LIMITS: PairingLimits = { windowMs: 60_000, tries: 5 };

/** How one `bsk pair` ended: with a browser, or with the reason. */
export type PairingEnd =
  | { readonly kind: "paired"; readonly browser: PairedBrowser }
  | { readonly kind: "failed"; readonly error: BskError };

/** One printed code: how long it can be used, how often it may be wrong, and what became of it. */
export class PairingWindow {
  readonly code: string = drawPairingCode(randomInt);
  /** Wanted by the person; undefined: one that is free. */
  readonly name: string | undefined;
  readonly ended: Promise<PairingEnd>;
  readonly #limits: PairingLimits;
  readonly #timer: NodeJS.Timeout;
  readonly #expiresAt: number;
  #triesLeft: number;
  #running = 0;
  #state: "open" | "used" | "ended" = "open";
  #resolve: (end: PairingEnd) => void = () => {};

  constructor(name: string | undefined, limits: PairingLimits = PAIRING_LIMITS) {
    this.name = name;
    this.#limits = limits;
    this.#triesLeft = limits.tries;
    this.#expiresAt = Date.now() + limits.windowMs;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const expired = errors.pairingExpired(limits.windowMs);
    this.#timer = setTimeout(() => this.#fail(expired), limits.windowMs);
  }

  /** Whether a code can still be tried. */
  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Whether nothing is waited for any more. */
  get isOver(): boolean {
    return this.#state === "ended";
  }

  get triesLeft(): number {
    return this.#triesLeft;
  }

  get msLeft(): number {
    return Math.max(0, this.#expiresAt - Date.now());
  }

  /**
   * Takes one try, before anything is computed: many at once are still only that many. False when none is left, or
   * all of them are being looked at.
   */
  beginTry(): boolean {
    if (!this.isOpen || this.#running >= this.#triesLeft) return false;
    this.#running += 1;
    return true;
  }

  /** What came of a try. True when it uses the code up: it was right, and nobody was faster. */
  endTry(isRight: boolean): boolean {
    this.#running -= 1;
    if (!this.isOpen) return false;
    if (isRight) {
      this.#state = "used";
      clearTimeout(this.#timer);
      return true;
    }
    this.#triesLeft -= 1;
    if (this.#triesLeft === 0) this.#fail(errors.pairingRefused(this.#limits.tries));
    return false;
  }

  /** After the code was used: the browser is there, or did not come back. */
  end(end: PairingEnd): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    clearTimeout(this.#timer);
    this.#resolve(end);
  }

  /** Nobody waits for it any more. */
  cancel(): void {
    this.#fail(errors.cancelled("Pairing"));
  }

  #fail(error: BskError): void {
    this.end({ kind: "failed", error });
  }
}
