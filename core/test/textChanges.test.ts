import { expect, test } from "vitest";
import { textChanges } from "../dist/analysis/textChanges.js";
import { operationRecord, pageRecord, RUN_ID } from "../dist/testing/index.js";

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
