/** Words that people write with digits and signs for letters; none of them is another word. */
const LEET =
  /p[a4@][s5$]{2}(?:w[o0]rd|wd|phr[a4@][s5$][e3]|c[o0]d[e3])|[s5$][e3]cr[e3]t|t[o0]k[e3]n|cr[e3]d[e3]nti[a4@]l/gi;
const SIGN = /[\d@$]/;
const LETTERS: ReadonlyMap<string, string> = new Map([
  ["0", "o"],
  ["3", "e"],
  ["4", "a"],
  ["@", "a"],
  ["5", "s"],
  ["$", "s"],
]);

/** `p4ssw0rd` and `pa$$word` as letters; all else stays. */
export function undoLeet(key: string): string {
  return SIGN.test(key) ? key.replace(LEET, (word) => plain(word)) : key;
}

/** Whether a key holds such a word at all. */
export function hasLeet(key: string): boolean {
  return SIGN.test(key) && undoLeet(key) !== key;
}

function plain(word: string): string {
  if (!SIGN.test(word)) return word;
  const letters = [...word.toLowerCase()].map((unit) => LETTERS.get(unit) ?? unit).join("");
  return /^\p{Lu}/u.test(word) ? letters.charAt(0).toUpperCase() + letters.slice(1) : letters;
}
