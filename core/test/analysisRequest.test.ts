import { type Recording, type RequestRecord, validateResult } from "@bsk/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRequest } from "../dist/analysis/index.js";
import { errors } from "../dist/index.js";
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

test.each(["", " ", "a b", "\n"])("an id that is no word stands in quotes: %j", (given) => {
  expect(errors.requestNotFound(given, "abcd").message).toBe(
    `No request ${JSON.stringify(given)}.`,
  );
  expect(errors.operationNotFound(given, "abcd").message).toContain(JSON.stringify(given));
});

describe("one request", () => {
  const full = jsonRequest('{"error":{"code":12345678901234567890}}', {
    request_headers: { accept: "*/*" },
    response_headers: { "content-type": "application/json" },
    timing: { send: 1.5 },
    duration_ms: 12,
    request_body: { state: "available", text: "name=Ada", chars: 8, replay_safe: true },
  });
  const reader = readerWith([full]);

  test("is found by its short and its long id", async () => {
    const short = await readRequest(reader, { session, id: "n1" });
    const long = await readRequest(reader, { session, id: `${RUN_ID}:n1` });

    expect(short).toEqual(long);
    expect(short.request).toMatchObject({
      duration_ms: 12,
      response_body: { state: "available", chars: 39 },
    });
    expect(short.request.response_body).not.toHaveProperty("text");
    expect(short.request).not.toHaveProperty("request_headers");
    expect(
      validateResult["debug/request"](short),
      JSON.stringify(validateResult["debug/request"].errors),
    ).toBe(true);
  });

  test("is written to be run elsewhere, whole or with a name for its body", async () => {
    const whole = await readRequest(reader, { session, id: "n1", as: "curl", budget: 4096 });
    const long = await readRequest(reader, { session, id: "n1", as: "fetch", max_chars: 7 });

    expect(whole.written?.text).toContain("--header 'accept: */*' \\\n  --data-raw 'name=Ada'\n");
    expect(whole.written).toMatchObject({ placeholders: [], left_out: [] });
    expect(long.written).toMatchObject({ placeholders: ["BSK_BODY"] });
    expect(long.written?.text).toContain("body: BSK_BODY,");
    const form = (head: string) => {
      const text = `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n[9 chars]\r\n--X--\r\n`;
      const { length: chars } = text;
      return readerWith([
        requestRecord(1, {
          method: "POST",
          request_headers: { "content-type": "multipart/form-data; boundary=X" },
          request_body: { state: "available", text, chars },
        }),
      ]);
    };
    const asked = { session, id: "n1", as: "curl" } as const;
    const file = await readRequest(form('name="f"; filename="a.txt"'), asked);
    expect(file.written?.placeholders).toEqual(["BSK_BODY"]);
    const field = await readRequest(form('name="f"'), asked);
    expect(field.written?.placeholders).toEqual([]);
    for (const answer of [whole, long]) expect(validateResult["debug/request"](answer)).toBe(true);
  });

  test("that does not exist has a code, its id and the next command", async () => {
    for (const id of ["n2", "a1", "dffffffffffff:n1", "toString", "__proto__", ""]) {
      await expect(readRequest(reader, { session, id })).rejects.toMatchObject({
        code: "request_not_found",
        data: { id },
        hint: "bsk debug requests --session abcd",
      });
    }
  });

  test("gives headers and timing when asked for", async () => {
    const headers = await readRequest(reader, { session, id: "n1", part: "headers" });
    const timing = await readRequest(reader, { session, id: "n1", part: "timing" });

    expect(headers.request.request_headers).toEqual({ accept: "*/*" });
    expect(headers.request.response_headers).toEqual({ "content-type": "application/json" });
    expect(headers.request).not.toHaveProperty("timing");
    expect(timing.request.timing).toEqual({ send: 1.5 });
    expect(timing.request).not.toHaveProperty("request_headers");
  });

  test("gives the body of the side that was asked for", async () => {
    const { request } = await readRequest(reader, { session, id: "n1", part: "request" });

    expect(request.request_body).toEqual({
      state: "available",
      text: "name=Ada",
      chars: 8,
      replay_safe: true,
      offset: 0,
    });
    expect(request.response_body).not.toHaveProperty("text");
  });

  test("reads a body in pieces that join to the whole and never split a pair", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        async (text, max) => {
          const pieces: string[] = [];
          let offset: number | undefined = 0;
          while (offset !== undefined) {
            const { request } = await readRequest(readerWith([jsonRequest(text)]), {
              session,
              id: "n1",
              part: "response",
              offset,
              max_chars: max,
            });
            const piece = request.response_body.text ?? "";
            expect(piece.isWellFormed()).toBe(text.isWellFormed());
            pieces.push(piece);
            offset = request.response_body.next_offset;
          }
          expect(pieces.join("")).toBe(text);
        },
      ),
      { seed, numRuns: 100 },
    );
  });

  test("an offset inside a pair steps back to its beginning; one behind the end gives nothing", async () => {
    const emoji = readerWith([jsonRequest("a😀b")]);

    const inside = await readRequest(emoji, {
      session,
      id: "n1",
      part: "response",
      offset: 2,
      max_chars: 1,
    });
    const behind = await readRequest(emoji, { session, id: "n1", part: "response", offset: 99 });

    expect(inside.request.response_body).toMatchObject({ text: "😀", offset: 1, next_offset: 3 });
    expect(behind.request.response_body).toMatchObject({ text: "", offset: 4 });
    expect(behind.request.response_body).not.toHaveProperty("next_offset");
  });

  test.each<RequestRecord["response_body"]>([
    { state: "pending" },
    { state: "empty" },
    { state: "truncated", reason: "body_limit" },
    { state: "unavailable", reason: "not_read" },
    { state: "omitted", reason: "body_limit", bytes: 9 },
    { state: "evicted", reason: "browser_buffer_evicted" },
  ])("a body without text keeps its state and reason: %j", async (body) => {
    const reader = readerWith([requestRecord(1, { response_body: body })]);

    const answer = await readRequest(reader, { session, id: "n1", part: "response" });

    expect(answer.request.response_body).toEqual(body);
    expect(validateResult["debug/request"](answer)).toBe(true);
  });

  test.each<RequestRecord["response_body"]>([
    { state: "available", text: "kept", chars: 4 },
    { state: "truncated", reason: "stream", text: "kept", chars: 4 },
  ])("a body with text has it beside its state and reason: %j", async (body) => {
    const reader = readerWith([requestRecord(1, { response_body: body })]);

    const { request } = await readRequest(reader, { session, id: "n1", part: "response" });

    expect(request.response_body).toEqual({ ...body, offset: 0 });
  });

  test("a text that storage lost is unavailable, not empty", async () => {
    const lost = requestRecord(1, {
      response_body: { state: "available", chars: 5, replay_safe: true },
    });

    const { request } = await readRequest(readerWith([lost]), {
      session,
      id: "n1",
      part: "response",
    });

    expect(request.response_body).toEqual({ state: "unavailable", reason: "storage_failed" });
  });

  test("drops headers that do not fit, and says which", async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [`x-header-${index}`, "v".repeat(40)]),
    );
    const fat = readerWith([
      requestRecord(1, { request_headers: headers, response_headers: { a: "b" } }),
    ]);

    const { request, output } = await readRequest(fat, {
      session,
      id: "n1",
      part: "headers",
      budget: 4096,
    });

    expect(output.omitted).toEqual(["request.request_headers"]);
    expect(request.response_headers).toEqual({ a: "b" });
  });

  test("drops stack and headers, then cuts the body, to fit its budget", async () => {
    const frames = Array.from({ length: 10 }, () => ({
      url: "http://app.test/x.js",
      line: 1,
      column: 1,
    }));
    const text = `"${"😀é".repeat(4000)}"`;
    const fat = readerWith([jsonRequest(text, { initiator: { type: "script", frames } })]);

    const { request, output } = await readRequest(fat, {
      session,
      id: "n1",
      part: "response",
      max_chars: 9000,
      budget: 4096,
    });

    const { text: piece = "", next_offset: next } = request.response_body;
    expect(output.omitted).toEqual(["request.initiator", "run.environment", "request.body.text"]);
    expect(piece.length).toBeGreaterThan(100);
    expect(piece).toBe(text.slice(0, next));
    expect(piece.isWellFormed()).toBe(true);
    const rest = await readRequest(fat, {
      session,
      id: "n1",
      part: "response",
      offset: next ?? 0,
      max_chars: 16384,
    });
    expect(piece + (rest.request.response_body.text ?? "")).toBe(text);
  });
});
