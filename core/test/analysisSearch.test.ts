import { validateResult } from "@bsk/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listPages, searchRun } from "../dist/analysis/index.js";
import {
  consoleRecord,
  operationRecord,
  pageRecord,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  runRecord,
} from "../dist/testing/index.js";

const session = "abcd";
const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const links = { request_ids: [], console_ids: [], links: [] };

const bodyOf = (text: string) => ({ state: "available" as const, text, chars: text.length });

/** `Needle7` once in every part that is searched. */
function everywhere() {
  return recordingOf({
    run: runRecord({ counts: { ...runRecord().counts, dropped_requests: 3 } }),
    requests: [
      requestRecord(1, {
        url: "http://app.test/needle7?x=1",
        request_headers: { "x-needle7": "1", accept: "*/*" },
        response_headers: { "content-type": "text/needle7" },
        request_body: bodyOf('{"a":"needle7"}'),
        response_body: bodyOf('{"é😀":"NEEDLE7 and needle7"}'),
      }),
      requestRecord(2, {
        request_headers: { authorization: "[redacted:authorization]" },
        request_body: { state: "omitted", reason: "body_limit" },
        response_body: { state: "omitted", reason: "non_text" },
      }),
      requestRecord(3, { response_body: { ...bodyOf("half a nee"), state: "truncated" } }),
    ],
    operations: [
      {
        ...operationRecord(1, { target: 'button "Needle7"', error: "no needle7 here" }),
        ...links,
      },
    ],
    console: [
      consoleRecord(1, {
        level: "error",
        text: "needle7 failed",
        stack: [{ function: "f", url: "http://app.test/needle7.js", line: 4, column: 2 }],
      }),
    ],
    pages: [1, 2, 3].map((number) =>
      pageRecord(number, {
        title: "Needle7",
        text: "Hello\nneedle7",
        fields: [
          { key: "f|name:needle7", name: "needle7", label: "Needle", state: "redacted" },
          { key: "f|name:b", name: "b", label: "B", value: "a needle7", state: "available" },
        ],
      }),
    ),
  });
}

type Params = Omit<Parameters<typeof searchRun>[1], "session">;

async function search(params: Params, recording = everywhere()) {
  const result = await searchRun(readerOf(recording), { session, ...params });
  expect(validateResult["debug/search"](result)).toBe(true);
  return result;
}

async function places(params: Params) {
  const { matches } = await search(params);
  return matches.map(({ id, part, name }) =>
    [id.slice(RUN_ID.length + 1), part, name].filter(Boolean).join(" "),
  );
}

