import { pageFunction } from "./pageFunction.js";

/** What keeps an element from being filled; undefined when nothing does. */
export type FillFault = "not fillable" | "read-only" | "not focusable";

function fillFault(this: Element): FillFault | undefined {
  const typed = ["text", "search", "email", "url", "tel", "password", "number"];
  if (this instanceof HTMLInputElement) {
    if (!typed.includes(this.type)) return "not fillable";
    return this.readOnly ? "read-only" : undefined;
  }
  if (this instanceof HTMLTextAreaElement) return this.readOnly ? "read-only" : undefined;
  return this instanceof HTMLElement && this.isContentEditable ? undefined : "not fillable";
}

/** Takes the focus and selects all that the field holds. */
function focusAndSelect(this: Element): "not focusable" | "empty" | "selected" {
  const root = this.getRootNode() as Document | ShadowRoot; // of a connected element
  if (this instanceof HTMLElement) this.focus({ preventScroll: true });
  const active = root.activeElement;
  if (active !== this && !active?.contains(this)) return "not focusable";
  if (this instanceof HTMLInputElement || this instanceof HTMLTextAreaElement) {
    this.select();
    return this.value === "" ? "empty" : "selected";
  }
  getSelection()?.selectAllChildren(this);
  return this.textContent === "" ? "empty" : "selected";
}

/** Whether the field holds exactly this; the value itself stays in the page. */
function holdsValue(this: Element, expected: string): boolean {
  if (this instanceof HTMLInputElement || this instanceof HTMLTextAreaElement) {
    return this.value === expected.replace(/\r\n?/g, "\n");
  }
  // biome-ignore lint/performance/useDomNodeTextContent: the lines that are shown are what was typed
  const shown = this instanceof HTMLElement ? this.innerText : (this.textContent ?? "");
  const plain = (text: string): string => text.replace(/\u00a0/g, " ").replace(/\n$/, "");
  return plain(shown) === plain(expected) || this.textContent === expected;
}

export const FILL_FAULT: string = pageFunction(fillFault);
export const FOCUS_AND_SELECT: string = pageFunction(focusAndSelect);
export const HOLDS_VALUE: string = pageFunction(holdsValue);
