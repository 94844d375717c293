import { describe, expect, test } from "vitest";
import { redactBody, redactHeader, redactText, redactUrl } from "../../dist/redaction/index.js";

const ABSENT = ["undefined", "null", "NaN", "[object Object]", "true", "false", '""'];

describe("what a script writes where it has no value", () => {
  test.each(ABSENT)("is no secret, but a fault to be seen: %s", (word) => {
    const form = `csrf=${encodeURIComponent(word)}&a=1`;
    const json = JSON.stringify({
      csrf: word,
      nested: { password: word },
      headers: { authorization: `Bearer ${word}` },
    });

    expect(redactHeader("x-csrf", word)).toBe(word);
    expect(redactHeader("authorization", `Bearer ${word}`)).toBe(`Bearer ${word}`);
    expect(redactHeader("authorization", word)).toBe(word);
    expect(redactUrl(`http://app.test/?token=${encodeURIComponent(word)}`)).toBe(
      `http://app.test/?token=${encodeURIComponent(word)}`,
    );
    expect(redactBody(json, "application/json")).toMatchObject({ text: json });
    expect(redactBody(form, "application/x-www-form-urlencoded")).toMatchObject({ text: form });
    const text = JSON.stringify({ password: word });
    expect(redactText(text)).toBe(text);
    const cookie = `session=${word}; b=${word}`;
    expect(redactHeader("cookie", cookie)).toBe(cookie);
    expect(redactHeader("set-cookie", `${cookie}; path=/`)).toBe(`${cookie}; path=/`);
  });

  test("nor is a scheme with nothing behind it, but the same word as a password", () => {
    expect(redactHeader("authorization", "Bearer")).toBe("Bearer");
    expect(redactHeader("authorization", "Bearers")).toBe("[redacted:authorization]");
    expect(redactBody('{"password":"token"}', "application/json")).toMatchObject({
      text: '{"password":"[redacted:password]"}',
    });
  });

  test.each(["undefined1", "xnull", "NULL0", "[object Object]x", "nullnull", "truex", "xfalse"])(
    "and what only looks like it is kept back: %s",
    (word) => {
      expect(redactHeader("x-csrf", word)).toBe("[redacted:csrf]");
      expect(redactHeader("authorization", `Bearer ${word}`)).toBe(
        "Bearer [redacted:authorization]",
      );
      expect(redactBody(JSON.stringify({ password: word }), "application/json")).toMatchObject({
        text: '{"password":"[redacted:password]"}',
      });
    },
  );
});
