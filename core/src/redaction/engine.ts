import type { Edits } from "./Edits.js";
import { skipPrefix } from "./json/carriers.js";
import { scanJson } from "./json/scanJson.js";
import type { Scanners } from "./Scanners.js";
import { scanText } from "./text/scanText.js";
import { scanUrl } from "./url/scanUrl.js";

/** The scanners, introduced to each other. */
export const scanners: Scanners = {
  value: scanValue,
  text: (text, edits, depth) => scanText(text, edits, scanners, depth),
  url: (text, edits, depth) => scanUrl(text, edits, scanners, depth),
  json: (text, edits, depth) => scanJson(text, edits, scanners, depth),
};

/** How a prefix can begin; most texts end here. */
const PREFIXED = /^[\ufeff\s)wf{t%/]/;
const JSON_START = /^\s{0,64}[[{"]/;

function scanValue(text: string, edits: Edits, depth: number): boolean {
  const start = PREFIXED.test(text) ? skipPrefix(text).start : 0;
  const json = start === 0 ? text : text.slice(start);
  if (JSON_START.test(json)) {
    const inner = edits.fork();
    if (scanJson(json, inner, scanners, depth)) {
      edits.addAt(start, inner);
      return true;
    }
  }
  if (/^[/?#][^\s]*[?#=]/.test(text.slice(0, 2048)) && !/\s/.test(text)) {
    scanUrl(text, edits, scanners, depth);
  } else scanText(text, edits, scanners, depth);
  return false;
}
