import { scanners } from "../engine.js";
import type { MaskCount } from "../MaskCount.js";
import { settle } from "../settle.js";
import { scanHeader } from "./scanHeader.js";

/** Redacts a header's value; keeps auth scheme, cookie names and attributes. `\n` joins repeated headers. */
export function redactHeader(name: string, value: string, masks?: MaskCount): string {
  return settle(value, (part, edits) => scanHeader(name, part, edits, scanners), masks);
}
