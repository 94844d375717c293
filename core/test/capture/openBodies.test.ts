import { describe, expect, test } from "vitest";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { data, failed, finished, received, willBeSent } from "./events.js";
import { openNetwork, unknown } from "./openNetwork.js";

type Opened = ReturnType<typeof openNetwork>;

describe("an exchange that does not end", () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const QUIET = 400;

  /** A response of which so much has come; nothing more is said of it. */
  function begin(answer: { body: string; base64Encoded: boolean } | (() => never), parts = {}) {
    const opened = openNetwork();
    const { say, session } = opened;
    session.answer("Network.getResponseBody", typeof answer === "function" ? answer : () => answer);
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceived", received("1.1", parts));
    say("dataReceived", data("1.1", 7));
    return opened;
  }

  const textOf = ({ hops }: Opened) => [...hops.values()][0]?.bodies.response?.text;

  test("is read once nothing new comes for a while; all of it is there, and nobody took it", async () => {
    const whole = { body: '{"a":1}', base64Encoded: false };
    const opened = begin(whole, { headers: { "Content-Length": "7" } });
    opened.clock.advance(QUIET - 1);
    expect(opened.session.sent).toEqual([]);
    opened.say("dataReceived", data("1.1", 1));
    opened.clock.advance(QUIET - 1);
    expect(opened.session.sent).toEqual([]);
    opened.clock.advance(1);
    await settle();
    expect(opened.record(1)).toMatchObject({
      state: "not_read",
      duration_ms: expect.any(Number) as unknown,
      response_body: { state: "available", chars: 7, bytes: 8 },
    });
    expect(textOf(opened)).toBe('{"a":1}');
    expect(opened.clock.waiting).toBe(0);
  });

  test.each<[string, string, Record<string, string>, string, string | undefined]>([
    ["as long as declared", "words here", { "Content-Length": "10" }, "available", "words here"],
    ["shorter than declared", "words here", { "Content-Length": "11" }, "truncated", "words"],
    [
      "a length that is of the packed bytes",
      "words here",
      { "Content-Length": "10", "Content-Encoding": "gzip" },
      "truncated",
      "words",
    ],
    [
      "half a JSON value, cut where no secret can be halved",
      '{"a":1, "token":"gh',
      {},
      "truncated",
      '{"a":1,',
    ],
    ["one word", "word", {}, "pending", undefined],
  ])("%s", async (_name, body, headers, state, text) => {
    const opened = begin({ body, base64Encoded: false }, { headers });
    opened.clock.advance(QUIET);
    await settle();
    expect(opened.record(1).response_body.state).toBe(state);
    expect(textOf(opened)).toBe(text);
  });

  test("without durable messages the stream's buffer is asked", async () => {
    const opened = begin(unknown);
    opened.session.answer("Network.streamResourceContent", () => ({
      bufferedData: btoa('{"a":1}'),
    }));
    opened.clock.advance(QUIET);
    await settle();
    expect(textOf(opened)).toBe('{"a":1}');
  });

  test("bytes are decoded as declared, and counted as they came", async () => {
    const headers = { "Content-Type": "text/plain; charset=gbk", "Content-Length": "4" };
    const opened = begin({ body: btoa("\xc4\xe3\xba\xc3"), base64Encoded: true }, { headers });
    opened.clock.advance(QUIET);
    await settle();
    expect(textOf(opened)).toBe("你好");
    expect(opened.record(1)).toMatchObject({
      state: "not_read",
      response_body: { state: "available", chars: 2, bytes: 7, charset: "gbk" },
    });
  });

  test.each<[string, () => unknown]>([
    ["neither has it", unknown],
    ["it is no text", () => ({ bufferedData: btoa("\xff\xfe") })],
  ])("where %s the body stays pending", async (_name, answer) => {
    const opened = begin(unknown);
    opened.session.answer("Network.streamResourceContent", answer);
    opened.clock.advance(QUIET);
    await settle();
    expect(opened.record(1).response_body).toEqual({ state: "pending" });
  });

  test("a stream that trickles is read less and less often", async () => {
    const opened = begin({ body: "[1]", base64Encoded: false });
    for (let at = 0; at < 40; at += 1) {
      opened.clock.advance(QUIET);
      await settle();
      opened.say("dataReceived", data("1.1", 7));
    }
    expect(opened.session.sent.length).toBeLessThanOrEqual(1);
    for (let at = 0; at < 40; at += 1) {
      opened.clock.advance(2000);
      await settle();
      opened.say("dataReceived", data("1.1", 7));
    }
    expect(opened.session.sent.length).toBeLessThanOrEqual(4);
  });

  test("an event stream, and what is too large, are not read", () => {
    for (const parts of [{ mimeType: "text/event-stream" }, { mimeType: "video/mp4" }]) {
      const opened = begin({ body: "x", base64Encoded: false }, parts);
      opened.clock.advance(QUIET);
      expect(opened.session.sent).toEqual([]);
    }
    const large = begin({ body: "x", base64Encoded: false });
    large.say("dataReceived", data("1.1", BOUNDS.bodyBytes));
    large.clock.advance(QUIET);
    expect(large.session.sent).toEqual([]);
    const headOnly = openNetwork();
    headOnly.say("requestWillBeSent", willBeSent("1.1"));
    headOnly.say("responseReceived", received("1.1"));
    headOnly.clock.advance(QUIET);
    expect(headOnly.session.sent).toEqual([]);
  });

  test("one that is dropped unread keeps what had come", async () => {
    const opened = begin({ body: '{"a":1}', base64Encoded: false });
    opened.clock.advance(QUIET);
    await settle();
    opened.say("loadingFailed", failed("1.1", "net::ERR_ABORTED", { canceled: true }));
    expect(opened.record(1)).toMatchObject({
      state: "not_read",
      response_body: { state: "available" },
    });
  });

  test("one that fails while it is read does not get the text", async () => {
    for (const [ending, state] of [
      [failed("1.1", "net::ERR_CONNECTION_RESET"), "unavailable"],
      [failed("1.1", "net::ERR_ABORTED", { canceled: true }), "available"],
    ] as const) {
      const opened = begin({ body: '{"a":1}', base64Encoded: false });
      opened.clock.advance(QUIET);
      opened.say("loadingFailed", ending);
      await settle();
      expect(opened.record(1).response_body.state).toBe(state);
    }
  });

  test("one that ends after all is read again only if more came", async () => {
    for (const [more, reads] of [
      [0, 1],
      [5, 2],
    ] as const) {
      const opened = begin({ body: '{"a":1}', base64Encoded: false });
      opened.clock.advance(QUIET);
      await settle();
      if (more > 0) opened.say("dataReceived", data("1.1", more));
      opened.say("loadingFinished", finished("1.1"));
      await opened.network.bodiesRead();
      expect(opened.session.count("Network.getResponseBody")).toBe(reads);
      expect(opened.record(1)).toMatchObject({
        state: "complete",
        response_body: { state: "available" },
      });
      expect(opened.clock.waiting).toBe(0);
    }
  });

  test.each([
    ['{"a":1}', "open", "available"], // a value that is whole; whether the server ended, nobody said
    ["half of", "open", "truncated"],
  ])("a stop keeps what has come: %s", async (body, state, kept) => {
    const opened = begin({ body, base64Encoded: false });
    await opened.network.stop();
    expect(opened.record(1)).toMatchObject({
      state,
      response_body: { state: kept },
      decoded_bytes: 7,
    });
    expect(opened.clock.waiting).toBe(0);
  });
});
