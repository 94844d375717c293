import { describe, expect, test } from "vitest";
import { isSecretField, redactField } from "../../dist/redaction/index.js";

describe("a field is secret by", () => {
  test.each([
    ["its type", { type: "password", name: "x1" }],
    ["its name", { type: "text", name: "user[password]" }],
    ["its id", { id: "apiKey" }],
    ["autocomplete", { type: "text", autocomplete: "section-a cc-number" }],
    ["its label", { type: "text", name: "x1", label: "Enter your password *" }],
    ["a hidden csrf name", { type: "hidden", name: "_csrf" }],
  ])("%s", (_by, field) => expect(isSecretField(field)).toBe(true));
});

describe("and none by", () => {
  test.each([
    ["a word inside another", { type: "text", name: "keyword" }],
    ["its value", { type: "search", name: "q", value: "password manager" }],
    ["a choice about passwords", { type: "checkbox", name: "x", label: "Show password" }],
    ["a question", { type: "text", name: "x", label: "Forgot your password?" }],
  ])("%s", (_by, field) => expect(isSecretField(field)).toBe(false));
});

test("masks the value, and a property that repeats it", () => {
  const field = {
    type: "password",
    name: "p",
    value: "s1s1",
    label: "P",
    "aria-label": "now s1s1",
  };

  expect(redactField(field)).toEqual({
    type: "password",
    name: "p",
    value: "[redacted:password]",
    label: "P",
    "aria-label": "[redacted:field]",
  });
});

test("keeps nothing of a file's path", () => {
  expect(redactField({ type: "file", name: "f", value: "C:\\fakepath\\a.pem" }).value).toBe(
    "[redacted:file]",
  );
});

test("masks a token typed into another field", () => {
  expect(
    redactField({ name: "notes", value: "see eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.abc" }).value,
  ).toBe("see [redacted:jwt]");
});
