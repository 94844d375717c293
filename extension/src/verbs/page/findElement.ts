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
