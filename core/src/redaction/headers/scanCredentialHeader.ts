import type { Edits } from "../Edits.js";
import { isAbsent } from "../keys/secretValue.js";
import { declareRules, isMask } from "../mask.js";
import { scanCookies, scanSetCookies } from "./scanCookies.js";

/** Schemes of Authorization (iana.org/assignments/http-authschemes) and the unregistered in use. */
const SCHEMES: ReadonlySet<string> = new Set(
  `basic bearer digest dpop gnap hoba mutual negotiate ntlm oauth privatetoken scram-sha-1
  scram-sha-256 vapid concealed token apikey api-key api_key key aws aws4-hmac-sha256
  aws4-ecdsa-p256-sha256 hawk sharedkey sharedkeylite sharedaccesssignature signature ssws
  googlelogin splunk geniekey jwt session mac sapisidhash custom kerberos passport1.4 user appkey
  x-api-key acs4-hmac-sha256 hmac hmac-sha256 tc3-hmac-sha256 wsse atproof klaviyo-api-key
  discogs bot client-id tok secret zoho-oauthtoken access_token goog4-rsa-sha256 sso-key`.split(
    /\s+/,
  ),
);
const SCHEME = /^([A-Za-z][\w.-]{0,40})([ \t]+)(?=\S)/;

/** The credential behind it was an empty text. */
const BARE_SCHEME = /^(?:bearer|basic|token)$/i;

declareRules(["authorization", "cookie"]);

/** Masks the value of Authorization (keeps its scheme), Cookie or Set-Cookie (keep their names). */
export function scanCredentialHeader(name: string, value: string, edits: Edits): void {
  if (name.startsWith("set-cookie")) scanSetCookies(value, edits);
  else if (name.startsWith("cookie")) scanCookies(value, edits);
  else scanAuthorization(value, edits);
}

function scanAuthorization(value: string, edits: Edits): void {
  let start = 0;
  for (const line of value.split("\n")) {
    const text = line.trimEnd();
    const scheme = SCHEME.exec(text);
    const isKnown = scheme?.[1] !== undefined && SCHEMES.has(scheme[1].toLowerCase());
    const kept =
      scheme !== null && isKnown ? scheme[0].length : text.length - text.trimStart().length;
    const rest = text.slice(kept);
    if (rest !== "" && !isMask(rest) && !isAbsent(rest) && !BARE_SCHEME.test(rest))
      edits.mask(start + kept, start + text.length, "authorization");
    start += line.length + 1;
  }
}
