import { pageFunction } from "./pageFunction.js";

/** As many as are compared with what the page says. */
export const TYPED_CHARS = 4000;

/**
 * What the field will hold when the key has done its usual work at the caret: `text` typed, or the character before
 * or after it gone. With neither, what it holds.
 */
function typedValue(this: Element, text: string, key: string, chars: number): string {
  const isField = this instanceof HTMLInputElement || this instanceof HTMLTextAreaElement;
  const value = isField ? this.value : (this.textContent ?? "");
  // Not every type tells where its caret is: it is taken to be behind all.
  const start = (isField ? this.selectionStart : null) ?? value.length;
  const end = (isField ? this.selectionEnd : null) ?? value.length;
  const isBare = start === end;
  const from = key === "Backspace" && isBare ? Math.max(0, start - 1) : start;
  const to = key === "Delete" && isBare ? end + 1 : end;
  const isEdit = text !== "" || key === "Backspace" || key === "Delete";
  return (isEdit ? value.slice(0, from) + text + value.slice(to) : value).slice(0, chars);
}

export const TYPED_VALUE: string = pageFunction(typedValue);
