import type { Leaf, Leaves } from "../json/jsonLeaves.js";
import { escapeToken } from "../json/parsePointer.js";

/** The pairs of a urlencoded form, at most `limit`. A name that stands twice gives a leaf each. */
export function formLeaves(text: string, limit: number): Leaves {
  const pairs = text === "" ? [] : text.split("&");
  const leaves: Leaf[] = pairs.slice(0, limit).map((pair) => {
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? "" : decode(pair.slice(equals + 1));
    return { name, pointer: `/${escapeToken(name)}`, value, isInArray: false };
  });
  return { leaves, isComplete: pairs.length <= limit };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text; // a stray percent sign, or another character set: shown as it was sent
  }
}
