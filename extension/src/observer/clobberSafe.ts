// A form's controls and a document's images can take the place of their own properties and methods
// (`<input name="getAttribute">`), in an isolated world too. What is called on such elements comes from
// the prototype.

/** An attribute, cut; "" when it is not there. */
export function attribute(element: Element, name: string, limit = 120): string {
  return (Element.prototype.getAttribute.call(element, name) ?? "").slice(0, limit);
}

export function matches(element: Element, selector: string): boolean {
  return Element.prototype.matches.call(element, selector);
}

/** The nearest element outwards, itself too, that the selector names. */
export function closest(element: Element, selector: string): Element | null {
  return Element.prototype.closest.call(element, selector);
}

/** A walk over what lies below a node. */
export function newWalker(root: Node, shown: number): TreeWalker {
  return Document.prototype.createTreeWalker.call(document, root, shown);
}
