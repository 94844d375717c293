import type { TextValue } from "./readValue.js";
import { withoutEnd } from "./withoutEnd.js";

const CALL = /^[A-Za-z_$][A-Za-z_$.?]*[([]/;
const NAMES = /^[\p{L}_$][\p{L}_$.?[\]<>|!]*$/u;
const WORD = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu;
const CONTINUES = /^\s{0,4}[;,.()[\]?:&|<>=+*{}!-]/;
const LONGEST_NAME = 48;
const LONGEST_CAPITALS = 12;

/** `token = getToken()`, `password: form.password`, `session: ClientSession;`: the names of things. */
export function isCode(
  text: string,
  value: TextValue,
  { operator, isEquals }: { readonly operator: number; readonly isEquals: boolean },
): boolean {
  const raw = text.slice(value.start, value.end);
  if (CALL.test(raw) || (/^[A-Za-z_$.]+$/.test(raw) && text.charAt(value.end) === "(")) return true;
  const name = withoutEnd(raw, ".,!?:;)]}([<>|");
  if (!isName(name)) return false;
  if (/[a-z_$]\.[a-z_$]/i.test(name)) return true;
  if (text.charAt(value.start - 1) !== " ") return false;
  // `key: word` is prose or a type more often than a secret; `key = word` only in a statement.
  if (!isEquals) return true;
  return (
    text.charAt(operator - 1) === " " &&
    CONTINUES.test(text.slice(value.start + name.length, value.end + 5))
  );
}

/** Letters that read as words, not as a random token. */
function isName(text: string): boolean {
  if (text.length > LONGEST_NAME || !NAMES.test(text)) return false;
  const words = text.match(WORD) ?? [];
  if (
    words.some(
      (word) =>
        word.length >= LONGEST_CAPITALS && word === word.toUpperCase() && /\p{Lu}/u.test(word),
    )
  ) {
    return false;
  }
  return words.length > 0 && text.length / words.length >= 3;
}
