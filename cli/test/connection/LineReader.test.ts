import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineReader } from "../../dist/connection/LineReader.js";

function read(chunks: readonly Buffer[], limit?: number): { lines: string[]; tooLong: number } {
  const seen = { lines: [] as string[], tooLong: 0 };
  const listener = {
    onLine: (line: string) => seen.lines.push(line),
    onTooLong: () => seen.tooLong++,
  };
  const reader = new LineReader(listener, limit);
  for (const chunk of chunks) reader.push(chunk);
  return seen;
}

describe("LineReader", () => {
  test("gives the same lines however the bytes are cut, also within a character", () => {
    const line = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", ""));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat(60)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
        const at = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b)];
        const chunks = at.map((from, index) => bytes.subarray(from, at[index + 1] ?? bytes.length));

        const expected = bytes.toString("utf8").split("\n").slice(0, -1);
        expect(read(chunks).lines).toEqual(expected);
      }),
    );
  });

  test("gives no line that is not ended", () => {
    expect(read([Buffer.from("a\nb")]).lines).toEqual(["a"]);
  });

  test("takes a line of exactly the limit and stops for good at one byte more", () => {
    expect(read([Buffer.from("1234\n")], 4)).toEqual({ lines: ["1234"], tooLong: 0 });
    expect(read([Buffer.from("12345\n"), Buffer.from("1\n")], 4)).toEqual({
      lines: [],
      tooLong: 1,
    });
    expect(read([Buffer.from("123"), Buffer.from("45\n1\n")], 4)).toEqual({
      lines: [],
      tooLong: 1,
    });
  });
});
