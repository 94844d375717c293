import type { Edits } from "../Edits.js";
import { MAX_DEPTH, type Scanners } from "../Scanners.js";
import { decodePercent } from "../url/decodePercent.js";
import type { Range } from "./scanUrls.js";

/** What assigns, quotes, brackets and ends lines. */
const ENCODED = /%(?:25)*(?:3[adc]|22|26|[57]b|3f|0[ad])/i;
const STOP = /[\s"'<>`&;,]/;

/** Masks inside runs that are percent-encoded as a whole: `token%3Dx`, `%22password%22%3A%22x%22`. */
export function scanEncoded(
  text: string,
  edits: Edits,
  options: { readonly scan: Scanners; readonly depth: number; readonly skip: readonly Range[] },
): void {
  if (options.depth >= MAX_DEPTH) return;
  let floor = 0;
  let skipped = 0;
  for (let at = text.indexOf("%"); at >= 0; at = text.indexOf("%", floor)) {
    while ((options.skip[skipped]?.end ?? Number.POSITIVE_INFINITY) <= at) skipped += 1;
    const range = options.skip[skipped];
    if (range !== undefined && range.start <= at) {
      floor = range.end;
      continue;
    }
    let start = at;
    while (start > floor && !STOP.test(text.charAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < text.length && !STOP.test(text.charAt(end))) end += 1;
    // What follows a plain key is a value of its own.
    const equals = text.slice(start, at).lastIndexOf("=");
    scanRun(text, { start: start + equals + 1, end }, edits, options);
    floor = end;
  }
}

function scanRun(
  text: string,
  { start, end }: Range,
  edits: Edits,
  options: { readonly scan: Scanners; readonly depth: number },
): void {
  const run = text.slice(start, end);
  if (!ENCODED.test(run)) return;
  const decoded = decodePercent(run, false);
  const inner = edits.fork();
  options.scan.value(decoded.text, inner, options.depth + 1);
  if (inner.isEmpty) return;
  const placed = edits.fork();
  placed.addDecoded(decoded.origin, inner, (mask) => mask.replaceAll('"', "%22"));
  edits.addAt(start, placed);
}
