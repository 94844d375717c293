// A small and careful copy of what core's redaction knows: it decides what may leave the page at all,
// and core decides again. Where they differ, this one should be the stricter.
const WORDS =
  "password passwords passwd pwd pw psw pswd passphrase passcode secret secrets token tokens jwt bearer otp totp cvv cvc csc cvn csrf xsrf pin ssn credential credentials apikey sid iban mfa tfa ccnum passwort kennwort contrasena motdepasse";
const PHRASES =
  "api key|access key|private key|secret key|client secret|session id|session key|card number|card no|card num|card code|cc number|cc num|cc no|credit card|debit card|security code|verification code|one time code|one time pin|auth code|authorization code|recovery code|backup code|sms code|login code|access code|social security|seed phrase|recovery phrase|security answer|mot de passe|encryption key|signing key|magic link";
/** First and last words that make a name a fact about a credential, or a number of tokens to spend. */
const HARMLESS: ReadonlySet<string> = new Set(
  "count limit hint policy strength length expiry expires expiration enabled required type reset forgot forgotten max min show hide remember has is".split(
    " ",
  ),
);
const RUN_TOGETHER =
  /(?:password|passwd|passphrase|secretkey|apikey|cardnumber|ccnumber|creditcard|accesstoken|authtoken|csrftoken|sessionid)/;

const words: ReadonlySet<string> = new Set(WORDS.split(" "));
const phrases: readonly string[] = PHRASES.split("|").map((phrase) => ` ${phrase} `);

/** Whether a field's name or id is that of a credential. By words: `tokenizer` and `author` are not. */
export function isSecretName(name: string): boolean {
  if (name === "") return false;
  const parts = partsOf(name);
  return saysSecret(parts) && !HARMLESS.has(parts[0] ?? "") && !HARMLESS.has(parts.at(-1) ?? "");
}

/** Whether a label asks for one: "Enter your password *" does, "Forgot your password?" does not. */
export function isSecretLabel(label: string): boolean {
  if (label === "") return false;
  const parts = partsOf(label);
  return parts.length <= 10 && !label.includes("?") && saysSecret(parts);
}

function partsOf(text: string): readonly string[] {
  return text
    .slice(0, 200)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[^\p{L}]+/gu, " ")
    .toLowerCase()
    .trim()
    .split(" ");
}

function saysSecret(parts: readonly string[]): boolean {
  const text = ` ${parts.join(" ")} `;
  return (
    parts.some((part) => words.has(part)) ||
    phrases.some((phrase) => text.includes(phrase)) ||
    RUN_TOGETHER.test(parts.join("")) ||
    parts.at(-1) === "pass"
  );
}
