import { pageFunction } from "./pageFunction.js";

/** What keeps an element from being filled; undefined when nothing does. */
export interface FillFault {
  /** In words, and the verb that can do it instead; a fault without one may pass. */
  readonly what: string;
  readonly verb?: "select" | "click" | "upload";
}

/** How the field takes a value: typed, or set as its own picker would. */
export type FillWay = "type" | "set";

function fillFault(this: Element): FillFault | FillWay {
  const typed = ["text", "search", "email", "url", "tel", "password", "number"];
  const set = ["date", "time", "datetime-local", "month", "week", "color", "range"];
  if (this instanceof HTMLSelectElement) return { what: "a select", verb: "select" };
  if (this instanceof HTMLInputElement) {
    const { type } = this;
    if (type === "checkbox" || type === "radio") return { what: `a ${type}`, verb: "click" };
    if (!typed.includes(type) && !set.includes(type)) return { what: `an input of type ${type}` };
    if (this.readOnly) return { what: "read-only" };
    return typed.includes(type) ? "type" : "set";
  }
  if (this instanceof HTMLTextAreaElement) return this.readOnly ? { what: "read-only" } : "type";
  if (this instanceof HTMLElement && this.isContentEditable) return "type";
  return { what: `<${this.localName.slice(0, 40)}>` };
}

/** Takes the focus and selects all that the field holds, or goes behind it. */
function focusAndSelect(
  this: Element,
  isKept: boolean,
): "not focusable" | "empty" | "selected" | "behind" {
  const root = this.getRootNode() as Document | ShadowRoot; // of a connected element
  if (this instanceof HTMLElement) this.focus({ preventScroll: true });
  const active = root.activeElement;
  if (active !== this && !active?.contains(this)) return "not focusable";
  if (this instanceof HTMLInputElement || this instanceof HTMLTextAreaElement) {
    this.select();
    if (this.value === "") return "empty";
    if (!isKept) return "selected";
    // Not every type lets a script place the caret; a selection collapses in all of them.
    getSelection()?.collapseToEnd();
    if (this.selectionEnd !== null) this.setSelectionRange(this.value.length, this.value.length);
    return "behind";
  }
  getSelection()?.selectAllChildren(this);
  if (isKept) getSelection()?.collapseToEnd();
  if (this.textContent === "") return "empty";
  return isKept ? "behind" : "selected";
}

/** Sets a field that has a picker, and tells the page as the picker does. */
function setValue(this: Element, value: string): void {
  if (!(this instanceof HTMLInputElement)) return;
  this.focus({ preventScroll: true });
  // The page may have put its own `value` on the element; this one is of another world.
  this.value = value;
  this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  this.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Whether the field holds exactly this, or with `isKept` ends in it; the value itself stays in the page. */
function holdsValue(this: Element, expected: string, isKept: boolean): boolean {
  const isSame = (held: string, wanted: string): boolean =>
    isKept ? held.endsWith(wanted) : held === wanted;
  if (this instanceof HTMLInputElement || this instanceof HTMLTextAreaElement) {
    const text = expected.replace(/\r\n?/g, "\n");
    if (isSame(this.value, text)) return true;
    // A browser writes colours, numbers and times in its own way.
    if (this.type === "color") return this.value === text.toLowerCase();
    return this.type === "range" && text.trim() !== "" && Number(this.value) === Number(text);
  }
  // biome-ignore lint/performance/useDomNodeTextContent: the lines that are shown are what was typed
  const shown = this instanceof HTMLElement ? this.innerText : (this.textContent ?? "");
  const plain = (text: string): string => text.replace(/\u00a0/g, " ").replace(/\n$/, "");
  return isSame(plain(shown), plain(expected)) || isSame(this.textContent ?? "", expected);
}

export const FILL_FAULT: string = pageFunction(fillFault);
export const FOCUS_AND_SELECT: string = pageFunction(focusAndSelect);
export const SET_VALUE: string = pageFunction(setValue);
export const HOLDS_VALUE: string = pageFunction(holdsValue);
