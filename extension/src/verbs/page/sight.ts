import { pageFunction } from "./pageFunction.js";

/** Whether a person could see the element, scrolled to where it is. */
function isSeen(this: Element): boolean {
  const hasBox = [...this.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
  return this.isConnected && hasBox && this.checkVisibility({ visibilityProperty: true });
}

export const IS_SEEN: string = pageFunction(isSeen);
