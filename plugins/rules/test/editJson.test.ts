import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editJson } from "../dist/editJson.js";
import type { JsonEdits } from "../dist/RuleDefinition.js";

const NONE: JsonEdits = { rename: [], remove: [], set: [] };
const edit = (text: string, edits: Partial<JsonEdits>) => editJson(text, { ...NONE, ...edits });

describe("edits of a JSON object", () => {
  test("rename a key and keep its value's very characters", () => {
    expect(
      edit('{ "displayName" : 9007199254740993123 }', { rename: [["displayName", "name"]] }),
    ).toEqual({ text: '{ "name" : 9007199254740993123 }', changes: ["displayName → name"] });
  });

  test.each<[string, Partial<JsonEdits>, string]>([
    ['{"a":1,"b":2,"c":3}', { remove: ["a"] }, '{"b":2,"c":3}'],
    ['{"a":1,"b":2,"c":3}', { remove: ["b"] }, '{"a":1,"c":3}'],
    ['{"a":1, "b":2, "c":3}', { remove: ["c"] }, '{"a":1, "b":2}'],
    ['{"a":1,"b":2}', { remove: ["a", "b"] }, "{}"],
    ["{ }", { set: [["a", "1"]] }, '{"a":1 }'],
    [
      '{"a":1}',
      {
        set: [
          ["a", '"x"'],
          ["b", "[2]"],
        ],
      },
      '{"a":"x","b":[2]}',
    ],
    ['{"a":1}', { remove: ["a"], set: [["a", "2"]] }, '{"a":2}'],
    // Renamed before removed: the key that is removed is the one that was just named so.
    ['{"a":1,"c":2}', { rename: [["a", "b"]], remove: ["b"] }, '{"c":2}'],
    ['{"a":1,"b":2}', { rename: [["a", "c"]], set: [["c", "3"]] }, '{"c":3,"b":2}'],
    [
      '{"a":1,"b":2}',
      {
        rename: [
          ["a", "t"],
          ["b", "a"],
          ["t", "b"],
        ],
      },
      '{"b":1,"a":2}',
    ],
    ['{"a":{"a":[{"a":1}]}}', { rename: [["a", "b"]] }, '{"b":{"a":[{"a":1}]}}'],
    ['{"\\u0061":1}', { rename: [["a", "b"]] }, '{"b":1}'],
    ['{"__proto__":1,"x":2}', { remove: ["__proto__"] }, '{"x":2}'],
    ['{"a":1}', { remove: ["not there"] }, '{"a":1}'],
  ])("%s by %j becomes %s", (text, edits, expected) => {
    expect(edit(text, edits)).toMatchObject({ text: expected });
  });

  test.each<[string, string, Partial<JsonEdits>]>([
    ["a key to rename is missing", '{"b":1}', { rename: [["a", "b"]] }],
    ["the new name is taken", '{"a":1,"b":2}', { rename: [["a", "b"]] }],
    ["a key stands twice", '{"a":1,"a":2}', { set: [["b", "1"]] }],
    ["a key stands twice, once escaped", '{"a":1,"\\u0061":2}', { set: [["b", "1"]] }],
    ["the body is an array", "[1]", { set: [["b", "1"]] }],
    ["the body is no JSON", '{"a":1', { set: [["b", "1"]] }],
    ["the body is several objects", '{"a":1}\n{"a":2}', { set: [["b", "1"]] }],
  ])("are refused when %s", (_why, text, edits) => {
    expect(edit(text, edits)).toHaveProperty("fault");
  });

  test("keep every character of every value they do not name", () => {
    const blank = fc.constantFrom("", " ", "\n\t", "  ");
    const value = fc.oneof(
      fc.bigInt().map(String),
      fc.constantFrom("1.0", "1e5", "-0", "0.10", '"\\u00e9"', '"a,}\\"{"', "[1, 2]", '{"x": 1.0}'),
      fc.json().filter((text) => text !== "" && JSON.stringify(JSON.parse(text)) !== undefined),
    );
    const members = fc.uniqueArray(
      fc.record({ key: fc.string({ maxLength: 6 }), value, before: blank, after: blank }),
      { selector: ({ key }) => key, minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(members, fc.nat(), fc.nat(2), (list, pick, deed) => {
        const named = list[pick % list.length]?.key ?? "";
        const text = `{${list.map(({ key, value: json, before, after }) => `${before}${JSON.stringify(key)}${after}:${before}${json}${after}`).join(",")}}`;
        const fresh = "a name that no key has";
        const edits: Partial<JsonEdits> =
          deed === 0
            ? { remove: [named] }
            : deed === 1
              ? { rename: [[named, fresh]] }
              : { set: [[named, '"set"']] };

        const edited = edit(text, edits);

        if ("fault" in edited) throw new Error(edited.fault);
        const before = new Map<string, unknown>(Object.entries(JSON.parse(text)));
        const after = new Map<string, unknown>(Object.entries(JSON.parse(edited.text)));
        for (const { key, value: json } of list) {
          if (key === named) continue;
          expect(edited.text).toContain(`:${list.find((m) => m.key === key)?.before ?? ""}${json}`);
          expect(after.get(key)).toEqual(before.get(key));
        }
        expect(after.has(named)).toBe(deed === 2);
        expect(after.get(fresh)).toEqual(deed === 1 ? before.get(named) : undefined);
        expect(after.size).toBe(list.length - (deed === 0 ? 1 : 0));
      }),
      { numRuns: 500 },
    );
  });
});
