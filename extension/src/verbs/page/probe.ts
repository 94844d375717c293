import { hitAt } from "./hitAt.js";
import { pageFunction } from "./pageFunction.js";

/** A box in the viewport of its own frame. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What an action asks of an element, besides being visible and still. */
export interface Needs {
  readonly isEnabled: boolean;
  /** On top at its point. */
  readonly isHit: boolean;
  /** Scrolled to, also when it seems to be in sight. */
  readonly isScrolled?: boolean;
}

export interface ProbeOptions {
  readonly needs: Needs;
  /** Where to scroll the element to when it is not in sight, or is covered where it is. */
  readonly align: "center" | "start" | "end";
  readonly mustScroll: boolean;
  /** The box of the probe before, for tabs that draw no frames. */
  readonly previous?: Box;
}

export type Fault = "detached" | "not_visible" | "moving" | "disabled" | `covered by ${string}`;

/** What an element is like now: ready to be clicked at a point of its frame, or why not. */
export interface Probe {
  readonly fault?: Fault;
  readonly box?: Box;
  readonly x: number;
  readonly y: number;
}

async function probe(this: Element, options: ProbeOptions): Promise<Probe> {
  const none = { x: 0, y: 0 };
  const boxOf = (): Box | undefined => {
    const shown = (rect: DOMRect): boolean => rect.width > 0 && rect.height > 0;
    const rect = [...this.getClientRects()].find(shown);
    return rect && { x: rect.x, y: rect.y, width: rect.width, height: rect.height };
  };
  const isSame = (a: Box | undefined, b: Box | undefined): boolean =>
    !!a && !!b && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
  const isInSight = ({ x, y, width, height }: Box): boolean =>
    x + width / 2 >= 0 &&
    y + height / 2 >= 0 &&
    x + width / 2 < innerWidth &&
    y + height / 2 < innerHeight;
  const nextFrame = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, 100); // a tab that is not drawn has no frames
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });

  if (!this.isConnected) return { fault: "detached", ...none };
  if (!boxOf() || !this.checkVisibility({ visibilityProperty: true })) {
    return { fault: "not_visible", ...none };
  }
  const first = boxOf();
  if (options.mustScroll || (first && !isInSight(first))) {
    this.scrollIntoView({ block: options.align, inline: options.align, behavior: "instant" });
  }
  let before = options.previous;
  if (document.visibilityState !== "hidden") {
    await nextFrame();
    before = boxOf();
    await nextFrame();
  }
  if (!this.isConnected) return { fault: "detached", ...none };
  const box = boxOf();
  if (!box) return { fault: "not_visible", ...none };
  if (!isSame(before, box)) return { fault: "moving", box, ...none };
  const isDisabled = this.matches(":disabled") || this.closest('[aria-disabled="true"]') !== null;
  if (options.needs.isEnabled && isDisabled) {
    return { fault: "disabled", box, ...none };
  }
  const middle = (from: number, length: number, limit: number): number =>
    (Math.max(from, 0) + Math.min(from + length, limit)) / 2;
  const x = middle(box.x, box.width, innerWidth);
  const y = middle(box.y, box.height, innerHeight);
  const other = options.needs.isHit ? hitAt(this, x, y) : undefined;
  return other === undefined ? { box, x, y } : { fault: `covered by ${other}`, box, x, y };
}

/** The same point in the viewport of the frame around, and whether the frame is on top there. */
function probeFrame(
  this: Element,
  { x, y }: { readonly x: number; readonly y: number },
  needs: Needs,
): Probe {
  const outer = (): { readonly x: number; readonly y: number } => {
    const rect = this.getBoundingClientRect();
    const style = getComputedStyle(this);
    const width = this instanceof HTMLElement ? this.offsetWidth : 0;
    const scale = width > 0 ? rect.width / width : 1;
    return {
      x: rect.x + (this.clientLeft + Number.parseFloat(style.paddingLeft) + x) * scale,
      y: rect.y + (this.clientTop + Number.parseFloat(style.paddingTop) + y) * scale,
    };
  };
  const isInSight = (at: { readonly x: number; readonly y: number }): boolean =>
    at.x >= 0 && at.y >= 0 && at.x < innerWidth && at.y < innerHeight;
  let at = outer();
  if (!isInSight(at)) {
    this.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    at = outer();
  }
  if (!isInSight(at)) {
    scrollBy({ left: at.x - innerWidth / 2, top: at.y - innerHeight / 2, behavior: "instant" });
    at = outer();
  }
  const other = needs.isHit ? hitAt(this, at.x, at.y) : undefined;
  return other === undefined ? at : { fault: `covered by ${other}`, ...at };
}

export const PROBE: string = pageFunction(probe, hitAt);
export const PROBE_FRAME: string = pageFunction(probeFrame, hitAt);
