import type { Edits } from "../Edits.js";
import { ruleOfMatch, TOKEN } from "./tokenFormats.js";

/** What hangs on a token of a known length is taken for a part of it. */
const REST = /[\w-]*/y;

/** Masks the token formats that a prefix makes certain. */
export function scanTokens(text: string, edits: Edits): void {
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    REST.lastIndex = TOKEN.lastIndex;
    REST.test(text);
    TOKEN.lastIndex = REST.lastIndex;
    edits.mask(match.index, REST.lastIndex, ruleOfMatch(match.slice(1)));
  }
}
