import { foreignWords } from "./foreign.js";
import { hasLeet } from "./undoLeet.js";
import { ANYWHERE, AT_END, WHOLE } from "./words.js";

const PLAIN = /^[\w\-.[\]$/: ]*$/;

/**
 * Whether any deciding phrase can be in a key at all: a plain key needs at least the longest word
 * of one. Most keys end here, so that the decision on words may take its time.
 */
export function mayDecide(key: string): boolean {
  return !PLAIN.test(key) || STEM.test(key) || hasLeet(key);
}

const STEM: RegExp = buildStem();

function buildStem(): RegExp {
  const longest = [...ANYWHERE.keys(), ...AT_END.keys(), ...WHOLE.keys()].map((phrase) =>
    phrase.split(" ").reduce((a, b) => (b.length > a.length ? b : a)),
  );
  const plain = [...longest, ...foreignWords()].filter((word) => /^[a-z\d]+$/.test(word));
  const needed = [...new Set(plain)].filter(
    (word) => !plain.some((other) => other !== word && word.includes(other)),
  );
  return new RegExp(needed.join("|"), "i");
}
