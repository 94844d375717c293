import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  counted,
  cutEnd,
  cutMiddle,
  gapLines,
  milliseconds,
  shortId,
  table,
} from "../dist/index.js";

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));

describe("text of a report", () => {
  test("names a record shortly, and nothing that is no id", () => {
    expect(shortId("d3f0c2a91b7e4:n12")).toBe("n12");
    expect(shortId("n12")).toBe("n12");
    expect(shortId("d3f0c2a91b7e4:n12 --output x")).toBe("?");
  });

  test("is cut where it is too long, and told to be", () => {
    expect(cutEnd("abcdef", 6)).toBe("abcdef");
    expect(cutEnd("abcdefg", 6)).toBe("abcde…");
    expect(cutMiddle("abcdef", 6)).toBe("abcdef");
    expect(cutMiddle("abcdefgh", 6)).toBe("abc…gh");
  });

  test("is never longer than asked, and holds no half of a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 3, max: 20 }), (text, width) => {
        for (const shown of [cutEnd(text, width), cutMiddle(text, width)]) {
          expect(shown.length).toBeLessThanOrEqual(width);
          expect(isWellFormed(shown)).toBe(true);
        }
      }),
      { seed },
    );
  });

  test("counts, measures and names gaps", () => {
    expect([counted(1, "rule"), counted(0, "rule")]).toEqual(["1 rule", "0 rules"]);
    expect([milliseconds(1.6), milliseconds(undefined)]).toEqual(["2ms", "-"]);
    expect([gapLines([]), gapLines(["a", "b"])]).toEqual([[], ["gaps a b"]]);
  });

  test("stands in columns, numbers to the right", () => {
    expect(
      table(
        [
          ["n", "name"],
          ["10", "a"],
        ],
        ["right"],
      ),
    ).toEqual([" n  name", "10  a"]);
  });
});

function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}