describe("a search", () => {
  test("finds a text in every part of a run, without regard to case", async () => {
    const { by_kind: kinds, places: count } = await search({ text: "needle7" });

    expect(await places({ text: "needle7" })).toEqual([
      "a1 target",
      "a1 error",
      "n1 url",
      "n1 request_headers x-needle7",
      "n1 response_headers content-type",
      "n1 request_body",
      "n1 response_body",
      "g1 title",
      "g1 text",
      "g1 field needle7",
      "g1 field b",
      "c1 text",
      "c1 stack",
    ]);
    expect(count).toBe(13);
    expect(kinds).toEqual({ operation: 2, request: 6, page: 12, console: 2 });
  });

  test("says of a page where the list of pages has it", async () => {
    const pages = [1, 2, 3].map((number) => pageRecord(number, { text: `only${number}` }));
    const reader = readerOf(recordingOf({ pages }));

    const { matches } = await searchRun(reader, { session, text: "only3" });
    const [match] = matches;
    const { pages: listed } = await listPages(reader, {
      session,
      all: true,
      offset: match?.page_offset ?? 0,
      limit: 1,
    });

    expect(match?.page_offset).toBe(2);
    expect(listed.map(({ id }) => id)).toEqual([match?.id]);
  });

  test("says a page that shows the same again once, with how often", async () => {
    const { matches } = await search({ text: "Needle7", in: ["page"] });

    expect(matches.map(({ part, same }) => [part, same])).toEqual([
      ["title", 2],
      ["text", 2],
    ]);
  });

  test.each([
    [{ in: ["url" as const] }, "n1 url"],
    [{ in: ["headers" as const] }, "n1 request_headers x-needle7,n1 response_headers content-type"],
    [{ in: ["body" as const] }, "n1 request_body,n1 response_body"],
    [{ in: ["console" as const] }, "c1 text,c1 stack"],
    [{ in: ["fields" as const] }, "g1 field needle7,g1 field b"],
    [{ in: ["operations" as const] }, "a1 target,a1 error"],
    [{ kind: ["console" as const, "operation" as const] }, "a1 target,a1 error,c1 text,c1 stack"],
    [{ in: ["url" as const], kind: ["console" as const] }, ""],
  ])("looks only where %j says", async (where, wanted) => {
    expect((await places({ text: "needle7", ...where })).join()).toBe(wanted);
  });

  test("tells cases apart when asked", async () => {
    expect(await places({ text: "NEEDLE7", case_sensitive: true })).toEqual(["n1 response_body"]);
  });

  test("takes a literal as it is, whatever it means in a pattern", async () => {
    const odd = String.raw`a.b*(c)[d]{2}^$|\w+/x-y`;
    const recording = recordingOf({ console: [consoleRecord(1, { text: `<${odd}>` })] });

    expect((await search({ text: odd }, recording)).matches[0]).toMatchObject({
      match_at: 1,
      match_chars: odd.length,
    });
    expect(
      (await search({ text: "a.b" }, recordingOf({ console: [consoleRecord(1, { text: "axb" })] })))
        .places,
    ).toBe(0);
  });

  test("finds the mask that stands for a secret", async () => {
    expect(await places({ text: "[redacted:" })).toEqual(["n2 request_headers authorization"]);
  });

  test("counts the matches of a place and gives the offset of the first", async () => {
    const { matches } = await search({ text: "needle7", in: ["body"] });
    const text = '{"é😀":"NEEDLE7 and needle7"}';

    expect(matches[1]).toMatchObject({ count: 2, offset: text.indexOf("NEEDLE7") });
  });

  test("tells what was not kept, or only in part, by part, state and reason", async () => {
    const { searched } = await search({ text: "needle7", in: ["body"] });

    expect(searched.left_out).toEqual([
      { part: "request_body", state: "omitted", reason: "body_limit", count: 1 },
      { part: "response_body", state: "omitted", reason: "non_text", count: 1 },
      { part: "response_body", state: "truncated", count: 1 },
      { part: "request", state: "evicted", reason: "capacity_limit", count: 3 },
    ]);
  });

  test("keeps to its limit of rows and goes on counting", async () => {
    const {
      matches,
      places: all,
      past_limit: past,
      by_kind: kinds,
    } = await search({
      text: "needle7",
      limit: 2,
    });

    expect([matches.length, all, past, kinds.request]).toEqual([2, 13, 11, 6]);
  });

  test("stops counting the matches of one text at 100", async () => {
    const console = [consoleRecord(1, { text: "a".repeat(2000) })];

    const { matches } = await search({ text: "a", in: ["console"] }, recordingOf({ console }));

    expect(matches[0]).toMatchObject({ count: 100, count_limited: true });
  });

  test("gives excerpts of at most 118 characters with the match in them, no pair cut in two", async () => {
    const piece = fc.string({ unit: "binary", maxLength: 90 });
    await fc.assert(
      fc.asyncProperty(piece, piece, fc.integer({ min: 1, max: 90 }), async (before, after, n) => {
        const needle = "😀".repeat(n);
        const text = `${before}${needle}${after}`.slice(0, 2200);
        const console = [consoleRecord(1, { text })];

        const { matches } = await search({ text: needle }, recordingOf({ console }));
        const [match] = matches;

        expect(match?.excerpt.length).toBeLessThanOrEqual(118);
        expect(needle).toContain(
          match?.excerpt.slice(match.match_at, match.match_at + match.match_chars) ?? "none",
        );
        expect(match?.match_chars).toBeGreaterThan(0);
        const halves = (value: string) => value.match(/\p{Cs}/gu)?.length ?? 0;
        expect(halves(match?.excerpt ?? "")).toBeLessThanOrEqual(halves(text));
      }),
      { seed, numRuns: 200 },
    );
  });
});

describe("a search by pattern", () => {
  test("is RE2 with ^ and $ for lines", async () => {
    expect(await places({ text: "^needle\\d$", regex: true, in: ["page"] })).toEqual([
      "g1 title",
      "g1 text",
    ]);
  });

  test("gives offsets in UTF-16 code units, as bodies are read", async () => {
    const { matches } = await search({ text: "needle7 and", regex: true, in: ["body"] });

    expect(matches[0]?.offset).toBe('{"é😀":"'.length);
  });

  test("counts no empty match", async () => {
    expect((await search({ text: "q*", regex: true })).places).toBe(0);
  });

  test.each([
    ["(", 0],
    ["ab[c", 2],
    ["a(?=b)", 1],
    ["x**", 1],
    ["a\\", 1],
    ["a{2000}", 1],
    ["(?:a.){400}", 0],
  ])("names the place where %s breaks", async (text, position) => {
    await expect(search({ text, regex: true })).rejects.toMatchObject({
      code: "invalid_pattern",
      exitCode: 1,
      data: { position },
    });
  });

  test("is linear where a backtracking engine never ends", async () => {
    const text = `${"a".repeat(60_000)}!`;
    const requests = [requestRecord(1, { response_body: bodyOf(text) })];

    const { places: found } = await search(
      { text: "(a*)*b", regex: true },
      recordingOf({ requests }),
    );

    expect(found).toBe(0);
  });

  test("can be cancelled while it runs", async () => {
    const controller = new AbortController();
    const requests = Array.from({ length: 40 }, (_, index) =>
      requestRecord(index + 1, { response_body: bodyOf("ab".repeat(30_000)) }),
    );
    const reader = readerOf(recordingOf({ requests }), controller.signal);

    const searching = searchRun(reader, { session, text: "(?:a|b){200}c", regex: true });
    setTimeout(() => controller.abort(), 0);

    await expect(searching).rejects.toMatchObject({ code: "cancelled" });
  });
});
