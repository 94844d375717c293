import type { Range } from "./scanUrls.js";

const CDATA = "<![CDATA[";

/** The text of one element, and where reading goes on. */
export interface ElementContent extends Range {
  /** Behind all that was searched for the end: not to be searched twice. */
  readonly next: number;
}

/**
 * The text, without blanks around it, of the element whose open tag ends before `from`; undefined
 * when it holds elements, or none at all: `Promise<Token>` in code. One that was cut off is read.
 */
export function elementContent(text: string, from: number): ElementContent | undefined {
  const isCdata = text.startsWith(CDATA, from);
  const start = isCdata ? from + CDATA.length : from;
  const stop = text.indexOf(isCdata ? "]]>" : "<", start);
  const next = stop < 0 ? text.length : stop;
  if (!isCdata && stop >= 0 && text.charAt(stop + 1) !== "/") return undefined;
  const raw = text.slice(start, next);
  const value = raw.trim();
  if (stop < 0 && /\s/.test(value)) return undefined;
  const lead = start + raw.length - raw.trimStart().length;
  return { start: lead, end: lead + value.length, next };
}
