/** Where the JSON lies in a body that wraps it; everything outside is code that loads it. */
export interface Carried {
  readonly start: number;
  readonly end: number;
}

/** Prefixes against JSON hijacking, as frameworks write them (Angular, Google, Facebook, Spring). */
const PREFIX =
  /^\ufeff?[ \t\r\n]{0,64}(?:\)\]\}'?,?(?:\r?\n|(?=\s*[[{"]))|while\s?\((?:1|true)\);|for\s?\(;;\);|\{\}\s?&&|throw [\w'"]{1,10};(?:\s?<[\w ']{1,40}>)?|%%%BREAK%%%|\/\*\*\/)?/;
const CALL = /^\s{0,64}(?:typeof [\w$.]{1,100} === 'function' && )?[A-Za-z_$][\w$.[\]]{0,100}\s?\(/;
const AFTER_CALL = /^\)\s{0,64};?\s{0,64}$/;

/** Leaves out a byte order mark and a prefix that keeps scripts from reading the JSON. */
export function skipPrefix(text: string): Carried {
  return { start: PREFIX.exec(text.slice(0, 256))?.[0].length ?? 0, end: text.length };
}

/** The argument of a JSONP call, or undefined when the text is none. */
export function jsonpArgument(text: string): Carried | undefined {
  const prefix = skipPrefix(text).start;
  const call = CALL.exec(text.slice(prefix, prefix + 400));
  const end = text.lastIndexOf(")");
  if (call === null || end < 0 || text.length - end > 140) return undefined;
  const start = prefix + call[0].length;
  return end >= start && AFTER_CALL.test(text.slice(end)) ? { start, end } : undefined;
}
