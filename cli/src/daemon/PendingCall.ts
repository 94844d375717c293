import { type BskError, errors, fromWireError } from "@bsk/core";
import type { WireResponse } from "@bsk/schema";
import type { Progress } from "../connection/readProgress.js";

/** How long the slot of a cancelled or late call waits for the extension to have really stopped. */
const STOP_GRACE_MS = 2_000;

export interface ForwardOptions {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Told when the caller has its answer and the extension may still be at work. */
  readonly onGivenUp?: () => void;
  /** Told once, when the extension does nothing for this call any more: at or after the answer. */
  readonly onStopped?: () => void;
}

export interface PendingLink {
  /** Tells the extension to stop. */
  readonly cancel: () => void;
  /** Nothing more is expected for this call. */
  readonly forget: () => void;
}

/**
 * One call on its way through the extension. It has two ends: the caller's answer, which a cancel or a
 * deadline brings at once, and the moment the extension has stopped, which frees the session's slot.
 */
export class PendingCall {
  readonly answer: Promise<unknown>;
  readonly #options: ForwardOptions;
  readonly #link: PendingLink;
  readonly #deadline: NodeJS.Timeout;
  readonly #onAbort: () => void;
  #grace: NodeJS.Timeout | undefined;
  #resolve: (result: unknown) => void = () => {};
  #reject: (error: BskError) => void = () => {};
  #hasStopped = false;

  constructor(method: string, options: ForwardOptions, link: PendingLink) {
    this.#options = options;
    this.#link = link;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const { deadlineMs, signal } = options;
    this.#deadline = setTimeout(() => this.#giveUp(errors.timeout(method, deadlineMs)), deadlineMs);
    this.#onAbort = () => this.#giveUp(errors.cancelled(method));
    signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** The extension answered. */
  respond(response: WireResponse): void {
    if (response.error) this.#reject(fromWireError(response.error));
    else this.#resolve(response.result);
    this.#stop();
  }

  /** The connection is gone. */
  lose(error: BskError): void {
    this.#reject(error);
    this.#stop();
  }

  progress(progress: Progress): void {
    if (!this.#grace) this.#options.onProgress?.(progress);
  }

  #giveUp(error: BskError): void {
    this.#reject(error);
    this.#settle();
    this.#options.onGivenUp?.();
    this.#link.cancel();
    this.#grace = setTimeout(() => this.#stop(), STOP_GRACE_MS);
  }

  #settle(): void {
    clearTimeout(this.#deadline);
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
  }

  #stop(): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    this.#settle();
    clearTimeout(this.#grace);
    this.#link.forget();
    this.#options.onStopped?.();
  }
}
