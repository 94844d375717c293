import { scanners } from "./engine.js";
import type { MaskCount } from "./MaskCount.js";
import { settle } from "./settle.js";

/** Redacts free text: console lines, titles, names, page text, stacks, messages. */
export function redactText(text: string, masks?: MaskCount): string {
  return settle(text, (part, edits) => scanners.value(part, edits, 0), masks);
}
