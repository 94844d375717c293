import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyBefore } from "../dist/tsc/verbs/index.js";
import { modifierBits, parseKeys } from "../dist/tsc/verbs/keys.js";

describe("the keys that press takes", () => {
  it.each([
    ["Enter", { key: "Enter", code: "Enter", keyCode: 13, text: "\r" }],
    ["enter", { key: "Enter", code: "Enter", keyCode: 13, text: "\r" }],
    ["ESC", { key: "Escape", code: "Escape", keyCode: 27 }],
    ["down", { key: "ArrowDown", code: "ArrowDown", keyCode: 40 }],
    ["f12", { key: "F12", code: "F12", keyCode: 123 }],
    ["Space", { key: " ", code: "Space", keyCode: 32, text: " " }],
    ["a", { key: "a", code: "KeyA", keyCode: 65, text: "a" }],
    ["A", { key: "A", code: "KeyA", keyCode: 65, text: "A" }],
    ["7", { key: "7", code: "Digit7", keyCode: 55, text: "7" }],
    ["&", { key: "&", code: "Digit7", keyCode: 55, text: "&" }],
    ["+", { key: "+", code: "Equal", keyCode: 187, text: "+" }],
    ["é", { key: "é", code: "", keyCode: 0, text: "é" }],
    ["Shift", { key: "Shift", code: "ShiftLeft", keyCode: 16, location: 1 }],
  ])("name %s", (name, key) => {
    expect(parseKeys(name)).toEqual({ modifiers: [], key });
  });

  it.each([
    ["Control+A", ["Control"], { key: "a", code: "KeyA", keyCode: 65 }],
    ["ctrl+shift+t", ["Control", "Shift"], { key: "T", code: "KeyT", keyCode: 84 }],
    ["Shift+Tab", ["Shift"], { key: "Tab", code: "Tab", keyCode: 9 }],
    ["Shift+a", ["Shift"], { key: "A", code: "KeyA", keyCode: 65, text: "A" }],
    ["Shift+1", ["Shift"], { key: "!", code: "Digit1", keyCode: 49, text: "!" }],
    ["Control++", ["Control"], { key: "+", code: "Equal", keyCode: 187 }],
    ["Control+Enter", ["Control"], { key: "Enter", code: "Enter", keyCode: 13 }],
  ])("are pressed together in %s", (name, modifiers, key) => {
    expect(parseKeys(name)).toEqual({ modifiers, key });
  });

  it("take modifiers from the flag too, each once", () => {
    expect(parseKeys("Shift+Tab", ["Shift", "Alt"]).modifiers).toEqual(["Shift", "Alt"]);
    expect(modifierBits(["Alt", "Shift"])).toBe(9);
  });

  it.each(["", "Entr", "Foo+a", "a+b", "Control+", "++a"])("do not include %s", (name) => {
    expect(() => parseKeys(name)).toThrow(expect.objectContaining({ code: "unknown_key" }));
  });

  it("either are known or are refused, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(parseKeys(text).key.key).not.toBe("");
        } catch (error) {
          expect(error).toMatchObject({ code: "unknown_key" });
        }
      }),
    );
  });
});

describe("what a press is called before it is known where it goes", () => {
  it.each([
    ["ctrl+a", [], "Control+a"],
    ["a", ["Control"], "Control+a"],
    ["esc", [], "Escape"],
    ["a", [], undefined],
    ["a", ["Shift"], undefined],
  ] as const)("%s with %j held", (key, held, name) => {
    expect(keyBefore(key, held)).toBe(name);
  });
});
