import { describe, expect, test } from "vitest";
import { redactBody, redactText } from "../../dist/redaction/index.js";

const SECRET = "correct horse";

function field(name: string, value: string): string {
  return `------X1\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
}

const body = `${field("user", "bob")}${field("password", "@")}${field("note", "a--b\r\nc")}------X1--\r\n`;

describe("a form that a text repeats", () => {
  test.each([
    body,
    `got: ${body}`,
    body.replaceAll("\r\n", "\n"),
    body.replace("\r\n\r\n@", "\r\nContent-Type: text/plain\r\n\r\n@"),
    field("password", "@").slice("------X1\r\n".length),
    'Content-Disposition: form-data; name="user[password]"\n\n@',
    "content-disposition: form-data; name=password\n\n@\n--X--",
    `--X Content-Disposition: form-data; name="password" @ --X--`,
  ])("%j", (text) => {
    const masked = text.replaceAll("@", "[redacted:password]");

    expect(redactText(text.replaceAll("@", SECRET))).toBe(masked);
    expect(redactBody(text.replaceAll("@", SECRET), "text/plain")).toMatchObject({ text: masked });
    expect(redactText(masked)).toBe(masked);
  });
});

describe("leaves what is no secret", () => {
  test.each([
    `${field("password", "")}${field("note", "b")}------X1--`,
    `${field("author", "Jane")}------X1--`,
    'Content-Disposition: attachment; name="password"\n\nx y',
    'use form-data; name="password"\n\nas the name',
  ])("%j", (text) => expect(redactText(text)).toBe(text));
});

test("an empty part is empty, and a value ends before the line's end", () => {
  const type = "multipart/form-data; boundary=----X1";
  const empty = `${field("password", "")}${field("note", "b")}------X1--\r\n`;
  const filled = `${field("password", SECRET)}------X1--\r\n`;

  expect(redactBody(empty, type)).toEqual({ text: empty, redacted: false });
  expect(redactBody(filled, type)).toEqual({
    text: `${field("password", "[redacted:password]")}------X1--\r\n`,
    redacted: true,
  });
});
