import { BOUNDS } from "./bounds.js";
import { isOverlay } from "./isOverlay.js";
import type { Outbox } from "./Outbox.js";
import { now } from "./time.js";

const WATCHED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: [
    "hidden",
    "disabled",
    "open",
    "aria-hidden",
    "aria-disabled",
    "aria-expanded",
    "aria-selected",
    "aria-checked",
    "aria-pressed",
    "aria-invalid",
    "aria-busy",
    "aria-label",
    "aria-valuenow",
    "aria-valuetext",
    "aria-current",
  ],
};

/** Says that the page changed: once for everything that changes within a while. */
export class ChangeWatch {
  readonly #outbox: Outbox;
  readonly #observer: MutationObserver;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #idle: number | undefined;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
    this.#observer = new MutationObserver((records) => {
      if (records.some(isOfPage)) this.#changed();
    });
    this.#observer.observe(document, WATCHED);
  }

  stop(): void {
    this.#observer.disconnect();
    clearTimeout(this.#timer);
    if (this.#idle !== undefined) cancelIdleCallback(this.#idle);
  }

  #changed(): void {
    // One change is enough to know: until it is told, the browser need not note any other.
    this.#observer.disconnect();
    this.#timer = setTimeout(() => {
      this.#idle = requestIdleCallback(() => this.#say(), { timeout: BOUNDS.idleMs });
    }, BOUNDS.changeRestMs);
  }

  #say(): void {
    this.#outbox.put(() => ({ v: 1, type: "page_changed", at: now() }));
    this.#observer.observe(document, WATCHED);
  }
}

/** All but the coming and going of bsk's own overlay. */
function isOfPage({ addedNodes, removedNodes, target }: MutationRecord): boolean {
  const moved = [...addedNodes, ...removedNodes];
  return !isOverlay(target) && (moved.length === 0 || !moved.every(isOverlay));
}
