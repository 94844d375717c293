import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactBody, redactHeader, redactText, redactUrl } from "../../dist/redaction/index.js";
import { benignKey, benignText, credentialKey, secret } from "./plantedSecrets.js";

const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);
console.log(`redaction base64: seed ${seed} (FC_SEED=${seed} runs the same again)`);

/** Each place that a value can stand in: how it is written there, and how it is read. */
const PLACES: readonly (readonly [write: string, read: (text: string) => string])[] = [
  ["data=@&page=2", (text) => asBody(text, "application/x-www-form-urlencoded")],
  ['{"data":"@","page":2}', (text) => asBody(text, "application/json")],
  ['{"a":"{\\"data\\":\\"@\\"}"}', (text) => asBody(text, "application/json")],
  ["https://a.test/p?state=@&page=2", redactUrl],
  ["https://a.test/cb/@/done", redactUrl],
  ["https://a.test/p#@", redactUrl],
  ["sent @ to the server", redactText],
  ["atob('@')", redactText],
  ["<p data-state=@ class=b>a</p>", (text) => asBody(text, "text/html")],
  ["a, @", (text) => redactHeader("x-state", text)],
];

function asBody(text: string, type: string): string {
  const result = redactBody(text, type);
  return "omitted" in result ? result.omitted : result.text;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64url");
}

const ofSecret = fc
  .tuple(credentialKey, secret, benignKey, fc.nat(3))
  .map(([key, value, other, shape]) => {
    const texts = [
      JSON.stringify({ [other]: 1, a: { [key]: value } }),
      JSON.stringify([{ [key]: [value] }], undefined, 2),
      `{ "${key}": "${value}" }`,
      `page=2&${encodeURIComponent(key)}=${value}`,
    ];
    return texts[shape] ?? "";
  });
const ofNone = fc
  .tuple(benignKey, benignText, benignKey)
  .map(([key, text, other]) => JSON.stringify({ user: 1, [key]: text, [other]: [text] }));

describe("base64 of JSON or of a form that holds a secret", () => {
  test.each([
    ["data=eyJwYXNzd29yZCI6IngifQ==", "data=[redacted:password]"],
    ["data=eyJwYXNzd29yZCI6IngifQ%3D%3D&a=b", "data=[redacted:password]&a=b"],
    [`data=${base64("user=bob&password=w0rse")}`, "data=[redacted:password]"],
    [`data=${base64('{"a":1,"password":"w0rse","cut o')}`, "data=[redacted:password]"],
    [`data=${base64(`{"a":"${base64('{"password":"w0rse"}')}"}`)}`, "data=[redacted:password]"],
  ])("%s", (text, output) => {
    expect(asBody(text, "application/x-www-form-urlencoded")).toBe(output);
  });

  test("goes as a whole, wherever it stands, and all around it stays", () => {
    fc.assert(
      fc.property(ofSecret, fc.constantFrom(...PLACES), (text, [write, read]) => {
        const [before, after] = write.split("@");

        const once = read(write.replace("@", base64(text)));

        expect(once).toMatch(/\[redacted:\w+\]/);
        expect(once.replace(/\[redacted:\w+\]/, "@")).toBe(`${before}@${after}`);
        expect(read(once)).toBe(once);
      }),
      { seed, numRuns: 1_000 },
    );
  });

  test("and without one, stays", () => {
    fc.assert(
      fc.property(ofNone, fc.constantFrom(...PLACES), (text, [write, read]) => {
        const whole = write.replace("@", base64(text));

        expect(read(whole)).toBe(whole);
      }),
      { seed, numRuns: 500 },
    );
  });
});

describe("leaves other base64, and what looks like it", () => {
  test.each([
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC",
    "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    "eyJpZCI6MTAsImNyZWF0ZWRfYXQiOiIyMDI2In0=",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
    "WzEsMiwzLDQsNSw2LDcsOF0=",
    "external-resource-name-of-the-page",
    "WyJwYXNzd29yZCIsImVtYWlsIl0=",
  ])("%s", (text) => {
    for (const [write, read] of PLACES) {
      const whole = write.replace("@", text.replace(/=+$/, ""));
      expect(read(whole)).toBe(whole);
    }
  });
});
