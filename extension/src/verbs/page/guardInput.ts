import { countEvents, goesElsewhere } from "./inputSeen.js";
import { pageFunction } from "./pageFunction.js";

/** What became of the input that was guarded. */
export interface Guarded {
  /** None of it went through the element, and it was kept from the page. */
  readonly isMissed: boolean;
  /** Presses of a button that the document saw. */
  readonly presses: number;
  /** Where it was to go is a document of its own, in which nobody counts. */
  readonly isElsewhere: boolean;
}

declare global {
  /** Of the verbs' world: the guard of the click that is under way. */
  var bskGuard: { readonly remove: () => Guarded } | undefined;
}

/**
 * Watches the input that comes next: if its first event does not go through the element (the page moved
 * something there since it was looked at), none of it reaches the page.
 */
function guardInput(this: Element, x: number, y: number): void {
  globalThis.bskGuard?.remove();
  const before = countEvents("pointerdown");
  const isElsewhere = goesElsewhere(this, x, y);
  let isHit: boolean | undefined;
  const until = performance.now() + 6000; // nobody may be left to take it away
  const types = "pointerdown mousedown pointerup mouseup click auxclick dblclick contextmenu".split(
    " ",
  );
  const look = (event: Event): void => {
    if (!event.isTrusted) return;
    if (performance.now() > until) {
      globalThis.bskGuard?.remove();
      return;
    }
    if (isHit === undefined) {
      const path = event.composedPath();
      // A closed shadow root hides its elements from the path; they were hit if its host was.
      let own: Element = this;
      for (let root = own.getRootNode(); root instanceof ShadowRoot; root = own.getRootNode()) {
        if (root.mode === "open" && path.includes(this)) break;
        own = root.host;
      }
      const label = path[0] instanceof Element ? path[0].closest("label") : null;
      isHit = path.includes(this) || path.includes(own) || label?.control === this;
    }
    if (isHit) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of types) addEventListener(type, look, { capture: true, passive: false });
  globalThis.bskGuard = {
    remove: () => {
      for (const type of types) removeEventListener(type, look, { capture: true });
      globalThis.bskGuard = undefined;
      return {
        isMissed: isHit === false,
        presses: countEvents("pointerdown") - before,
        isElsewhere,
      };
    },
  };
}

/** Takes the guard away; undefined when it went by itself. */
function endGuard(): Guarded | undefined {
  return globalThis.bskGuard?.remove();
}

export const GUARD_INPUT: string = pageFunction(guardInput, countEvents, goesElsewhere);
export const END_GUARD: string = pageFunction(endGuard);

function isInDocument(this: Element): boolean {
  return this.isConnected;
}

export const IS_CONNECTED: string = pageFunction(isInDocument);
