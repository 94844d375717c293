import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactBody, redactHeader, redactText, redactUrl } from "../../dist/redaction/index.js";
import { keyRule } from "../../dist/redaction/keys/secretKey.js";
import { benignKey, benignText, credentialKey, secret } from "./plantedSecrets.js";

const seed = Number(process.env.FC_SEED ?? Date.now() % 2 ** 31);
console.log(`redaction properties: seed ${seed} (FC_SEED=${seed} runs the same again)`);
const MARK = "\u0001";

/** JSON text with a mark where a mask is expected, so that the bytes around it can be compared. */
interface Planted {
  readonly text: string;
  readonly expected: string;
}

const spaces = fc.constantFrom("", " ", "\n", "\t ", "\r\n  ");
const numbers = fc.constantFrom(
  "0",
  "-0",
  "1e400",
  "12345678901234567890",
  "1.0",
  "1E+2",
  "0.1000",
  "-1.5e-7",
);
const leaf: fc.Arbitrary<Planted> = fc
  .oneof(
    benignText.map((text) => JSON.stringify(text)),
    numbers,
    fc.constantFrom("true", "false", "null"),
  )
  .map((text) => ({ text, expected: text }));

/** Writes a key with some of its characters as JSON escapes. */
function escapeSome(key: string, every: number): string {
  return [...JSON.stringify(key).slice(1, -1)]
    .map((unit, at) => (at % every === 0 && /[a-z]/i.test(unit) ? escapeUnit(unit) : unit))
    .join("");
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

const plantedMember: fc.Arbitrary<Planted> = fc
  .tuple(credentialKey, secret, fc.integer({ min: 1, max: 9 }), spaces)
  .map(([key, value, every, space]) => {
    const name = every < 4 ? escapeSome(key, every) : JSON.stringify(key).slice(1, -1);
    return { text: `"${name}"${space}:"${value}"`, expected: `"${name}"${space}:"${MARK}"` };
  });

const { document } = fc.letrec<{
  document: Planted;
  object: Planted;
  array: Planted;
  nested: Planted;
}>((tie) => ({
  document: fc.oneof(
    { depthSize: "small", maxDepth: 5 },
    leaf,
    tie("object"),
    tie("array"),
    tie("nested"),
  ),
  object: fc
    .array(fc.oneof(plantedMember, fc.tuple(benignKey, tie("document"), spaces).map(toMember)), {
      maxLength: 5,
    })
    .map((members) => join("{", members, "}")),
  array: fc.array(tie("document"), { maxLength: 4 }).map((items) => join("[", items, "]")),
  nested: tie("object").map(({ text, expected }) => ({
    text: quote(text),
    expected: quote(expected),
  })),
}));

function toMember([key, value, space]: [string, Planted, string]): Planted {
  const name = `${space}${JSON.stringify(key)}:`;
  return { text: name + value.text, expected: name + value.expected };
}

function join(open: string, parts: readonly Planted[], close: string): Planted {
  const glue = (name: keyof Planted) => open + parts.map((part) => part[name]).join(",") + close;
  return { text: glue("text"), expected: glue("expected") };
}

/** JSON inside a JSON string; the mark must survive as it is. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll("\\u0001", MARK);
}

function unmask(text: string): string {
  return text.replace(/\[redacted:\w+\]/g, MARK);
}

describe("JSON", () => {
  test("no planted secret survives, every other byte does, a second pass finds nothing", () => {
    fc.assert(
      fc.property(document, ({ text, expected }) => {
        const result = redactBody(text, "application/json");

        if ("omitted" in result) throw new Error(`omitted: ${result.omitted}`);
        expect(unmask(result.text)).toBe(expected);
        expect(redactBody(result.text, "application/json")).toEqual({
          text: result.text,
          redacted: false,
        });
      }),
      { seed, numRuns: 2_000 },
    );
  });

  test("all that lies below a credential's key goes, whatever its shape, and the shape stays", () => {
    const { below } = fc.letrec<{ below: unknown }>((tie) => ({
      below: fc.oneof(
        { depthSize: "small", maxDepth: 4 },
        secret,
        fc.array(tie("below"), { maxLength: 3 }),
        fc.dictionary(
          fc.constantFrom("value", "hint", "old", "from", "to", "details", "x", "info", "plain"),
          tie("below"),
          { maxKeys: 3 },
        ),
      ),
    }));
    fc.assert(
      fc.property(credentialKey, below, benignKey, (key, value, other) => {
        const text = JSON.stringify({ [other]: "a", b: { [key]: value } });

        const result = redactBody(text, "application/json");

        if ("omitted" in result) throw new Error(`omitted: ${result.omitted}`);
        expect(unmask(result.text)).toBe(text.replace(/Zq7\w+/g, MARK));
      }),
      { seed, numRuns: 1_000 },
    );
  });

  test("a text cut anywhere is dropped or clean", () => {
    fc.assert(
      fc.property(document, fc.nat(), credentialKey, secret, ({ text }, at, key, value) => {
        const whole = `{${JSON.stringify(key)}:${JSON.stringify(value)},"x":${text}}`;

        const result = redactBody(whole.slice(0, at % whole.length), "application/json");

        if (!("omitted" in result)) expect(result.text).not.toContain(value);
      }),
      { seed, numRuns: 500 },
    );
  });
});

const pair = fc.oneof(
  fc.tuple(credentialKey, secret).map(([key, value]) => ({ key, value, isSecret: true })),
  fc
    .tuple(benignKey, fc.constantFrom("1", "abc", "a b", "ü", "100%", "x@y.test", ""))
    .map(([key, value]) => ({ key, value, isSecret: false })),
);
const query = fc.array(pair, { minLength: 1, maxLength: 6 }).map((pairs) => {
  const glue = (mark: boolean) =>
    pairs
      .map(
        ({ key, value, isSecret }) =>
          `${encodeURIComponent(key)}=${mark && isSecret ? MARK : encodeURIComponent(value)}`,
      )
      .join("&");
  return { text: glue(false), expected: glue(true) };
});

describe("URLs and forms", () => {
  test("only the planted values change, in query, fragment, route, form and a URL in a URL", () => {
    fc.assert(
      fc.property(query, fc.nat(5), ({ text, expected }, shape) => {
        const inner = encodeURIComponent(`https://b.test/?${text}`);
        const innerExpected = encodeURIComponent(`https://b.test/?${expected}`).replaceAll(
          "%01",
          MARK,
        );
        const [input, output] = [
          [`https://a.test/p?${text}`, `https://a.test/p?${expected}`],
          [`https://a.test/p#${text}`, `https://a.test/p#${expected}`],
          [`https://a.test/#/r?${text}`, `https://a.test/#/r?${expected}`],
          [`/p?${text}`, `/p?${expected}`],
          [`https://a.test/p?n=${inner}`, `https://a.test/p?n=${innerExpected}`],
          [text, expected],
        ][shape] ?? ["", ""];
        const redact = shape === 5 ? redactForm : redactUrl;

        const once = redact(input ?? "");

        expect(unmask(once)).toBe(output);
        expect(redact(once)).toBe(once);
      }),
      { seed, numRuns: 1_000 },
    );
  });
});

function redactForm(text: string): string {
  const result = redactBody(text, "application/x-www-form-urlencoded");
  return "omitted" in result ? "omitted" : result.text;
}

const headerLine: fc.Arbitrary<readonly [name: string, value: string, expected: string]> = fc.oneof(
  secret.map((value) => ["Authorization", `Bearer ${value}`, `Bearer ${MARK}`] as const),
  secret.map((value) => ["cookie", `a=${value}; b="${value}"`, `a=${MARK}; b=${MARK}`] as const),
  secret.map(
    (value) =>
      [
        "Set-Cookie",
        `a=${value}; Path=/\nb=${value}; Secure`,
        `a=${MARK}; Path=/\nb=${MARK}; Secure`,
      ] as const,
  ),
  secret.map((value) => ["Location", `/x?a=1&token=${value}#y`, `/x?a=1&token=${MARK}#y`] as const),
  fc
    .tuple(
      fc.constantFrom("x-api-key", "X-Auth-Token", "x-user-password", "DPoP", "apikey"),
      secret,
    )
    .map(([name, value]) => [name, value, MARK] as const),
  fc
    .constantFrom("ETag", "Vary", "X-Request-Id", "Idempotency-Key", "Sec-WebSocket-Key")
    .map((name) => [name, 'W/"686897696a7c876b7e"', 'W/"686897696a7c876b7e"'] as const),
);

describe("header sets", () => {
  test("values go, names, schemes, cookie names and attributes stay", () => {
    fc.assert(
      fc.property(fc.array(headerLine, { minLength: 1, maxLength: 8 }), (headers) => {
        for (const [name, value, expected] of headers) {
          const once = redactHeader(name, value);

          expect(unmask(once)).toBe(expected);
          expect(redactHeader(name, once)).toBe(once);
        }
      }),
      { seed, numRuns: 500 },
    );
  });
});

const asciiKey = credentialKey.filter(
  (key) => /^[\w-]+$/.test(key) && !/^(?:.*authorization|.*[Cc]ookie).*$/i.test(key),
);
const assignment = fc
  .tuple(asciiKey, secret, fc.nat(8))
  .map(
    ([key, value, shape]) =>
      [
        `${key}=${value}`,
        `${key}: ${value}`,
        `"${key}":"${value}"`,
        `${key} = '${value}'`,
        `--${key}=${value}`,
        `${key} := ${value}`,
        `"${key}" => "${value}"`,
        `https://a.test/?${key}=${value}`,
        `{\\"${key}\\":\\"${value}\\"}`,
      ].map((text) => ({ text, value }))[shape] ?? { text: "", value },
  );
const safeText = benignText.filter((text) => !/[\ud800"\\]/.test(text));

describe("texts", () => {
  test("no planted secret survives among prose, and a second pass changes nothing", () => {
    fc.assert(
      fc.property(safeText, assignment, safeText, assignment, (before, first, between, second) => {
        const text = `${before} ${first.text} ${between} ${second.text}`;

        const once = redactText(text);

        expect(once).not.toContain(first.value);
        expect(once).not.toContain(second.value);
        expect(once.startsWith(before)).toBe(true);
        expect(redactText(once)).toBe(once);
      }),
      { seed, numRuns: 500 },
    );
  });

  test("any text at all is taken, and stays as it is on a second pass", () => {
    const any = fc.string({
      unit: fc.constantFrom(..."a1=:;&<>\"'\\%3D{}[]()@/?#-. \n,pt密\ud800"),
      maxLength: 60,
    });
    fc.assert(
      fc.property(any, (text) => {
        const once = redactText(text);

        expect(redactText(once)).toBe(once);
        redactUrl(text);
        redactBody(text, undefined);
        redactHeader("x-any", text);
        keyRule(text);
      }),
      { seed, numRuns: 3_000 },
    );
  });
});
