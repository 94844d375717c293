import { newWalker } from "./clobberSafe.js";

/** Text below a node on one line, without asking for layout; at most `limit` characters. */
export function plainText(root: Node, limit: number): string {
  const walker = newWalker(root, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let seen = 0; seen < 100 && text.length < limit * 2; seen += 1) {
    const node = walker.nextNode();
    if (node === null) break;
    if (/^(?:script|style|textarea|select)$/i.test(node.parentElement?.localName ?? "")) continue;
    text += `${(node.nodeValue ?? "").slice(0, limit * 2)} `;
  }
  return fold(text).slice(0, limit);
}

/** White space folded. */
export function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
