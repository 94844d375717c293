/**
 * Whether the topmost thing at a point of the viewport is the element, something in it, or a label of
 * it. Undefined: yes; otherwise the tag and id of what is there. Looks into shadow roots, closed ones too.
 */
export function hitAt(element: Element, x: number, y: number): string | undefined {
  const trees: (Document | ShadowRoot)[] = [];
  for (let root = element.getRootNode(); ; root = (root as ShadowRoot).host.getRootNode()) {
    trees.unshift(root as Document | ShadowRoot); // a connected element's roots are these two
    if (!(root instanceof ShadowRoot)) break;
  }
  let top: Element | null = null;
  for (const [index, tree] of trees.entries()) {
    top = tree.elementFromPoint(x, y);
    const next = trees[index + 1];
    if (next instanceof ShadowRoot && top !== next.host && !next.host.contains(top)) break;
  }
  if (top !== null && element.contains(top)) return undefined;
  if (top?.closest("label")?.control === element) return undefined;
  if (top === null) return "nothing";
  const id = top.getAttribute("id") ?? "";
  return `<${top.localName.slice(0, 40)}${/^[A-Za-z][\w-]{0,60}$/.test(id) ? `#${id}` : ""}>`;
}
