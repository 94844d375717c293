import { pageFunction } from "./pageFunction.js";

/** The first match in the document, else in its open shadow roots, outermost first. Throws on a bad selector. */
export function findElement(selector: string): Element | null {
  const light = document.querySelector(selector);
  if (light) return light;
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll("*")) {
      const { shadowRoot } = element;
      if (!shadowRoot) continue;
      const found = shadowRoot.querySelector(selector);
      if (found) return found;
      roots.push(shadowRoot);
    }
  }
  return null;
}

/** How many elements of the element's document and its open shadow roots match. */
function countMatches(this: Element, selector: string): number {
  const roots: (Document | ShadowRoot)[] = [this.ownerDocument];
  let count = 0;
  for (const root of roots) {
    count += root.querySelectorAll(selector).length;
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
  }
  return count;
}

export const COUNT_MATCHES: string = pageFunction(countMatches);
