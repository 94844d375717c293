import { walkJson } from "./walkJson.js";

interface Level {
  readonly kind: "object" | "array";
  readonly start: number;
  /** All tokens so far led here. */
  readonly isOnPath: boolean;
  /** Of an array: the elements that began. */
  count: number;
  /** Of an object: the latest key is the one that is looked for. */
  isKeyMatched: boolean;
}

/**
 * The source text of the value at a pointer, every digit as it was; undefined when there is none.
 * Of duplicate keys the last wins, as in `JSON.parse`. The text must be valid JSON.
 */
export function sliceAtPointer(text: string, tokens: readonly string[]): string | undefined {
  const levels: Level[] = [];
  let found: string | undefined;

  /** Depth of the value that begins now is the number of open levels. */
  const isMatch = (): boolean => {
    const parent = levels.at(-1);
    if (!parent) return true;
    if (!parent.isOnPath) return false;
    if (parent.kind === "object") return parent.isKeyMatched;
    return tokens[levels.length - 1] === String(parent.count++);
  };

  walkJson(text, {
    open(start, kind) {
      levels.push({ kind, start, isOnPath: isMatch(), count: 0, isKeyMatched: false });
    },
    key(start, end) {
      const level = levels.at(-1);
      const token = tokens[levels.length - 1];
      if (!level?.isOnPath || token === undefined) return;
      level.isKeyMatched = isKey(text.slice(start, end), token);
      if (level.isKeyMatched) found = undefined; // an earlier duplicate does not count
    },
    scalar(start, end) {
      if (isMatch() && levels.length === tokens.length) found = text.slice(start, end);
    },
    close(end) {
      const level = levels.pop();
      if (level?.isOnPath && levels.length === tokens.length) found = text.slice(level.start, end);
    },
  });
  return found;
}

function isKey(literal: string, token: string): boolean {
  if (!literal.includes("\\"))
    return literal.length === token.length + 2 && literal.slice(1, -1) === token;
  return JSON.parse(literal) === token;
}
