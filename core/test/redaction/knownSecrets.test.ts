import { describe, expect, test } from "vitest";
import { MaskCount } from "../../dist/redaction/index.js";
import { KnownSecrets } from "../../dist/redaction/KnownSecrets.js";

const MASK = "[redacted:secret_field]";

function knowing(...values: readonly string[]): (text: string) => string {
  const secrets = new KnownSecrets();
  for (const value of values) secrets.add(value);
  return (text) => secrets.redact(text, new MaskCount());
}

describe("values typed into secret fields", () => {
  const clean = knowing('p"w & ü+1', "short");

  test.each([
    ["as they are", 'sent p"w & ü+1 now', `sent ${MASK} now`],
    ["in JSON", '{"x1":"p\\"w & ü+1"}', `{"x1":"${MASK}"}`],
    ["in a URL", "/a?x=p%22w%20%26%20%C3%BC%2B1&y=1", `/a?x=${MASK}&y=1`],
    ["in a form", "x1=p%22w+%26+%C3%BC%2B1", `x1=${MASK}`],
  ])("are taken out %s", (_name, text, expected) => {
    expect(clean(text)).toBe(expected);
    expect(clean(expected)).toBe(expected);
  });

  const hard = "O'Brien/ü+\\b \"<x>&1";
  const json = JSON.stringify(hard);
  const html = hard.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const utf8 = Buffer.from(hard).toString("base64");
  test.each([
    ["as Chrome writes a hash", new URL(`http://a/#${hard}`).hash.slice(1)],
    ["as Chrome writes a query", new URL(`http://a/?${hard}`).search.slice(1)],
    ["as Chrome writes a path", new URL(`http://a/${hard}`).pathname.slice(1)],
    ["as encodeURI writes it", encodeURI(hard)],
    ["as a form", new URLSearchParams({ v: hard }).toString().slice(2)],
    ["percent-encoded in lower case", encodeURIComponent(hard).toLowerCase()],
    [
      "percent-encoded to the last letter",
      hard.replace(/[a-z]/gi, (c) => `%${c.charCodeAt(0).toString(16)}`),
    ],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(hard))],
    ["as escape writes it", escape(hard)],
    ["as JSON with other escapes", json.replaceAll("/", "\\/").replaceAll("ü", "\\u00FC")],
    ["as JSON in JSON", JSON.stringify(JSON.stringify(json))],
    ["as JSON in a URL", encodeURIComponent(json)],
    [
      "as a script writes it",
      hard.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("ü", "\\xfc"),
    ],
    ["as markup", html],
    [
      "as markup with numbers",
      hard.replace(/[^a-z]/gi, (c) => `&#x${c.charCodeAt(0).toString(16)};`),
    ],
    ["as JSON in markup", JSON.stringify(html)],
    ["in upper case", hard.toUpperCase()],
    ["in base64", utf8.replace(/=+$/, "")],
    ["in base64 of URLs", Buffer.from(hard).toString("base64url")],
  ])("are taken out %s", (_name, written) => {
    const cleaned = knowing(hard)(`(${written})`);
    expect(cleaned).not.toMatch(/brien|%4f|&#x2f|QnJpZW4/i);
    expect(cleaned).toContain(MASK);
    expect(cleaned.startsWith("(")).toBe(true);
    expect(cleaned.endsWith(")")).toBe(true);
  });

  test.each(["", "a", "ab", "ada:"])("are taken out of base64 behind %j", (before) => {
    const secret = "hunter2-Zx81-canary";
    const cleaned = knowing(secret)(Buffer.from(`${before}${secret}:end`).toString("base64"));
    expect(cleaned).toContain(MASK);
    expect(Buffer.from(cleaned.replace(MASK, ""), "base64").toString()).not.toMatch(/unter2|canar/);
  });

  test("are taken out where blanks were folded", () => {
    expect(knowing(" two  blanks ")("'two blanks'")).toBe(`'${MASK}'`);
  });

  test("which hold escapes themselves are taken out too", () => {
    const clean = knowing("100%25\\n&amp;");
    for (const written of ["100%25\\n&amp;", encodeURIComponent("100%25\\n&amp;")]) {
      expect(clean(`a=${written}`)).toBe(`a=${MASK}`);
    }
  });

  test("leave all else as it was, escapes and units outside of the Latin script too", () => {
    const text = "İ%C3%BC\\u00e9&amp;%ZZ\\q%E9\ud83d\ude00 hunter22 İ&#1114112;%C3";
    expect(knowing("hunter22")(text)).toBe(text.replace("hunter22", MASK));
  });

  test("shorter than six characters are left: they would stand by chance", () => {
    expect(clean("a short text")).toBe("a short text");
  });

  test("are counted, one for each place", () => {
    const masks = new MaskCount();
    const known = new KnownSecrets();
    for (const value of ["hunter", "hunter2", "hunter22"]) known.add(value);
    expect(known.redact("hunter22 and hunter22", masks)).toBe(`${MASK} and ${MASK}`);
    expect(masks.toJSON()).toEqual({ secret_field: 2 });
  });

  test("are known to whoever takes them over", () => {
    const before = new KnownSecrets();
    before.add("hunter22");
    const after = new KnownSecrets();
    after.addAll(before);
    expect(after.redact("hunter22")).toBe(MASK);
  });
});
