import { foreignWords } from "./foreign.js";
import { ANYWHERE, AT_END, BENIGN_TAIL, FILLERS, NEUTRAL, WHOLE } from "./words.js";

const PART = /[.[\]/]+/;
/** Letters of one script, or digits: separators and script borders end a chunk. */
const CHUNK = /[\p{Script=Latin}\p{Mn}]+|\p{N}+|(?:(?!\p{Script=Latin})[\p{L}\p{M}])+/gu;
const WORD = /\p{Lu}+(?![\p{Ll}\p{Mn}])|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+|\p{Lu}/gu;
/** Longer runs are no compound of words; the bound keeps the search below cheap. */
const LONGEST_COMPOUND = 48;
const SHORTEST_COMPOUND = 4;

const dictionary: ReadonlySet<string> = new Set(
  [...AT_END.keys(), ...ANYWHERE.keys(), ...WHOLE.keys()]
    .flatMap((phrase) => phrase.split(" "))
    .concat([...BENIGN_TAIL, ...FILLERS, ...NEUTRAL, ...foreignWords()])
    .filter((word) => word.length > 1 || word === "j" || word === "x"),
);

/** The parts of a key that is a path: `user[password]`, `a.b`, `/a/b`; the last that names something is last. */
export function splitPath(key: string): string[] {
  return key.split(PART).filter((part) => part !== "" && !/^\d+$/.test(part));
}

/** The words of one part, lower-case: by separators, case changes and digit borders. */
export function splitWords(part: string): string[] {
  return chunksOf(part).flatMap((chunk) => splitCase(chunk).flatMap(splitCompound));
}

/** The words of one part when its letter case means nothing: `AccessTOKEN`, `passWord`. */
export function splitCaseless(part: string): string[] {
  return chunksOf(part).flatMap((chunk) => splitCompound(chunk.toLowerCase()));
}

function chunksOf(part: string): string[] {
  return part.normalize("NFC").match(CHUNK) ?? [];
}

function splitCase(chunk: string): string[] {
  const words = chunk.match(WORD) ?? [];
  // `PaSsWoRd`: no case that changes every other letter marks words.
  if (words.length > 1 && chunk.length / words.length <= 2) return [chunk.toLowerCase()];
  return words.map((word) => word.toLowerCase());
}

/**
 * `accesstoken` is `access` and `token`: a run of letters is cut only if known words make up all of
 * it, so that `compass`, `author` and `tokenizer` stay whole.
 */
function splitCompound(marked: string): string[] {
  const word = marked
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFC");
  if (word.length < SHORTEST_COMPOUND || word.length > LONGEST_COMPOUND || dictionary.has(word))
    return [word];
  const cutBefore: (number | undefined)[] = [0];
  for (let end = 1; end <= word.length; end += 1) {
    for (let start = 0; start < end; start += 1) {
      if (cutBefore[start] !== undefined && dictionary.has(word.slice(start, end))) {
        cutBefore[end] = start;
        break;
      }
    }
  }
  return collect(word, cutBefore);
}

function collect(word: string, cutBefore: readonly (number | undefined)[]): string[] {
  const cuts: string[] = [];
  let end = word.length;
  while (end > 0) {
    const start = cutBefore[end];
    if (start === undefined) return [word];
    cuts.unshift(word.slice(start, end));
    end = start;
  }
  return cuts;
}
