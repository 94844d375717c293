import { errors } from "../../errors.js";

/** Where a pattern matches, in UTF-16 code units. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

/** Gives the matches of one text in order, empty ones with them, the next one when it is asked for. */
export type Pattern = (text: string) => Generator<Found, void>;

export interface PatternOptions {
  readonly text: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

/** Instructions of a compiled pattern: each may look at each character of a text. */
const MAX_PROGRAM = 500;

/** What is searched for. Throws `invalid_pattern`. */
export async function patternOf(options: PatternOptions): Promise<Pattern> {
  return options.isRegex ? regexOf(options) : literalOf(options);
}

/** A literal has no quantifier: the engine of the language looks for it in one pass, and never within a surrogate pair. */
function literalOf({ text, isCaseSensitive }: PatternOptions): Pattern {
  const source = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const flags = isCaseSensitive ? "gu" : "giu";
  return function* matches(searched) {
    for (const match of searched.matchAll(new RegExp(source, flags)))
      yield { start: match.index, end: match.index + match[0].length };
  };
}

async function regexOf({ text, isCaseSensitive }: PatternOptions): Promise<Pattern> {
  // Its tables cost a worker's start more than all else: loaded where one is asked for.
  const { RE2JS, RE2JSException, RE2JSSyntaxException } = await import("re2js");
  const flags = RE2JS.MULTILINE | (isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
  let compiled: InstanceType<typeof RE2JS>;
  try {
    compiled = RE2JS.compile(text, flags);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) {
      const position = positionIn(text, error.getPattern(), error.getDescription());
      throw errors.invalidPattern({ reason: error.getDescription(), position });
    }
    if (error instanceof RE2JSException)
      throw errors.invalidPattern({ reason: "it cannot be compiled", position: 0 });
    throw error;
  }
  const size = compiled.programSize();
  if (size > MAX_PROGRAM) {
    const reason = `it is too large (${size} steps, at most ${MAX_PROGRAM}): repeat less`;
    throw errors.invalidPattern({ reason, position: 0 });
  }
  return function* matches(searched) {
    const matcher = compiled.matcher(searched);
    while (matcher.find()) yield { start: matcher.start(), end: matcher.end() };
  };
}

/** The engine names the part that it could not read, before it the flags that it was given; a missing end is at the end. */
function positionIn(text: string, part: string | null, description: string): number {
  if (part === null || description.startsWith("missing closing )"))
    return Math.max(0, text.length - 1);
  return Math.max(0, text.indexOf(part));
}
