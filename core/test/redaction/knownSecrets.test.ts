import { describe, expect, test } from "vitest";
import { MaskCount } from "../../dist/redaction/index.js";
import { KnownSecrets } from "../../dist/redaction/KnownSecrets.js";

describe("values typed into secret fields", () => {
  const secrets = new KnownSecrets();
  secrets.add('p"w & ü+1');
  secrets.add("short");
  const clean = (text: string): string => secrets.redact(text, new MaskCount());

  test.each([
    ["as they are", 'sent p"w & ü+1 now', "sent [redacted:secret_field] now"],
    ["in JSON", '{"x1":"p\\"w & ü+1"}', '{"x1":"[redacted:secret_field]"}'],
    ["in a URL", "/a?x=p%22w%20%26%20%C3%BC%2B1&y=1", "/a?x=[redacted:secret_field]&y=1"],
    ["in a form", "x1=p%22w+%26+%C3%BC%2B1", "x1=[redacted:secret_field]"],
  ])("are taken out %s", (_name, text, expected) => {
    expect(clean(text)).toBe(expected);
    expect(clean(expected)).toBe(expected);
  });

  test("shorter than six characters are left: they would stand by chance", () => {
    expect(clean("a short text")).toBe("a short text");
  });

  test("are counted, one for each place", () => {
    const masks = new MaskCount();
    const known = new KnownSecrets();
    known.add("hunter22");
    known.redact("hunter22 and hunter22", masks);
    expect(masks.toJSON()).toEqual({ secret_field: 2 });
  });
});
