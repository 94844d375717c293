import { newWalker } from "./clobberSafe.js";

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function isField(element: Element | null | undefined): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

const BUTTONS: ReadonlySet<string> = new Set("button submit reset image hidden".split(" "));

/** A control that holds something a person can change: a field, or an editable element. */
export function isControl(element: Element): element is HTMLElement {
  if (isField(element)) return !BUTTONS.has(element.type);
  return isEditingHost(element) && element instanceof HTMLElement;
}

/** The element that made itself editable, by its attribute: the property would ask for style. */
export function isEditingHost(element: Element): boolean {
  const value = Element.prototype.getAttribute.call(element, "contenteditable");
  return value !== null && value.toLowerCase() !== "false";
}

/** What a control holds, as text. */
export function heldValue(element: HTMLElement): string {
  if (element instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(element.type)) {
    return String(element.checked);
  }
  if (element instanceof HTMLSelectElement && element.multiple) {
    return Array.from(element.selectedOptions, ({ value }) => value).join(", ");
  }
  return isField(element) ? element.value : (element.textContent ?? "");
}

/** The controls of the document and of its open shadow roots, of at most `limit` elements. */
export function findControls(limit: number): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  const trees: Node[] = [document];
  let seen = 0;
  for (const tree of trees) {
    const walker = newWalker(tree, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null && seen < limit; node = walker.nextNode()) {
      seen += 1;
      const element = node as Element; // the walker shows only elements
      if (isControl(element)) found.push(element);
      if (element.shadowRoot instanceof ShadowRoot) trees.push(element.shadowRoot);
    }
  }
  return found;
}
