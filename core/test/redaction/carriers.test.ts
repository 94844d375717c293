import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactBody, redactText } from "../../dist/redaction/index.js";
import { keyRule } from "../../dist/redaction/keys/secretKey.js";

const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);
console.log(`redaction carriers: seed ${seed} (FC_SEED=${seed} runs the same again)`);

const MASK = /\[redacted:\w+\]/g;
/** Like a value for every carrier: none of them escapes it. */
const MARK = "\u2612";

/** One way to write a value under a key, among what is no secret. */
const CARRIERS: readonly ((key: string, value: string) => string)[] = [
  (key, value) => `{"user":"bob","${key}":"${value}","page":"a"}`,
  (key, value) => `mutation { login(${key}: "${value}", name: "bob") { id } }`,
  (key, value) => `user: bob\n${key}: |\n  ${value}\npage: a\n`,
  (key, value) => `user: bob\n${key}: >-\n  ${value}\n  ${value}\npage: a\n`,
  (key, value) => `user: bob\n${key}:\n  - "${value}"\npage: a\n`,
  (key, value) =>
    `<dict><key>${key}</key><string>${value}</string><key>page</key><string>a</string></dict>`,
  (key, value) => `<entry name="${key}" value="${value}"/><entry name="page" value="a"/>`,
  (key, value) => `<entry><key>${key}</key><value>${value}</value></entry>`,
  (key, value) => `<property name="${key}">${value}</property><b>a</b>`,
  (key, value) =>
    `--X1\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n--X1--\r\n`,
  (key, value) => `user,${key},page\nbob,${value},a\njane,${value},b\n`,
  (key, value) => `user\t${key}\nbob\t${value}\n`,
  (key, value) => `Login {user: "bob", auth: {${key}: "${value}"}}`,
  (key, value) => `x {name: "${key}", value: "${value}"} y`,
  (key, value) => `Map(1) {"${key}" => "${value}"}`,
  (key, value) => `(1) [["${key}", "${value}"]]`,
  (key, value) => `Error: bad\n    at f (x.js:1:2) {${key}: "${value}", code: 1}`,
];

/** What a text is put in; all of it stays. */
const WRAPPINGS: readonly ((text: string) => string)[] = [
  (text) => `{"note":${JSON.stringify(text)},"page":"b"}`,
  (text) => `log {"note":${JSON.stringify(text)},"page":"b"} end`,
  (text) => `"${JSON.stringify(text).slice(1, -1).replaceAll('\\"', "\\u0022")}"`,
  (text) => `<div data-x="${asMarkup(text)}" class="b">c</div>`,
  (text) => `<script>var s = JSON.parse(${JSON.stringify(text)});</script>`,
  (text) => `first line\n${text}\nlast line`,
  (text) => `<note>${asMarkup(text)}</note>`,
  (text) => `a=1&note=${encodeURIComponent(text).replaceAll("%E2%98%92", MARK)}&page=b`,
  (text) => `<pre>${asMarkup(text)}</pre>`,
];

function asMarkup(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

const key = fc.constantFrom(
  "password",
  "user_password",
  "clientSecret",
  "api_key",
  "refresh_token",
  "passphrase",
  "p4ssword",
);
const value = fc
  .array(fc.constantFrom(..."abcdefghjkmnpqrstuvwxyz23456789"), { minLength: 8, maxLength: 20 })
  .map((units) => `zq7${units.join("")}`)
  // `zq7aaaa6cvc` names a column.
  .filter((text) => keyRule(text) === undefined);
const nested = fc.tuple(
  fc.constantFrom(...CARRIERS),
  fc.array(fc.constantFrom(...WRAPPINGS), { maxLength: 3 }),
);

describe("a secret in any carrier, in any other", () => {
  test("goes, and all around it stays", () => {
    fc.assert(
      fc.property(key, value, nested, (name, secret, [carrier, wrappings]) => {
        const write = (text: string) =>
          wrappings.reduce((inner, wrap) => wrap(inner), carrier(name, text));

        for (const once of [redactText(write(secret)), asPlain(write(secret))]) {
          expect(once).not.toContain(secret);
          const marked = once.replace(MASK, MARK);
          // A block of two lines is one value.
          expect(shown(marked)).toBe(shown(write(MARK)));
          expect(redactText(once)).toBe(once);
        }
      }),
      { seed, numRuns: 1_500 },
    );
  });

  test("and without one, all of it stays", () => {
    const plain = fc.constantFrom("page", "author", "keyword", "created_at", "password_hint");
    fc.assert(
      fc.property(plain, value, nested, (name, text, [carrier, wrappings]) => {
        const whole = wrappings.reduce((inner, wrap) => wrap(inner), carrier(name, text));

        expect(redactText(whole)).toBe(whole);
      }),
      { seed, numRuns: 500 },
    );
  });
});

function asPlain(text: string): string {
  const result = redactBody(text, "text/plain");
  return "omitted" in result ? result.omitted : result.text;
}

/** Without what lies between two masks and is nothing but white space, escaped or not. */
function shown(text: string): string {
  return text.replace(
    /\u2612(?:\s|(?:\\|%(?:25)*5C)+[nr]|%(?:25)*(?:0A|0D|20)){1,40}(?=\u2612)/g,
    "",
  );
}
