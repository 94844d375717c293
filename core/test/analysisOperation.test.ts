import { validateResult } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { pageRecord, START } from "../dist/testing/index.js";
import { field, id, key, page, read, saving } from "./analysis/saving.js";

describe("one operation", () => {
  test("shows a field from the page to the request, the answer and the page again", async () => {
    const result = await read(
      saving({ later: [page(5, 3000, [field("Ada")], { cause: "load" })] }),
    );

    expect(result.evidence.fields).toEqual([
      {
        key,
        label: "Name",
        name: "displayName",
        before: { state: "available", value: "Ada", source: id("g1"), at: START },
        input: { state: "available", value: "Ada L.", source: id("g3"), at: START + 1000 },
        submitted: [
          {
            state: "available",
            value: "Ada L.",
            source: id("n1"),
            pointer: "/displayName",
            at: START + 1050,
          },
        ],
        response: [
          {
            state: "available",
            value: "Ada",
            source: id("n1"),
            pointer: "/displayName",
            at: START + 1170,
          },
        ],
        later: { state: "available", value: "Ada", source: id("g5"), at: START + 3000 },
      },
    ]);
    expect(result.evidence.gaps).toEqual([]);
    expect(result.evidence.changes).toEqual({
      state: "available",
      added: ["Could not save"],
      removed: ["Saved yesterday"],
      passed: [],
      truncated: false,
    });
    expect(
      validateResult["debug/operation"](result),
      JSON.stringify(validateResult["debug/operation"].errors),
    ).toBe(true);
  });

  test("keeps the digits of numbers and decodes strings", async () => {
    const numberField = [field("1", { key: "k|name:age", name: "age" })];
    const parts = saving();
    const pages = parts.pages.map((shown) => ({ ...shown, fields: numberField }));

    const { evidence } = await read({ ...parts, pages });

    expect(evidence.fields[0]?.submitted[0]).toMatchObject({ value: "12345678901234567890" });
  });

  test("takes the value after a fill as its input", async () => {
    const { evidence } = await read(saving(), "a1");

    expect(evidence.fields[0]).toMatchObject({
      before: { value: "Ada" },
      input: { value: "Ada L.", source: id("g2") },
    });
  });

  test("joins only exact names that stand once and outside arrays", async () => {
    const states = async (sent: string) =>
      (await read(saving({ sent }))).evidence.fields[0]?.submitted.map(({ state }) => state);

    expect(await states('{"displayname":"x"}')).toEqual(["missing"]);
    expect(await states('{"user":{"displayName":"x"}}')).toEqual(["available"]);
    expect(await states('{"displayName":"x","user":{"displayName":"y"}}')).toEqual(["ambiguous"]);
    expect(await states('{"users":[{"displayName":"x"}]}')).toEqual(["missing"]);
    expect(await states('{"displayName":"[redacted:password]"}')).toEqual(["redacted"]);
    expect(await states('{"displayName":{"a":1}}')).toEqual(["missing"]);
    expect(await states("<p>")).toEqual([]);
  });

  test("says what it looked for where a body holds no such name, and what is known instead", async () => {
    const submitted = async (sent: string, request: object = {}) => {
      const { evidence } = await read(saving({ sent, request }));
      return evidence.fields[0]?.submitted;
    };
    const absent = { state: "missing", looked_for: "displayName", source: id("n1") };
    const byRule = (change: string, state = "applied") => ({
      traffic: "controlled",
      intervention: { rule_id: id("r1"), type: "modify", state, changes: [change] },
    });
    const renamed = { ...absent, rule_id: id("r1"), rule_change: "displayName → name" };

    expect(await submitted('{"a":1}')).toEqual([absent]);
    expect(await submitted('{"u":{"nick":"Ada L."}}')).toEqual([
      { ...absent, same_value_other_name: "/u/nick" },
    ]);
    expect(await submitted('{"a":"Ada L.","b":"Ada L."}')).toEqual([absent]);
    expect(await submitted('{"name":"Ada L."}', byRule("displayName → name"))).toEqual([renamed]);
    expect(await submitted('{"a":1}', byRule("displayName2 → name"))).toEqual([absent]);
    expect(await submitted('{"a":1}', byRule("remove:displayName"))).toEqual([
      { ...renamed, rule_change: "remove:displayName" },
    ]);
  });

  test("says where a name stands in lists, and between what it is ambiguous", async () => {
    const submitted = async (sent: string) =>
      (await read(saving({ sent }))).evidence.fields[0]?.submitted;
    const absent = { state: "missing", looked_for: "displayName", source: id("n1") };
    const listed = { in_list_at: "/a/0/displayName", in_list_value: "3", in_list_count: 1 };

    expect(await submitted('{"a":[{"displayName":3}]}')).toEqual([{ ...absent, ...listed }]);
    expect(await submitted('{"a":[{"displayName":3},{"displayName":4}]}')).toEqual([
      { ...absent, ...listed, in_list_count: 2 },
    ]);
    expect(await submitted('{"a":[{"displayName":3}],"displayName":"x"}')).toMatchObject([
      { state: "available", value: "x" },
    ]);
    expect(await submitted('{"displayName":1,"a":{"displayName":2}}')).toMatchObject([
      { state: "ambiguous", between: ["/displayName", "/a/displayName"] },
    ]);
  });

  test("says that a masked value cannot be compared, where the body has one and the field is masked", async () => {
    const submitted = async (sent: string, state: "redacted" | "available") => {
      const parts = saving({ sent });
      const masked = field("[redacted:password]", { state });
      const pages = parts.pages.map((shown) => ({ ...shown, fields: [masked] }));
      return (await read({ ...parts, pages })).evidence.fields[0]?.submitted[0];
    };
    const one = '{"password":"[redacted:password]","a":"b"}';
    const two = '{"password":"[redacted:password]","a":"[redacted:token]"}';

    expect(await submitted(one, "redacted")).toMatchObject({
      state: "missing",
      looked_for: "displayName",
      masked_at: "/password",
    });
    expect(await submitted(two, "redacted")).not.toHaveProperty("masked_at");
    expect(await submitted(one, "available")).not.toHaveProperty("masked_at");
  });

  test("does not take two equal characters for the same value", async () => {
    const parts = saving({ sent: '{"other":"ab"}' });
    const pages = parts.pages.map((shown) => ({ ...shown, fields: [field("ab")] }));

    const { evidence } = await read({ ...parts, pages });

    expect(evidence.fields[0]?.submitted[0]).not.toHaveProperty("same_value_other_name");
  });

  test("reads forms by their names", async () => {
    const form = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
    const sent = "displayName=Ada+L%2E&displayName2=%zz&flag";

    const { evidence } = await read(saving({ sent, request: { request_headers: form } }));
    const twice = await read(
      saving({ sent: "displayName=a&displayName=b", request: { request_headers: form } }),
    );

    expect(evidence.fields[0]?.submitted[0]).toMatchObject({ state: "available", value: "Ada L." });
    expect(twice.evidence.fields[0]?.submitted[0]).toMatchObject({ state: "ambiguous" });
  });

  test("reads multipart forms by the names of their parts; of a file only that it was sent", async () => {
    const evidenceOf = async (
      parts: readonly string[],
      type = "multipart/form-data; boundary=b",
    ) => {
      const sent = [...parts.map((part) => `--b\r\n${part}\r\n`), "--b--\r\n"].join("");
      const { evidence } = await read(
        saving({ sent, request: { request_headers: { "content-type": type } } }),
      );
      return evidence;
    };
    const named = (name: string, more = "") =>
      `Content-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const file = `${named("displayName", '; filename="a.png"')}[3000 chars]`;
    const submitted = async (parts: readonly string[]) =>
      (await evidenceOf(parts)).fields[0]?.submitted[0];

    expect(await submitted([`${named("a")}x`, `${named("displayName")}Ada L.`])).toMatchObject({
      state: "available",
      value: "Ada L.",
      pointer: "/displayName",
    });
    expect(await submitted([file])).toMatchObject({ state: "redacted", pointer: "/displayName" });
    expect(await submitted([file])).not.toHaveProperty("value");
    expect(await submitted([`${named("a")}x`])).toMatchObject({ state: "missing" });
    expect(await submitted([file, `${named("displayName")}x`])).toMatchObject({
      state: "ambiguous",
    });
    const unread = await evidenceOf([file], "multipart/form-data; boundary=other");
    expect(unread.gaps).toContain("payload_partial");
    expect(unread.fields[0]?.submitted[0]).toMatchObject({ state: "partial" });
  });

  test("cuts long values and says so", async () => {
    const { evidence } = await read(
      saving({ sent: JSON.stringify({ displayName: "x".repeat(300) }) }),
    );

    expect(evidence.fields[0]?.submitted[0]).toMatchObject({
      state: "truncated",
      value: "x".repeat(256),
    });
  });

  test("does not claim a unique name in a body that it could not scan to the end", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, index) => [`key${index}`, index]),
    );

    const { evidence } = await read(
      saving({ sent: JSON.stringify({ displayName: "x", ...many }) }),
    );

    expect(evidence.fields[0]?.submitted.map(({ state }) => state)).toEqual(["partial"]);
    expect(evidence.gaps).toContain("payload_partial");
  });

  test("takes the later value from the first load that shows the field", async () => {
    const later = [
      page(5, 3000, [field("other", { key: "k|name:other", name: "other" })], { cause: "load" }),
      page(6, 4000, [field("first")], { cause: "load" }),
      page(7, 5000, [field("second")], { cause: "load" }),
    ];

    const { evidence } = await read(saving({ later }));

    expect(evidence.fields[0]?.later).toMatchObject({ value: "first", source: id("g6") });
  });

  test("without a later load shows what its own observations saw last", async () => {
    const parts = saving({ later: [page(5, 1900, [field("Ada Lovelace")], { cause: "change" })] });
    const [fill, click] = parts.operations;
    if (!fill || !click) throw new Error("the fixture has two operations");

    const { evidence } = await read({
      ...parts,
      operations: [fill, { ...click, observations: [id("g5")] }],
    });

    expect(evidence.fields[0]?.later).toMatchObject({ value: "Ada Lovelace", source: id("g5") });
  });

  test("says what is not there instead of guessing", async () => {
    const parts = saving();
    const noPages = await read({
      ...parts,
      pages: [pageRecord(3, { state: "unavailable", reason: "observer_timeout" })],
    });
    const twins = await read({
      ...parts,
      pages: parts.pages.map((shown) => ({ ...shown, fields: [field("a"), field("b")] })),
    });
    const sharedName = await read({
      ...parts,
      pages: parts.pages.map((shown) => ({
        ...shown,
        fields: [field("a"), field("b", { key: "other|name:displayName" })],
      })),
    });

    expect(noPages.evidence).toMatchObject({
      fields: [],
      gaps: ["before_unavailable", "after_unavailable"],
      changes: { state: "unavailable", added: [], removed: [] },
    });
    expect(twins.evidence.fields).toEqual([]);
    const shared = { state: "ambiguous", reason: "shared_name" };
    expect(sharedName.evidence.fields.map(({ submitted }) => submitted[0])).toEqual([
      shared,
      shared,
    ]);
  });

  test("uses the id of a field without a name, and tells a partial page from a missing field", async () => {
    const parts = saving({ sent: '{"display":"x"}' });
    const byId = [field("x", { key: "http://app.test/profile|form|id:display", name: undefined })];
    const [before, ...others] = parts.pages;
    if (!before) throw new Error("the fixture has pages");

    const { evidence } = await read({
      ...parts,
      pages: [
        { ...before, fields: [], fields_partial: true },
        ...others.map((shown) => ({ ...shown, fields: byId })),
      ],
    });

    expect(evidence.fields[0]?.submitted[0]).toMatchObject({ state: "available", value: "x" });
    expect(evidence.fields[0]?.before).toMatchObject({ value: "x", source: id("g3") });
  });

  test("keeps every id whole in the smallest budget, and shortens texts before it drops parts", async () => {
    const long = `form|name:${"k".repeat(240)}`;
    const shown = (number: number, at: number) =>
      page(number, at, [{ ...field("Ada"), key: long }], {
        text: `${"word ".repeat(200)}${number}`,
      });
    const parts = saving({ request: { url: `http://app.test/${"p".repeat(1000)}` } });
    const small = await read({ ...parts, pages: [1, 2, 3, 4].map((n) => shown(n, n)) }, "a2", 4096);

    expect(small.output.omitted[0]).toBe("long_strings");
    expect(small.requests[0]?.url).toMatch(/…$/);
    expect(small.evidence.fields[0]?.key).toBe(long);
    const { operation } = small;
    expect([operation.id, operation.before, operation.after]).toEqual(["a2", "g3", "g4"].map(id));
    expect([...operation.request_ids, small.requests[0]?.id]).toEqual([id("n1"), id("n1")]);
    const ids = JSON.stringify(small).match(/"d0123456789ab[^"]*"/g) ?? [];
    expect(ids.filter((each) => !/^"d0123456789ab(?::[a-z]\d+)?"$/.test(each))).toEqual([]);
  });
});
