import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchUrl } from "../dist/matchUrl.js";

describe("a URL pattern", () => {
  test.each<[string, string, boolean]>([
    ["http://a.test/", "http://a.test/", true],
    ["http://a.test/", "http://a.test/x", false],
    ["http://a.test/*", "http://a.test/", true],
    ["http://a.test/*/x", "http://a.test/1/2/x", true],
    ["http://a.test/*/x", "http://a.test/x", false],
    ["http://a.test/a?b=*", "http://a.test/a?b=1&c=2", true],
    ["http://a.test/a?b=*", "http://a.test/aXb=1", false],
    ["http://a.test/*aba", "http://a.test/aba", true],
    ["http://a.test/ab*ba", "http://a.test/aba", false],
    ["http://a.test/a.b", "http://a.test/aXb", false],
    ["http://a.test/**", "http://a.test/x", true],
  ])("%s and %s: %j", (pattern, url, expected) => {
    expect(matchUrl(pattern, url)).toBe(expected);
  });

  test("means what the same words mean as a regular expression", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
    const plain = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
    fc.assert(
      fc.property(word, plain, (pattern, url) => {
        expect(matchUrl(pattern, url)).toBe(
          new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(url),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test("is never slow", () => {
    expect(matchUrl(`${"a*".repeat(5000)}b*a`, "a".repeat(16_000))).toBe(false); // one that tries again takes years
  });
});
