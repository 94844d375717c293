import { pageFunction } from "./pageFunction.js";

/** Events that real input makes and that the browser counts, whoever listens and whatever the page keeps from others. */
export type CountedEvent = "keydown" | "pointerdown" | "pointerover" | "pointerout";

/** How many events of a type this document and the frames in it of its origin have had. */
export function countEvents(type: CountedEvent): number {
  const countIn = (view: Window): number => {
    let count = 0;
    try {
      count = view.performance.eventCounts.get(type) ?? 0;
    } catch {
      return 0; // of another origin
    }
    for (let at = 0; at < view.length; at += 1) count += countIn(view[at] as Window);
    return count;
  };
  return countIn(self);
}

/** Whether input to this element, or to what is in it at a point of the viewport, goes to a document of its own. */
export function goesElsewhere(element: Element, x?: number, y?: number): boolean {
  const frames = "iframe, frame, object, embed, fencedframe";
  if (element.matches(frames)) return true;
  if (x === undefined || y === undefined) return false;
  let top = document.elementFromPoint(x, y);
  for (let root = top?.shadowRoot; root; root = top?.shadowRoot) {
    const inner = root.elementFromPoint(x, y);
    if (inner === null || inner === top) break;
    top = inner;
  }
  return top?.matches(frames) ?? false;
}

function count(this: Element, types: readonly CountedEvent[]): number {
  return types.reduce((sum, type) => sum + countEvents(type), 0);
}

function isElsewhere(this: Element, x?: number, y?: number): boolean {
  return goesElsewhere(this, x, y);
}

/** Of a number of events, so far; the difference of two is what input did. */
export const COUNT_EVENTS: string = pageFunction(count, countEvents);
export const GOES_ELSEWHERE: string = pageFunction(isElsewhere, goesElsewhere);

declare global {
  /** Of the verbs' world: listens for a turn of the wheel that is under way. */
  var bskWheel: { readonly isHeard: () => boolean; readonly end: () => boolean } | undefined;
}

/** Listens for the wheel, which the browser does not count, and for what it scrolls. */
function hearWheel(this: Element): void {
  globalThis.bskWheel?.end();
  let isHeard = false;
  const hear = (event: Event): void => {
    isHeard ||= event.isTrusted;
  };
  const options = { capture: true, passive: true } as const;
  for (const type of ["wheel", "scroll"]) addEventListener(type, hear, options);
  globalThis.bskWheel = {
    isHeard: () => isHeard,
    end: () => {
      for (const type of ["wheel", "scroll"]) removeEventListener(type, hear, options);
      globalThis.bskWheel = undefined;
      return isHeard;
    },
  };
}

async function endWheel(this: Element): Promise<boolean> {
  const drawn = new Promise<void>((resolve) => {
    setTimeout(resolve, 100); // a tab that is not drawn has no frames
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
  if (globalThis.bskWheel?.isHeard() !== true) await drawn;
  return globalThis.bskWheel?.end() ?? false;
}

export const HEAR_WHEEL: string = pageFunction(hearWheel);
export const END_WHEEL: string = pageFunction(endWheel);
