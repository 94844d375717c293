import { describe, expect, test } from "vitest";
import { redactBody } from "../../dist/redaction/index.js";

const SECRET = "Hunter2Secr3t";
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64");

function redacted(text: string, type = "application/json"): string {
  const result = redactBody(text, type);
  return "text" in result ? result.text : JSON.stringify(result);
}

describe("rows of JSON under their columns", () => {
  test.each([
    [
      {
        columns: ["id", "password"],
        rows: [
          [1, SECRET],
          [2, "x"],
        ],
      },
    ],
    [{ fields: ["id", "password"], values: [[1, SECRET]] }],
    [{ result: { headers: ["api_key", "id"], data: [[SECRET, 1]] } }],
    [{ columns: [{ name: "id" }, { name: "password", type: "text" }], rows: [[1, SECRET]] }],
    [{ columns: ["id", "pin"], rows: [[1, 4711]] }],
    [
      [
        ["id", "password"],
        [1, SECRET],
      ],
    ],
    [
      [
        ["login", "password", "role"],
        ["bob", SECRET, "admin"],
      ],
    ],
  ])("are masked where the column is a credential's: %j", (body) => {
    const text = redacted(JSON.stringify(body));

    expect(text).not.toContain(SECRET);
    expect(text).not.toContain("4711");
    expect(text).toContain("[redacted:");
    expect(redacted(text)).toBe(text);
  });

  test.each([
    [{ columns: ["id", "name"], rows: [[1, "bob"]] }],
    [{ fields: ["password", "name"], errors: [["required", "too long"]] }],
    [{ keys: ["token", "id"], steps: [["a", "b"]] }],
    [{ columns: ["token", 7], rows: [["a", "b"]] }],
    [{ columns: ["a sentence, with a password"], rows: [["a"]] }],
    [
      [
        ["user", "bob"],
        ["role", "admin"],
      ],
    ],
  ])("stay where none is: %j", (body) => {
    const text = JSON.stringify(body);

    expect(redacted(text)).toBe(text);
  });

  test("leave the cells beside it as they were", () => {
    const text =
      '{ "columns": ["id","password","note"], "rows": [[1.50, "Hunter2Secr3t", "a\\u0041"]] }';

    expect(redacted(text)).toBe(text.replace(SECRET, "[redacted:password]"));
  });
});

describe("a number", () => {
  test("of a key that is secret together with the one above it goes, one that counts stays", () => {
    expect(redacted('{"session":{"id":4711081542}}')).not.toContain("4711081542");
    expect(redacted('{"password":{"min":8,"digits":2}}')).toBe('{"password":{"min":8,"digits":2}}');
  });
});

describe("base64 of JSON", () => {
  test.each([
    ["a string of JSON", JSON.stringify({ data: base64({ password: SECRET }) }), undefined],
    ["a list", JSON.stringify({ data: base64([{ password: SECRET }]) }), undefined],
    [
      "a form",
      `page=1&data=${encodeURIComponent(base64({ user: { password: SECRET } }))}`,
      "application/x-www-form-urlencoded",
    ],
    ["a text", base64({ password: SECRET }), "text/plain"],
    [
      "the URL alphabet",
      base64({ password: `${SECRET}?>` })
        .replaceAll("+", "-")
        .replaceAll("/", "_"),
      "text/plain",
    ],
  ])("goes as a whole where it holds a credential: %s", (_name, text, type) => {
    const text2 = redacted(text, type);

    expect(text2).toContain("[redacted:password]");
    expect(text2).not.toMatch(/eyJ|W3si/);
    expect(redacted(text2, type)).toBe(text2);
  });

  test.each([
    [{ cursor: base64({ id: 12, created_at: "2026-01-01" }) }],
    [{ state: base64(["a", "b"]) }],
    [{ image: "eyJub3QganNvbg" }],
  ])("stays where it holds none: %j", (body) => {
    const text = JSON.stringify(body);

    expect(redacted(text)).toBe(text);
  });
});
