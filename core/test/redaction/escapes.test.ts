import { describe, expect, test } from "vitest";
import { redactBody, redactText } from "../../dist/redaction/index.js";

const SECRET = "S3cret-S3cret";
const MASK = "[redacted:password]";

/** What a string in a string in … writes. */
function escaped(text: string, levels: number): string {
  let written = text;
  for (let level = 0; level < levels; level += 1) written = JSON.stringify(written).slice(1, -1);
  return written;
}

function asEntities(text: string, quote: string): string {
  return text.replaceAll('"', quote);
}

const json = (value: string) => `{"user":"bob","password":"${value}","page":"a"}`;
const graphql = (value: string) => `mutation { login(password: "${value}", name: "bob") { id } }`;
const block = (value: string) => `{ login(password: """${value}""") { id } }`;

describe("a quoted value goes, and nothing but it, however deep its quotes are escaped", () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])("in %i strings", (levels) => {
    for (const write of [json, graphql, block]) {
      const text = `log: ${escaped(write(SECRET), levels)} end`;

      expect(redactText(text)).toBe(`log: ${escaped(write(MASK), levels)} end`);
    }
  });

  test.each([
    "&quot;",
    "&#34;",
    "&#034;",
    "&#x22;",
    "&#X0022;",
    "&amp;quot;",
    "&amp;amp;amp;amp;quot;",
    "&amp;#34;",
    "&#38;quot;",
    "\\u0022",
    "\\\\u0022",
    "\\\\\\\\u0022",
    "\\x22",
    "\\&quot;",
    "\\\\\\&quot;",
  ])("with %s for its quotes", (quote) => {
    const text = `<p data-a='${asEntities(json(SECRET), quote)}'>`;

    expect(redactText(text)).toBe(`<p data-a='${asEntities(json(MASK), quote)}'>`);
  });

  test("with typographic quotes", () => {
    expect(redactText(`“password”: “${SECRET}” is`)).toBe(`“password”: “${MASK}” is`);
  });
});

test("a quote or a backslash of the value itself does not end it", () => {
  for (const value of ['S3"cret"S3cret', 'S3cret\\"x']) {
    for (let levels = 0; levels < 5; levels += 1) {
      const text = escaped(JSON.stringify({ password: value, page: "a" }), levels);

      expect(redactText(text)).toBe(escaped(JSON.stringify({ password: MASK, page: "a" }), levels));
    }
  }
  const hex = `{\\u0022password\\u0022:\\u0022S3\\\\\\u0022${SECRET}\\u0022,\\u0022a\\u0022:1}`;
  expect(redactText(hex)).toBe(`{\\u0022password\\u0022:\\u0022${MASK}\\u0022,\\u0022a\\u0022:1}`);
});

test("a bare value ends where the string around it does", () => {
  expect(redactText(`{\\"line\\":\\"password=${SECRET}\\",\\"a\\":1}`)).toBe(
    `{\\"line\\":\\"password=${MASK}\\",\\"a\\":1}`,
  );
  expect(redactText(`&quot;password=${SECRET}&quot;,&quot;a&quot;`)).toBe(
    `&quot;password=${MASK}&quot;,&quot;a&quot;`,
  );
  expect(redactText(`"password: ${SECRET}\\nuser: bob"`)).toBe(`"password: ${MASK}\\nuser: bob"`);
});

test("a script in a page", () => {
  const page = (value: string) =>
    `<script>window.state = JSON.parse("${escaped(json(value), 1)}");</script><p>Password: required</p>`;

  expect(redactBody(page(SECRET), "text/html")).toEqual({ text: page(MASK), redacted: true });
});

describe("leaves what is no secret, in escapes", () => {
  test.each([
    escaped('{"password":"","author":"Jane","max_tokens":12}', 1),
    escaped('{"password":"","author":"Jane","max_tokens":12}', 4),
    escaped('{"password":null,"password_hint":"x"}', 2),
    asEntities('{"password":"","passwordRequired":true}', "&amp;quot;"),
    "{\\u0022password\\u0022:\\u0022\\u0022,\\u0022keyword\\u0022:\\u0022S3cret\\u0022}",
    "C:\\new\\table\\users\\u0022",
    "a \\\\\\\\\\\\\\\\ b: \\\\\\\\",
  ])("%s", (text) => expect(redactText(text)).toBe(text));
});
