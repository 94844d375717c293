import { validateResult } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { id, jsonBody, read, request, saving } from "./analysis/saving.js";

describe("the scalars of the bodies", () => {
  const values = async (bodies: readonly string[], budget?: number) => {
    const requests = bodies.map((text, at) =>
      request(at + 1, 1050 + at, { method: "POST", request_body: jsonBody(text) }),
    );
    return read({ ...saving(), requests }, "a2", budget);
  };

  test("stand with their request, part, path and value, strings and other scalars alike", async () => {
    const result = await read(
      saving({
        sent: '{"displayName":"Ada L.","tags":[{"a/b":true}],"age":12345678901234567890}',
        got: '{"error":null,"token":"[redacted:token]"}',
      }),
    );

    const row = { request_id: id("n1"), part: "request" };
    const answer = { request_id: id("n1"), part: "response" };
    expect(result.evidence.payloads).toEqual([
      { ...row, path: "/displayName", value: "Ada L." },
      { ...row, path: "/tags/0/a~1b", value: "true" },
      { ...row, path: "/age", value: "12345678901234567890" },
      { ...answer, path: "/error", value: "null" },
      { ...answer, path: "/token", value: "[redacted:token]" },
    ]);
    expect(validateResult["debug/operation"](result)).toBe(true);
  });

  test("are those of twelve requests, 96 together and 256 characters each", async () => {
    const twelve = await values(Array.from({ length: 14 }, (_, at) => `{"k":${at}}`));
    expect(twelve.evidence.payloads.map(({ value }) => value)).toEqual(
      Array.from({ length: 12 }, (_, at) => String(at)),
    );

    const object = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])));
    const many = await values([object(60), object(60)]);
    expect(many.evidence.payloads).toHaveLength(96);
    expect(many.evidence.payloads.at(-1)).toMatchObject({ request_id: id("n2"), path: "/k35" });

    const text = (length: number) => JSON.stringify({ k: "x".repeat(length) });
    const pair = JSON.stringify({ k: `${"x".repeat(255)}\u{1f600}` });
    const long = await values([text(256), text(257), pair]);
    expect(long.evidence.payloads.map(({ value, truncated }) => [value.length, truncated])).toEqual(
      [
        [256, undefined],
        [256, true],
        [255, true],
      ],
    );
    expect(validateResult["debug/operation"](long)).toBe(true);
  });

  test("are the first rows to go when the answer is too long, as few as need be", async () => {
    const object = (name: string) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${name}${at}`, "x".repeat(90)])),
      );
    const whole = await values([object("a"), object("b")], 65_536);
    const cut = await values([object("a"), object("b")], 12_000);

    expect(whole.evidence.payloads).toHaveLength(80);
    expect(cut.output.omitted).toEqual(["evidence.payloads"]);
    expect(cut.requests).toHaveLength(2);
    const kept = cut.evidence.payloads.length;
    expect(cut.evidence.payloads).toEqual(whole.evidence.payloads.slice(0, kept));
    const sizeOf = (answer: unknown) =>
      new TextEncoder().encode(JSON.stringify(answer, null, 2)).length;
    expect(sizeOf(cut)).toBeLessThanOrEqual(12_000);
    const one = JSON.stringify(whole.evidence.payloads[0], null, 2).length;
    expect(sizeOf(cut)).toBeGreaterThan(12_000 - 2 * one);
  });
});

describe("an answer that says itself that it failed", () => {
  const told = async (got: string, parts: object = {}) => {
    const { evidence } = await read(saving({ got, request: { status: 200, ...parts } }));
    return evidence.failures_told;
  };

  test.each([
    ['{"ok":false,"message":"no"}', "/ok"],
    ['{"success":false}', "/success"],
    ['{"errors":["name is required"]}', "/errors"],
    ['{"data":null,"errors":[{"message":"x"}]}', "/errors"],
    ['{"ok":false,"error":"taken"}', "/error"],
    ['{"status":"error"}', "/status"],
  ])("%s is told", async (got, pointer) => {
    expect(await told(got)).toEqual([{ request_id: id("n1"), pointer }]);
  });

  test.each([
    '{"ok":true,"error":null,"errors":[]}',
    '{"errors":{}}',
    "[false]",
    "ok:false",
    '{"status":"open"}',
  ])("%s is not", async (got) => {
    expect(await told(got)).toBeUndefined();
  });
});
