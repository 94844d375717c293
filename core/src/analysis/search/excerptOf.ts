import type { Found } from "./patternOf.js";

/** The match with what stands around it. */
export interface Excerpt {
  readonly excerpt: string;
  readonly match_at: number;
  readonly match_chars: number;
}

/** With the two marks that text sets around the match, an excerpt has at most 120 characters. */
const MAX_CHARS = 118;
const BEFORE = 30;
const MAX_MATCH = 70;

/** A cut end is an ellipsis; a pair of surrogates is not cut in two. */
export function excerptOf(text: string, { start, end }: Found): Excerpt {
  const matchEnd = back(text, Math.min(end, start + MAX_MATCH));
  const from = start <= BEFORE ? 0 : forth(text, start - BEFORE + 1);
  const lead = from === 0 ? "" : "…";
  const room = MAX_CHARS - lead.length - (matchEnd - from);
  const whole = text.length - matchEnd <= room;
  const to = whole ? text.length : back(text, matchEnd + room - 1);
  return {
    excerpt: `${lead}${text.slice(from, to)}${whole ? "" : "…"}`,
    match_at: lead.length + start - from,
    match_chars: matchEnd - start,
  };
}

function splitsPair(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
}

function back(text: string, at: number): number {
  return splitsPair(text, at) ? at - 1 : at;
}

function forth(text: string, at: number): number {
  return splitsPair(text, at) ? at + 1 : at;
}
