import { describe, expect, test } from "vitest";
import { redactText } from "../../dist/redaction/index.js";

const SECRET = "correcthorse";

describe("what an object or array says by its shape", () => {
  test.each([
    'Login {user: "bob", auth: {password: "@", page: "a"}}',
    'x {name: "password", value: "@"} y',
    "x {value: '@', name: 'password', type: 'text'} y",
    'x [{key: "password", value: "@"}, {key: "a", value: "b"}]',
    '{passwords: ["@", "@"], page: ["a", "b"]}',
    '{password: {value: "@"}, page: {value: "a"}}',
    'Map(2) {"password" => {value: "@"}, "page" => {value: "a"}}',
    'Map(1) {"password" => "@"}',
    '(2) [["password", "@"], ["page", "a"]]',
    'Array(1) [{name: "password", value: "@"}',
    'Error: it\'s bad\n    at f (x.js:1:2) {password: "@", code: 1}',
    'log {\\"name\\":\\"password\\",\\"value\\":\\"@\\"} end',
  ])("%s", (text) => {
    const masked = text.replaceAll("@", "[redacted:password]");

    expect(redactText(text.replaceAll("@", SECRET))).toBe(masked);
    expect(redactText(masked)).toBe(masked);
  });

  test("a bare value that looks like a secret, and a number", () => {
    expect(redactText("passwords: [h0rse-battery, h0rse-staple]\npage: [a1b2c3d4]")).toBe(
      "passwords: [[redacted:password], [redacted:password]]\npage: [a1b2c3d4]",
    );
    expect(redactText('x {name: "pin", value: 4821}')).toBe(
      'x {name: "pin", value: [redacted:pin]}',
    );
  });
});

describe("leaves objects that hold no secret", () => {
  test.each([
    'x {name: "page", value: "a1b2c3d4"} y',
    'x {label: "API key", value: "api_key"} y',
    'rules = {password: {required: "Please enter it", minlength: 8, type: "password"}}',
    'session = {cookie: {sameSite: "lax", path: "/", secure: true}}',
    'x {passwords: [], password: {}, token: [null, ""]}',
    'fields: ["password", "api_key", "token"]',
    "fetch(url, {credentials: 'include', headers: {accept: 'text/plain'}})",
    '{tokens: ["id", "access"], total_tokens: 12}',
    "function f({ password, token }) { return [password, token]; }",
    "don't {name: \"token\", value: form.value} it's",
    'x {name: "password", value: ""} y',
  ])("%s", (text) => expect(redactText(text)).toBe(text));
});
