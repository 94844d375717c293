/** A text with its escapes undone; `starts` tells where in the first text each unit began, and at last its end. */
export interface Unescaped {
  readonly text: string;
  /** Undefined: nothing was undone, each unit is where it was. */
  readonly starts?: Uint32Array;
}

/** Percent encoding in any set and case, `%u`, what JSON and scripts write, and the entities that serializers use. */
const PERCENT = /%u[\da-f]{4}|(?:%[\da-f]{2})+/;
/** What JSON and scripts write in strings. */
export const IN_STRINGS: RegExp = /\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2}|["'`/\\bfnrt])/gi;
/** What markup writes. */
export const IN_MARKUP: RegExp = /&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi;
const ESCAPE = new RegExp(
  [PERCENT, IN_STRINGS, IN_MARKUP].map(({ source }) => source).join("|"),
  "gi",
);

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);
const LETTERS: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** Undoes one level of every escape, or of those that a global pattern finds; undefined when there is none. Linear. */
export function undoEscapes(from: Unescaped, kinds: RegExp = ESCAPE): Unescaped | undefined {
  const { text } = from;
  const starts = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  const put = (unit: string, at: number): void => {
    starts.fill(from.starts?.[at] ?? at, length, length + unit.length);
    length += unit.length;
    parts.push(unit);
  };
  const keep = (end: number): void => {
    for (let at = done; at < end; at += 1) starts[length + at - done] = from.starts?.[at] ?? at;
    length += end - done;
    parts.push(text.slice(done, end));
  };
  for (const { 0: found, index } of text.matchAll(kinds)) {
    keep(index);
    if (/^%[^u]/i.test(found)) eachPercent(found, (unit, at) => put(unit, index + at));
    else put(meaning(found), index);
    done = index + found.length;
  }
  if (done === 0) return undefined;
  keep(text.length);
  starts[length] = from.starts?.[text.length] ?? text.length;
  return { text: parts.join(""), starts: starts.subarray(0, length + 1) };
}

/** What one escape other than `%41` stands for; never longer than it. */
function meaning(found: string): string {
  if (found.startsWith("&")) {
    const name = found.slice(1, -1).toLowerCase();
    if (!name.startsWith("#")) return ENTITIES.get(name) ?? found;
    return name[1] === "x" ? character(name.slice(2), 16) : character(name.slice(1), 10);
  }
  const rest = found.slice(1);
  if (/^[ux]./i.test(rest)) return character(rest.slice(1).replace(/[{}]/g, ""), 16);
  return LETTERS.get(rest) ?? rest;
}

function character(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}

/** UTF-8; a byte that is none is Latin, as `escape` writes it. */
function eachPercent(run: string, put: (unit: string, at: number) => void): void {
  const byte = (at: number): number => Number.parseInt(run.slice(at + 1, at + 3), 16);
  for (let at = 0; at < run.length; ) {
    const lead = byte(at);
    const more = lead < 0xc2 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 0;
    let code = more === 0 ? lead : lead & (0x3f >> more);
    let read = 0;
    while (read < more) {
      const next = byte(at + 3 * (read + 1));
      if (!(next >= 0x80 && next < 0xc0)) break;
      code = code * 64 + (next & 0x3f);
      read += 1;
    }
    const isWhole = read === more && code <= 0x10ffff;
    put(isWhole ? String.fromCodePoint(code) : String.fromCharCode(lead), at);
    at += isWhole ? 3 * (more + 1) : 3;
  }
}
