import type { Recording } from "@bsk/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRequest } from "../dist/analysis/index.js";
import { RUN_ID, readerOf, recordingOf, requestRecord } from "../dist/testing/index.js";

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const session = "abcd";

function readerWith(requests: Recording["requests"], parts: Partial<Recording> = {}) {
  return readerOf(recordingOf({ requests, ...parts }));
}

function jsonRequest(text: string, parts: Parameters<typeof requestRecord>[1] = {}) {
  const body = { state: "available" as const, text, chars: text.length };
  return requestRecord(1, { response_body: body, ...parts });
}

const _shortIds = (rows: readonly { readonly id: string }[]) =>
  rows.map(({ id }) => id.slice(RUN_ID.length + 1));

describe("a pointer", () => {
  const at = async (
    text: string,
    pointer: string,
    parts: Parameters<typeof requestRecord>[1] = {},
  ) => {
    const { request } = await readRequest(readerWith([jsonRequest(text, parts)]), {
      session,
      id: "n1",
      part: "response",
      pointer,
      max_chars: 16384,
    });
    return request.response_body.text;
  };

  test("gives the source's own text: every digit, every escape", async () => {
    const text =
      '{ "id" : 12345678901234567890, "x":[1e400, -0, "\\u00e9", {"deep" : [ 1 , 2 ]}], "n":null }';

    expect(await at(text, "/id")).toBe("12345678901234567890");
    expect(await at(text, "/x/0")).toBe("1e400");
    expect(await at(text, "/x/1")).toBe("-0");
    expect(await at(text, "/x/2")).toBe('"\\u00e9"');
    expect(await at(text, "/x/3")).toBe('{"deep" : [ 1 , 2 ]}');
    expect(await at(text, "/x/3/deep/1")).toBe("2");
    expect(await at(text, "/n")).toBe("null");
    expect(await at(text, "")).toBe(text);
  });

  test("takes the last of duplicate keys, at every level", async () => {
    expect(await at('{"a":1,"a":2}', "/a")).toBe("2");
    expect(await at('{"a":{"b":1,"b":3},"c":0,"a":{"b":2}}', "/a/b")).toBe("2");
    await expect(at('{"a":{"b":1},"a":4}', "/a/b")).rejects.toMatchObject({
      code: "pointer_not_found",
      hint: expect.stringMatching(/^bsk debug request n\d+ --session abcd --part re/),
    });
  });

  test("reads keys as they are meant: escapes, slashes, tildes, empty, prototypes", async () => {
    const text = '{"a/b":1,"m~n":2,"":3,"__proto__":4,"caf\\u00e9":5,"01":6,"k\\"q":7}';

    expect(await at(text, "/a~1b")).toBe("1");
    expect(await at(text, "/m~0n")).toBe("2");
    expect(await at(text, "/")).toBe("3");
    expect(await at(text, "/__proto__")).toBe("4");
    expect(await at(text, "/café")).toBe("5");
    expect(await at(text, "/01")).toBe("6");
    expect(await at(text, '/k"q')).toBe("7");
  });

  test("finds own values only", async () => {
    for (const pointer of [
      "/toString",
      "/__proto__",
      "/a/-",
      "/a/00",
      "/a/1",
      "/a/0/0",
      "/a/length",
      "/b",
    ]) {
      await expect(at('{"a":[{"x":1}]}', pointer), pointer).rejects.toMatchObject({
        code: "pointer_not_found",
        data: { pointer },
      });
    }
  });

  test("needs a complete JSON body, and says what it found", async () => {
    const truncated = { response_body: { state: "truncated" as const, text: '{"a":1', chars: 6 } };
    await expect(at("", "/a", truncated)).rejects.toMatchObject({
      code: "body_not_complete",
      data: { state: "truncated" },
      hint: expect.stringMatching(/^bsk debug request n1 --session abcd --part re/),
    });
    await expect(at("<html>", "/a")).rejects.toMatchObject({
      code: "body_not_complete",
      data: { state: "not JSON" },
    });
    await expect(at("{}", "a")).rejects.toMatchObject({ code: "invalid_params" });
    await expect(at("{}", "/a~2")).rejects.toMatchObject({ code: "invalid_params" });
    await expect(
      readRequest(readerWith([jsonRequest("{}")]), { session, id: "n1", pointer: "/a" }),
    ).rejects.toMatchObject({ code: "invalid_params" });
  });

  test("is paged within the value, without losing the pointer", async () => {
    const reader = readerWith([jsonRequest('{"a":"0123456789"}')]);

    const { request } = await readRequest(reader, {
      session,
      id: "n1",
      part: "response",
      pointer: "/a",
      offset: 4,
      max_chars: 5,
    });

    expect(request.response_body).toMatchObject({
      text: "34567",
      offset: 4,
      next_offset: 9,
      pointer: "/a",
      chars: 18,
    });
  });

  test("survives a body of nothing but brackets", async () => {
    const deep = `${"[".repeat(30_000)}7${"]".repeat(30_000)}`;

    expect(await at(deep, "/0".repeat(500))).toBe(`${deep.slice(500, -500)}`.slice(0, 16384));
  });

  test("always gives the text that JSON.parse reads at that place", async () => {
    const key = fc.oneof(
      fc.constantFrom("a", "b", "__proto__", "", "a/b", "~"),
      fc.string({ maxLength: 3 }),
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          fc.string(),
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.array(fc.tuple(key, tie("tree")), { maxLength: 4 }).map((pairs) => new Map(pairs)),
      ),
    }));
    const print = (value: unknown, space: string): string => {
      if (Array.isArray(value))
        return `[${space}${value.map((item) => print(item, space)).join(`,${space}`)}]`;
      if (value instanceof Map) {
        const pairs = [...value].map(
          ([name, item]) => `${JSON.stringify(name)}${space}:${print(item, space)}`,
        );
        return `{${pairs.join(`${space},`)}}`;
      }
      return JSON.stringify(value);
    };
    const paths = (value: unknown, path = ""): [string, unknown][] => {
      const children: [string, unknown][] = Array.isArray(value)
        ? value.map((item, index) => [String(index), item])
        : value instanceof Map
          ? [...value]
          : [];
      const token = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");
      return [
        [path, value],
        ...children.flatMap(([name, item]) => paths(item, `${path}/${token(name)}`)),
      ];
    };
    await fc.assert(
      fc.asyncProperty(tree, fc.constantFrom("", " ", "\n\t"), async (value, space) => {
        const text = print(value, space);
        for (const [pointer, expected] of paths(value)) {
          if (pointer.length > 1024) continue;
          expect(await at(text, pointer)).toBe(print(expected, space).slice(0, 16384));
        }
      }),
      { seed, numRuns: 150 },
    );
  });
});
