const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Where a text stops to be JSON: `line 1, column 6`. The runtime's own messages say it differently, or not at all. */
export function jsonFault(text: string): string {
  const before = text.slice(0, faultAt(text)).split("\n");
  const column = (before.at(-1) ?? "").length + 1;
  return `it breaks at line ${before.length}, column ${column}`;
}

function faultAt(text: string): number {
  const closers: string[] = [];
  let wanted: "value" | "key" | "after" = "value";
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found !== null;
  };
  const skip = (char: string): boolean => {
    take(SPACE);
    if (text[at] !== char) return false;
    at += 1;
    return true;
  };
  for (;;) {
    take(SPACE);
    if (wanted === "after") {
      const closer = closers.at(-1);
      if (closer === undefined) return at;
      if (skip(",")) wanted = closer === "}" ? "key" : "value";
      else if (skip(closer)) closers.pop();
      else return at;
    } else if (wanted === "key") {
      if (!take(STRING) || !skip(":")) return at;
      wanted = "value";
    } else if (skip("{")) {
      const isEmpty = skip("}");
      if (!isEmpty) closers.push("}");
      wanted = isEmpty ? "after" : "key";
    } else if (skip("[")) {
      const isEmpty = skip("]");
      if (!isEmpty) closers.push("]");
      wanted = isEmpty ? "after" : "value";
    } else if (take(STRING) || take(SCALAR)) wanted = "after";
    else return at;
  }
}
