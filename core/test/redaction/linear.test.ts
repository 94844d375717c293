import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { redactBody, redactHeader, redactText, redactUrl } from "../../dist/redaction/index.js";
import { KnownSecrets } from "../../dist/redaction/KnownSecrets.js";
import { keyRule } from "../../dist/redaction/keys/secretKey.js";
import { adversarialTexts } from "./adversarialTexts.js";

const SHORT = 2 ** 11;
const FACTOR = 8;
const MARGIN = 1.6;
/** Steps a unit that any text may cost: a short one can end early where a long one does not. */
const USUAL = 24;

/** Short ones that the adversarial texts hold, and ones that they nearly hold. */
const known = new KnownSecrets();
for (const value of ["%3D%3D", "&quot;a", '\\"\\"\\"b', "-----BEGIN x", "aaaaaa", "4111 4112"]) {
  known.add(value);
}

/** Units that native searches pass over, and calls that look at one unit. */
let steps = 0;
const native = {
  indexOf: String.prototype.indexOf,
  lastIndexOf: String.prototype.lastIndexOf,
  includes: String.prototype.includes,
  charCodeAt: String.prototype.charCodeAt,
  charAt: String.prototype.charAt,
  startsWith: String.prototype.startsWith,
  slice: String.prototype.slice,
};

beforeEach(() => {
  steps = 0;
  const counted: Record<string, (...args: never[]) => unknown> = {
    indexOf(this: string, needle: string, from = 0) {
      const found = native.indexOf.call(this, needle, from);
      steps += 1 + (found < 0 ? this.length : found) - Math.min(from, this.length);
      return found;
    },
    lastIndexOf(this: string, needle: string) {
      steps += 1 + this.length;
      return native.lastIndexOf.call(this, needle);
    },
    includes(this: string, needle: string, from = 0) {
      const found = native.indexOf.call(this, needle, from);
      steps += 1 + (found < 0 ? this.length : found);
      return found >= 0;
    },
    charCodeAt(this: string, at: number) {
      steps += 1;
      return native.charCodeAt.call(this, at);
    },
    charAt(this: string, at: number) {
      steps += 1;
      return native.charAt.call(this, at);
    },
    startsWith(this: string, needle: string, at?: number) {
      steps += 1;
      return native.startsWith.call(this, needle, at);
    },
    slice(this: string, from?: number, to?: number) {
      steps += 1;
      return native.slice.call(this, from, to);
    },
  };
  Object.assign(String.prototype, counted);
});

afterEach(() => {
  Object.assign(String.prototype, native);
});

function stepsOf(run: (text: string) => unknown, text: string): number {
  const before = steps;
  run(text);
  return steps - before;
}

const runs: readonly (readonly [name: string, run: (text: string) => unknown])[] = [
  ["text", redactText],
  ["URL", redactUrl],
  ["JSON", (text) => redactBody(text, "application/json")],
  ["a JSON string", (text) => redactBody(JSON.stringify({ a: text }), "application/json")],
  ["form", (text) => redactBody(text, "application/x-www-form-urlencoded")],
  [
    "multipart",
    (text) =>
      redactBody(
        `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${text}`,
        "multipart/form-data; boundary=x",
      ),
  ],
  ["HTML", (text) => redactBody(text, "text/html")],
  ["a header", (text) => redactHeader("x-any", text)],
  ["Cookie", (text) => redactHeader("cookie", text)],
  ["Set-Cookie", (text) => redactHeader("set-cookie", text)],
  ["Authorization", (text) => redactHeader("authorization", text)],
  ["a key", keyRule],
  ["known secrets", (text) => known.redact(text)],
  [
    "known secrets in escapes",
    (text) => known.redact(text.slice(text.length >> 1).replaceAll(/[^a-z]/g, "%25%41")),
  ],
];

describe("eight times the text costs about eight times the steps", () => {
  test.each(runs)(
    "%s",
    (_name, run) => {
      const short = adversarialTexts(SHORT);
      const long = adversarialTexts(SHORT * FACTOR);
      for (const [index, text] of long.entries()) {
        const few = stepsOf(run, short[index] ?? "");
        const many = stepsOf(run, text);
        const label = `${JSON.stringify(text.slice(0, 24))}: ${few} steps, then ${many}`;
        expect(many, label).toBeLessThanOrEqual(MARGIN * FACTOR * Math.max(few, USUAL * SHORT));
      }
    },
    180_000,
  );
});

/** Steps inside patterns cannot be counted. In seconds, what costs milliseconds otherwise. */
describe("patterns do not search again from each of many places", () => {
  const length = 2 ** 16;
  test.each([
    ["passwords:\n- a", " ", "x"],
    ["password: |\n  a", " ", "x</pre>x"],
    ["password: |\n  a", " </a>", "x"],
    ["password: a", "!", "x"],
    ['password="', ")", 'x"'],
    ["Basic ", ".", "a"],
    ["", "<pre>", ""],
    ["<pre>", "<b ", ""],
    ["a\n", "<b>password: |\n ", ""],
    ['{"password":["is ', "a ", 'x"]}'],
  ])("%j, then many %j and %j", (head, unit, tail) => {
    const rest = length - head.length - tail.length;
    const text = head + unit.repeat(Math.floor(rest / unit.length)) + tail;

    const start = performance.now();
    redactText(text);
    redactBody(text, "text/html");

    expect(performance.now() - start).toBeLessThan(1_500);
  });
});
