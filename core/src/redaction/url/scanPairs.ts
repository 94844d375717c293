import type { Edits } from "../Edits.js";
import { isTokenLike, isUuid } from "../keys/isTokenLike.js";
import { keyRule } from "../keys/secretKey.js";
import { isNothing, isOpaque, ruleForText } from "../keys/secretValue.js";
import { declareRules, isMask } from "../mask.js";
import { MAX_DEPTH, type Scanners } from "../Scanners.js";
import { scanTokens } from "../text/scanTokens.js";
import { decodePercent } from "./decodePercent.js";

/** One `key=value` of a query, a fragment, a form or a path, by its place in the text. */
interface Pair {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/** `?a=1` holds two units more than nothing: what is shorter cannot nest a pair. */
const SHORTEST_NESTED = 4;
const NEXT_PAIR = /^;(?:$|[&;]|[^&;=]*=)/;
const SEPARATOR = /[&;]/g;
/** Names that show an OAuth 2.0 redirect or token request (RFC 6749): then `code` is a credential. */
const OAUTH =
  /(?:^|[?&;#])(?:state|session_state|response_type|grant_type|redirect_uri|code_verifier|iss|authuser)=/;
const CALLBACK = /callback|oauth|authorize|(?:^|\/)cb(?:$|[/?#])|sign-?in|sso|oidc|redirect/i;
/** CAS tickets (apereo.github.io/cas protocol, section 3.7). */
const TICKET = /^(?:ST|PT|TGT|PGT|PGTIOU|LT|TGC)-/;

declareRules(["oauth_code", "ticket", "policy", "too_deep", "saml"]);

/** Masks credentials among `key=value` pairs. `context` is what stands before: a path, say. */
export function scanPairs(
  text: string,
  edits: Edits,
  options: { readonly scan: Scanners; readonly depth: number; readonly context: string },
): void {
  const isOAuth = OAUTH.test(text) || CALLBACK.test(options.context);
  let start = 0;
  let equals = -1;
  while (start <= text.length) {
    // Searched again only once passed: `&&&&…=` must not cost a search each.
    if (equals < start) equals = text.indexOf("=", start);
    const end = endOfPair(text, start, equals);
    if (equals >= 0 && equals < end) {
      const pair = { key: readKey(text.slice(start, equals)), start: equals + 1, end };
      scanPair(text, pair, edits, { ...options, isOAuth });
    } else if (equals < 0) {
      scanLoose(text, start, edits, options);
      return;
    } else {
      scanLoose(text.slice(0, end), start, edits, options);
    }
    start = end + 1;
  }
}

/** To the next separator; a `;` that no pair follows is a part of the value. */
function endOfPair(text: string, start: number, equals: number): number {
  SEPARATOR.lastIndex = start;
  while (SEPARATOR.test(text)) {
    const end = SEPARATOR.lastIndex - 1;
    if (text.charAt(end) === "&" || end < equals || NEXT_PAIR.test(text.slice(end, end + 100))) {
      return end;
    }
  }
  return text.length;
}

/** What has no `=`: a token can still stand there by itself. */
function scanLoose(
  text: string,
  start: number,
  edits: Edits,
  options: { readonly scan: Scanners; readonly depth: number },
): void {
  if (start >= text.length) return;
  const inner = edits.fork();
  if (options.depth >= MAX_DEPTH) scanTokens(text.slice(start), inner);
  else options.scan.text(text.slice(start), inner, options.depth + 1);
  edits.addAt(start, inner);
}

function readKey(raw: string): string {
  const key = raw.includes("+") ? raw.replaceAll("+", " ") : raw;
  return key.startsWith("?") || key.startsWith("#") ? key.slice(1) : key;
}

function scanPair(
  text: string,
  pair: Pair,
  edits: Edits,
  options: {
    readonly scan: Scanners;
    readonly depth: number;
    readonly isOAuth: boolean;
  },
): void {
  const raw = text.slice(pair.start, pair.end);
  if (raw === "") return;
  const decoded = /[%+]/.test(raw) ? decodePercent(raw, true) : undefined;
  const value = decoded?.text ?? raw;
  const rule = isNothing(raw) ? undefined : ruleOfPair(pair.key, value, options);
  if (rule !== undefined) {
    edits.mask(pair.start, pair.end, rule);
    return;
  }
  if (options.depth >= MAX_DEPTH) {
    if (/[%=:{]/.test(raw) && !isMask(raw)) edits.mask(pair.start, pair.end, "too_deep");
    return;
  }
  if (value.length < SHORTEST_NESTED) return;
  const inner = edits.fork();
  scanDecoded(value, inner, options);
  if (inner.isEmpty) return;
  if (decoded === undefined) {
    edits.addAt(pair.start, inner);
    return;
  }
  const placed = edits.fork();
  placed.addDecoded(decoded.origin, inner, (mask) => mask.replaceAll('"', "%22"));
  edits.addAt(pair.start, placed);
}

function scanDecoded(
  text: string,
  edits: Edits,
  options: { readonly scan: Scanners; readonly depth: number },
): void {
  // A relative URL is known by its first character, an absolute one is found by the text scan.
  if (/^[/?#]/.test(text) && /[?#=]/.test(text)) options.scan.url(text, edits, options.depth + 1);
  else options.scan.value(text, edits, options.depth + 1);
}

function ruleOfPair(
  key: string,
  value: string,
  options: { readonly isOAuth: boolean },
): string | undefined {
  const rule = ruleForText(keyRule(key), value);
  if (rule !== undefined) return rule;
  switch (key.toLowerCase()) {
    case "code":
      return options.isOAuth && value.length >= 6 && isOpaque(value) ? "oauth_code" : undefined;
    case "ticket":
      return TICKET.test(value) || (isTokenLike(value) && !isUuid(value)) ? "ticket" : undefined;
    case "invite":
    case "invitation":
    case "reset":
      return isTokenLike(value) ? "token" : undefined;
    case "policy":
      // CloudFront's signed URLs (docs.aws.amazon.com, "custom policy"): base64, long.
      return value.length >= 32 && /^[\w~=+/-]+$/.test(value) ? "policy" : undefined;
    default:
      return undefined;
  }
}
