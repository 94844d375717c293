import { expect, test } from "vitest";
import { operationVerb } from "../../src/analysis/operationVerb.js";

test.each([
  ["click", { method: "click" }],
  ["double-click", { method: "click", how: { click_count: 2 } }],
  ["right-click", { method: "click", how: { button: "right" } }],
  [
    "Control+Shift+middle-triple-click",
    {
      method: "click",
      how: { button: "middle", click_count: 3, modifiers: ["Control", "Shift"] },
    },
  ],
  ["Shift+hover", { method: "hover", how: { modifiers: ["Shift"] } }],
  ["press", { method: "press", how: { modifiers: ["Control"] } }],
  ["hard reload", { method: "reload", how: { hard: true } }],
  ["fill behind", { method: "fill", how: { no_clear: true } }],
] as const)("calls it %s", (words, operation) => {
  expect(operationVerb(operation as Parameters<typeof operationVerb>[0])).toBe(words);
});
