import type { Edits } from "../Edits.js";
import { MAX_DEPTH, type Scanners } from "../Scanners.js";
import { undoEscapes } from "../undoEscapes.js";

/** What a string in a string and markup in markup write for quotes, brackets and line ends. */
const ESCAPE = /\\(?:["'`nrt]|u00|x[0-7])|&(?:amp|quot|apos|lt|gt|#)/i;

/** Masks what shows itself only once the escapes of a text are undone: a table in a string, `&lt;key&gt;`. */
export function scanEscaped(
  text: string,
  edits: Edits,
  { scan, depth }: { readonly scan: Scanners; readonly depth: number },
): void {
  if (depth >= MAX_DEPTH || !ESCAPE.test(text)) return;
  const plain = undoEscapes({ text });
  if (plain?.starts === undefined) return;
  const inner = edits.fork();
  scan.text(plain.text, inner, depth + 1);
  edits.addDecoded(plain.starts, inner, (mask) => mask);
}
