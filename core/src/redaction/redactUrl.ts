import { scanners } from "./engine.js";
import type { MaskCount } from "./MaskCount.js";
import { settle } from "./settle.js";

/** Redacts a text that is one URL, absolute or relative; the payload of a `data:` URL becomes its length. */
export function redactUrl(url: string, masks?: MaskCount): string {
  return settle(url, (part, edits) => scanners.url(part, edits, 0), masks);
}
