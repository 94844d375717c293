import type { Edits } from "../Edits.js";
import { MAX_DEPTH } from "../Scanners.js";
import type { Within } from "./scanBase64.js";
import { scanTable } from "./scanTable.js";
import { scanYaml } from "./scanYaml.js";
import { stripTags } from "./stripTags.js";

/** Elements whose text keeps its lines. */
const OPEN = /<(pre|textarea|code|samp|xmp|listing)\b[^<>]{0,1000}>/gi;

/**
 * Masks what stands in the lines of HTML's preformatted text, as a page shows it: tables and YAML, and
 * whatever is cut into elements by highlighting. Gives the text with these elements emptied, as long as before.
 */
export function scanPreformatted(text: string, edits: Edits, within: Within): string {
  OPEN.lastIndex = 0;
  if (within.depth >= MAX_DEPTH || !OPEN.test(text)) return text;
  OPEN.lastIndex = 0;
  const parts: string[] = [];
  let done = 0;
  for (let open = OPEN.exec(text); open !== null; open = OPEN.exec(text)) {
    const start = OPEN.lastIndex;
    const end = endOf(text, open[1] ?? "", start);
    const inner = edits.fork();
    scanContent(text.slice(start, end), inner, within);
    edits.addAt(start, inner);
    parts.push(text.slice(done, start), " ".repeat(end - start));
    done = end;
    // The scan of the inside moved it.
    OPEN.lastIndex = end;
  }
  return parts.join("") + text.slice(done);
}

/** One that was cut off, or says its own name again inside, is read as far as its first end. */
function endOf(text: string, name: string, from: number): number {
  const close = new RegExp(`</${name}\\b`, "gi");
  close.lastIndex = from;
  return close.exec(text)?.index ?? text.length;
}

function scanContent(content: string, edits: Edits, { scan, depth }: Within): void {
  if (content.includes("\n")) {
    scanTable(content, edits);
    scanYaml(content, edits);
  }
  if (!content.includes("<")) return;
  const { text, starts, ends } = stripTags(content);
  const inner = edits.fork();
  scan.text(text, inner, depth + 1);
  edits.addStripped({ starts, ends }, inner);
}
