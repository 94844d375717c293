import { multipartParts, partName } from "../../redaction/index.js";
import type { Leaf, Leaves } from "../json/jsonLeaves.js";
import { escapeToken } from "../json/parsePointer.js";

/** The named parts of a multipart form, at most `limit`; incomplete, too, where it cannot be read as one. */
export function multipartLeaves(text: string, contentType: string, limit: number): Leaves {
  const parts = multipartParts(text, contentType);
  if (!parts) return { leaves: [], isComplete: false };
  const leaves = parts.flatMap(({ headers, body, isFile }): Leaf[] => {
    const name = partName(headers);
    if (name === undefined) return [];
    return [{ name, pointer: `/${escapeToken(name)}`, value: body, isInArray: false, isFile }];
  });
  return { leaves: leaves.slice(0, limit), isComplete: leaves.length <= limit };
}
