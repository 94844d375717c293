import { describe, expect, test } from "vitest";
import { redactBody } from "../../dist/redaction/index.js";

function part(headers: string, body: string): string {
  return `--X\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${body}\r\n`;
}

const MULTIPART = "multipart/form-data; boundary=X";

describe("by content type", () => {
  test.each([
    [
      "application/x-www-form-urlencoded",
      "a=1&password=s1=&b=%20",
      "a=1&password=[redacted:password]&b=%20",
    ],
    [
      "application/x-www-form-urlencoded",
      "%50%41%53%53word=s1&text=100%25+sure",
      "%50%41%53%53word=[redacted:password]&text=100%25+sure",
    ],
    [
      "application/xml",
      "<a><password>s1</password></a>",
      "<a><password>[redacted:password]</password></a>",
    ],
    [
      "text/html",
      '<input type=password value="s1">',
      '<input type=password value="[redacted:password]">',
    ],
    ["text/plain", "token=s1s1", "token=[redacted:token]"],
    ["text/event-stream", 'data: {"token":"s1"}\n\n', 'data: {"token":"[redacted:token]"}\n\n'],
    ["application/javascript", 'cb({"token":"s1"})', 'cb({"token":"[redacted:token]"})'],
    [undefined, '{"token":"s1"}', '{"token":"[redacted:token]"}'],
    [undefined, "user=bob&pin=4821", "user=bob&pin=[redacted:pin]"],
  ])("%s", (type, input, output) => {
    expect(redactBody(input, type)).toEqual({ text: output, redacted: true });
    expect(redactBody(output, type)).toEqual({ text: output, redacted: false });
  });
});

describe("multipart", () => {
  test("masks text parts and keeps of a file its name, type and size", () => {
    const file = 'name="f"; filename="a.pem"\r\nContent-Type: text/plain';
    const input = `${part('name="password"', "s1")}${part('name="a"', "b")}${part(file, "12345")}--X--\r\n`;

    const result = redactBody(input, MULTIPART);

    const output = `${part('name="password"', "[redacted:password]")}${part('name="a"', "b")}${part(file, "[5 chars]")}--X--\r\n`;
    expect(result).toEqual({ text: output, redacted: true });
    expect(redactBody(output, MULTIPART)).toEqual({ text: output, redacted: false });
  });

  test("reads a JSON part, and masks it whole when it is broken", () => {
    const json = 'name="m"\r\nContent-Type: application/json';

    expect(redactBody(`${part(json, '{"token":"s1"}')}--X--`, MULTIPART)).toMatchObject({
      text: `${part(json, '{"token":"[redacted:token]"}')}--X--`,
    });
    expect(redactBody(`${part(json, '{"token":"s1"')}--X--`, MULTIPART)).toMatchObject({
      text: `${part(json, "[redacted:unparsed_json]")}--X--`,
    });
  });

  test("reads a body that was cut off, and drops one without its boundary", () => {
    expect(
      redactBody('--X\r\nContent-Disposition: form-data; name="pin"\r\n\r\n4821', MULTIPART),
    ).toMatchObject({
      text: '--X\r\nContent-Disposition: form-data; name="pin"\r\n\r\n[redacted:pin]',
    });
    expect(redactBody("abc", MULTIPART)).toEqual({ omitted: "multipart" });
  });
});

test("drops what is no text", () => {
  expect(redactBody("\u0000\u0001", "application/octet-stream")).toEqual({ omitted: "non_text" });
  expect(redactBody("x", "image/png")).toEqual({ omitted: "non_text" });
});

test.each([
  ["plain text after all", "plain text after all"],
  ['{"password":"hunter22"}', '{"password":"[redacted:password]"}'],
  ["pin=4821&a=1", "pin=[redacted:pin]&a=1"],
])("reads %j of a type that says nothing by its looks", (text, kept) => {
  expect(redactBody(text, "application/octet-stream")).toMatchObject({ text: kept });
});

test("gives the same string when nothing was changed", () => {
  const text = '{"a":1}';

  expect(redactBody(text, "application/json")).toEqual({ text, redacted: false });
  expect(redactBody("", "application/json")).toEqual({ text: "", redacted: false });
});
