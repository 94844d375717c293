import { pageFunction } from "./pageFunction.js";

/** Gives the element the focus; false when it does not take it. */
function takeFocus(this: Element): boolean {
  if (this instanceof HTMLElement || this instanceof SVGElement) this.focus();
  const { activeElement } = this.getRootNode() as Document | ShadowRoot; // of a connected element
  return (
    activeElement === this || (activeElement !== document.body && this.matches(":focus-within"))
  );
}

/** Takes the focus from the element, or from what is in it. */
function loseFocus(this: Element): void {
  const root = this.getRootNode() as Document | ShadowRoot; // of a connected element
  const { activeElement } = root;
  if (activeElement instanceof HTMLElement && this.contains(activeElement)) activeElement.blur();
  else if (this instanceof HTMLElement) this.blur();
}

/** The element that keys go to; looks into open shadow roots. Null: the document has none. */
export function focusedElement(): Element | null {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active ?? document.documentElement;
}

function isHovered(this: Element): boolean {
  return !this.isConnected || this.matches(":hover");
}

export const TAKE_FOCUS: string = pageFunction(takeFocus);
export const LOSE_FOCUS: string = pageFunction(loseFocus);
export const IS_HOVERED: string = pageFunction(isHovered);
