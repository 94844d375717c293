import type { KeyRule } from "../keys/keyRule.js";
import { keyRule } from "../keys/secretKey.js";

/** What part a key plays for the other values of its object. */
export type KeyRole = "none" | "name" | "path" | "type" | "value" | "data" | "oauth" | "code";

/** All that a scan asks about a key, decided once. */
export interface KeyFacts {
  readonly text: string;
  readonly rule: KeyRule | undefined;
  readonly role: KeyRole;
  /** With the key above it can be a credential: `session` and `id`. */
  readonly opensPair: boolean;
  readonly closesPair: boolean;
  /** Holds messages for people: under it a credential's name stands before prose. */
  readonly isMessages: boolean;
  readonly isHeaders: boolean;
  /** May list the columns of a table. */
  readonly isHeading: boolean;
  /**
   * The key that came next the last time, and the first one inside this key's object: guesses that
   * the reader checks, since records repeat.
   */
  following: KeyFacts | undefined;
  first: KeyFacts | undefined;
}

const LARGEST_CACHE = 4096;
const LONGEST_CACHED = 64;
const cache = new Map<string, KeyFacts>();

const ROLES: ReadonlyMap<string, KeyRole> = new Map([
  ...keysOf("name", "name key field label header param id attribute variable prop"),
  ...keysOf("path", "path"),
  ...keysOf("type", "type"),
  ...keysOf("value", "value val values"),
  ...keysOf("data", "data content"),
  ...keysOf("oauth", "grant_type granttype redirect_uri redirecturi code_verifier codeverifier"),
  ...keysOf("code", "code"),
]);
const OPENS =
  /(?:session|api|access|private|secret|card|signing|encryption|master|client|verification|recovery|backup|mfa|auth|ssh|security|account|storage|subscription|csrf|xsrf|social)$/i;
const CLOSES = /^(?:id|key|code|codes|number|num|answer|value|hash|cvc|cvv|security)$/i;
const MESSAGES =
  /(?:errors?|messages?|validations?|labels?|placeholders?|translations?|i18n|locales?|hints?|tooltips?|descriptions?|helpText|violations?)$/i;
const HEADERS = /headers?$/i;
const HEADING =
  /(?:columns?|cols|fields?|headers?|head|headings?|keys|names|schema|attributes|properties|meta)$/i;

/** The facts about a key as it stands decoded; remembered for short keys. */
export function keyFacts(key: string): KeyFacts {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const facts: KeyFacts = {
    text: key,
    rule: keyRule(key),
    role: ROLES.get(key.toLowerCase()) ?? "none",
    opensPair: OPENS.test(key),
    closesPair: CLOSES.test(key),
    isMessages: MESSAGES.test(key),
    isHeaders: HEADERS.test(key),
    isHeading: HEADING.test(key),
    following: undefined,
    first: undefined,
  };
  if (key.length <= LONGEST_CACHED) {
    if (cache.size >= LARGEST_CACHE) cache.clear();
    cache.set(key, facts);
  }
  return facts;
}

function keysOf(role: KeyRole, words: string): [string, KeyRole][] {
  return words.split(" ").map((word) => [word, role]);
}

/** The facts about no key: an array's element, or the top. */
export const NO_KEY: KeyFacts = keyFacts("");
