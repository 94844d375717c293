import { expect, test } from "vitest";
import { textChanges } from "../dist/analysis/textChanges.js";
import { operationRecord, pageRecord, RUN_ID, START } from "../dist/testing/index.js";

const operation = operationRecord(1, {
  state: "completed",
  before: `${RUN_ID}:g1`,
  after: `${RUN_ID}:g2`,
});

test.each([
  [
    "a page of a list that came twice",
    "Item 1\nItem 2",
    "Item 1\nItem 2\nItem 1\nItem 2",
    "+Item 1 +Item 2",
  ],
  ["one line twice more", "x", "x\n x \nx", "+x +x"],
  ["one of two equal lines that went", "x\nx\ny", "y\nx", "-x"],
  ["another order", "a\nb", "b\na", ""],
])("lines are counted: %s", (_name, before, after, expected) => {
  const pages = [before, after].map((text, index) => pageRecord(index + 1, { text }));

  const { added, removed } = textChanges(operation, pages);

  expect([...added.map((line) => `+${line}`), ...removed.map((line) => `-${line}`)].join(" ")).toBe(
    expected,
  );
});

test("a line that streams in has not gone, and one that did is told by its beginning", () => {
  const stream = "row ".repeat(200);
  const texts = ["start", stream, `${stream}${stream}`, `gone ${stream}`, `${stream}${stream}end`];
  const [before, ...later] = texts.map((text, index) =>
    pageRecord(index + 1, { text, at: START + index }),
  );
  const observations = later.slice(0, -1).map(({ id }) => id);
  const streaming = { ...operation, after: `${RUN_ID}:g5`, observations };

  const { passed } = textChanges(streaming, [before ?? pageRecord(1), ...later]);

  expect(passed.map(({ text }) => [text.slice(0, 9), text.length])).toEqual([["gone row ", 240]]);
});
