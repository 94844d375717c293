import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonFault } from "../dist/commands/jsonFault.js";

test.each([
  ["", 1, 1],
  ["{a:1}", 1, 2],
  ['{"a":}', 1, 6],
  ['{"a":1,}', 1, 8],
  ['{"a":1} x', 1, 9],
  ["[1,\n 2\n 3]", 3, 2],
  ['["a\\q"]', 1, 2],
  ["[[],{},[{}]", 1, 12],
  ["'a'", 1, 1],
  ["{}}", 1, 3],
])("%j is no JSON any more at line %i, column %i", (text, line, column) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonFault(text)).toBe(`it breaks at line ${line}, column ${column}`);
});

test("whatever is JSON breaks at its end alone", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const column = (text.split("\n").at(-1) ?? "").length + 1;
      expect(jsonFault(text)).toContain(`column ${column}`);
    }),
  );
});

test("a document of nothing but brackets is read without a deep stack", () => {
  expect(jsonFault("[".repeat(80_000))).toContain("column 80001");
});
