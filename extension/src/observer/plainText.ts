import { closest, newWalker } from "./clobberSafe.js";

/** What their text says is not what is written around them. */
const APART = "script, style, textarea, select, datalist";

/** Text below a node on one line, without what controls in it hold or asking for layout; at most `limit` characters. */
export function plainText(root: Node, limit: number): string {
  const walker = newWalker(root, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let seen = 0; seen < 100 && text.length < limit * 2; seen += 1) {
    const node = walker.nextNode();
    if (node === null) break;
    if (isApart(node.parentElement, root)) continue;
    text += `${(node.nodeValue ?? "").slice(0, limit * 2)} `;
  }
  return fold(text).slice(0, limit);
}

/** Within such a one that lies below the root: an option is still called by its own text. */
function isApart(parent: Element | null, root: Node): boolean {
  const outer = parent && closest(parent, APART);
  return outer !== null && outer !== root && Node.prototype.contains.call(root, outer);
}

/** White space folded. */
export function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
