import type { Edits } from "../Edits.js";
import { declareRules } from "../mask.js";

const BEGIN = "-----BEGIN ";
const LABEL = /^[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const PUTTY = /PuTTY-User-Key-File-\d/;

declareRules(["pem"]);

/** Masks private keys in PEM (RFC 7468), OpenPGP armor and PuTTY files; certificates stay. */
export function scanPem(text: string, edits: Edits): void {
  for (let at = text.indexOf(BEGIN); at >= 0; ) {
    const label = LABEL.exec(text.slice(at + BEGIN.length, at + BEGIN.length + 64));
    if (label === null) {
      at = text.indexOf(BEGIN, at + BEGIN.length);
      continue;
    }
    const body = at + BEGIN.length + label[0].length;
    const end = endOfKey(text, body);
    if (/[A-Za-z0-9]/.test(text.slice(body, end))) edits.mask(body, end, "pem");
    at = text.indexOf(BEGIN, end);
  }
  if (text.includes("PuTTY-User")) scanPutty(text, edits);
}

/** Up to the END line; to the end of the text when that was cut off. */
function endOfKey(text: string, body: number): number {
  const end = text.indexOf("-----END ", body);
  return end < 0 ? text.length : end;
}

function scanPutty(text: string, edits: Edits): void {
  const file = PUTTY.exec(text);
  if (file === null) return;
  const lines = text.indexOf("Private-Lines", file.index);
  if (lines >= 0) edits.mask(lines, text.length, "pem");
}
