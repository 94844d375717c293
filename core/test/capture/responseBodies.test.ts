import { describe, expect, test } from "vitest";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { data, failed, finished, received, willBeSent } from "./events.js";
import { evicted, openNetwork, unknown } from "./openNetwork.js";

const base64 = (bytes: Iterable<number>) => btoa(String.fromCharCode(...bytes));

type Opened = ReturnType<typeof openNetwork>;

/** A finished exchange; the answer's body is read. */
async function finish(opened: Opened, parts: Parameters<typeof received>[1] = {}, request = {}) {
  const { say, network } = opened;
  say("requestWillBeSent", willBeSent("1.1", request));
  say("responseReceived", received("1.1", parts));
  say("dataReceived", data("1.1", 20));
  say("loadingFinished", finished("1.1"));
  await network.bodiesRead();
}

describe("response bodies", () => {
  test("trap 11: a body is asked for at loadingFinished, and never before (trap 15)", async () => {
    const opened = openNetwork();
    const { say, session, record, hops } = opened;
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceived", received("1.1"));
    expect(session.count("Network.getResponseBody")).toBe(0);
    say("dataReceived", data("1.1", 2));
    say("loadingFinished", finished("1.1"));
    expect(session.count("Network.getResponseBody")).toBe(1);
    await opened.network.bodiesRead();
    expect(record(1).response_body).toEqual({ state: "available", chars: 2, bytes: 2 });
    expect([...hops.values()][0]?.bodies.response).toEqual({
      text: "{}",
      contentType: "application/json",
    });
  });

  test("trap 7: asked of the session that finished it, then of the others, then of the tab", async () => {
    const opened = openNetwork();
    const { session, say, network, record } = opened;
    session.answer("Network.getResponseBody", ({ sessionId }) =>
      sessionId === undefined ? { body: "[1]", base64Encoded: false } : unknown(),
    );
    say("requestWillBeSent", willBeSent("D"), "parent");
    say("responseReceived", received("D"), "parent");
    say("loadingFinished", finished("D"), "child");
    await network.bodiesRead();
    expect(session.sent.map(({ sessionId }) => sessionId)).toEqual(["child", "parent", undefined]);
    expect(record(1).response_body.state).toBe("available");
  });

  test("trap 13: what is over the bound is not even asked for", async () => {
    const { say, session, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceived", received("1.1"));
    say("dataReceived", data("1.1", BOUNDS.bodyBytes + 1));
    say("loadingFinished", finished("1.1"));
    expect(session.sent).toEqual([]);
    expect(record(1).response_body).toEqual({
      state: "omitted",
      reason: "body_limit",
      bytes: BOUNDS.bodyBytes + 1,
    });
  });

  test("trap 14: an evicted body is told apart from one that is not there", async () => {
    for (const [answer, body] of [
      [evicted, { state: "evicted", reason: "browser_buffer_evicted" }],
      [unknown, { state: "unavailable", reason: "browser_buffer_unavailable" }],
    ] as const) {
      const opened = openNetwork();
      opened.session.answer("Network.getResponseBody", answer);
      await finish(opened);
      expect(opened.record(1).response_body).toEqual(body);
    }
  });

  test("trap 14: evicted in its own session and unknown to the tab is evicted", async () => {
    const opened = openNetwork();
    const { session, say, network, record } = opened;
    session.answer("Network.getResponseBody", ({ sessionId }) =>
      sessionId === "child" ? evicted() : unknown(),
    );
    say("requestWillBeSent", willBeSent("1.1"), "child");
    say("responseReceived", received("1.1"), "child");
    say("loadingFinished", finished("1.1"), "child");
    await network.bodiesRead();
    expect(record(1).response_body.state).toBe("evicted");
  });

  test("trap 14: what a person waits for is read before styles and scripts", async () => {
    const { say, session, network } = openNetwork();
    for (let at = 0; at < BOUNDS.bodyReads + 2; at += 1) {
      say("requestWillBeSent", willBeSent(`S.${at}`, { type: "Script" }));
      say("responseReceived", received(`S.${at}`, { type: "Script", mimeType: "text/javascript" }));
      say("loadingFinished", finished(`S.${at}`));
    }
    say("requestWillBeSent", willBeSent("J.1"));
    say("responseReceived", received("J.1"));
    say("loadingFinished", finished("J.1"));
    await network.bodiesRead();
    const asked = session.sent.map(({ params }) => (params as { requestId: string }).requestId);
    expect(asked[BOUNDS.bodyReads]).toBe("J.1");
    expect(asked).toHaveLength(BOUNDS.bodyReads + 3);
  });

  test("what a rule answered is known, though the browser kept nothing of it", async () => {
    const opened = openNetwork();
    opened.session.answer("Network.getResponseBody", unknown);
    opened.say("requestWillBeSent", willBeSent("1.1"));
    opened.network.annotate(
      { networkId: "1.1", request: { method: "GET", url: opened.record(1).url } } as never,
      {
        intervention: { rule_id: "r1", type: "mock", state: "applied" },
        answer: '{"mocked":true}',
      },
    );
    opened.say("responseReceived", received("1.1"));
    opened.say("loadingFinished", finished("1.1"));
    await opened.network.bodiesRead();
    expect(opened.record(1).response_body).toMatchObject({ state: "available", chars: 15 });
    expect([...opened.hops.values()][0]?.bodies.response?.text).toBe('{"mocked":true}');
  });

  test("trap 32: of a prefetch the browser may have none, for a reason of its own", async () => {
    for (const [answer, body] of [
      [unknown, { state: "unavailable", reason: "prefetch" }],
      [evicted, { state: "evicted", reason: "browser_buffer_evicted" }],
    ] as const) {
      const opened = openNetwork();
      opened.session.answer("Network.getResponseBody", answer);
      await finish(opened, { type: "Prefetch" }, { type: "Prefetch" });
      expect(opened.record(1).response_body).toEqual(body);
    }
  });

  test("trap 15: an event stream has no body to read", async () => {
    const opened = openNetwork();
    await finish(opened, { mimeType: "text/event-stream" });
    expect(opened.session.sent).toEqual([]);
    expect(opened.record(1).response_body).toEqual({ state: "omitted", reason: "stream" });
  });

  describe("trap 16: an exchange that ends with ERR_ABORTED after its response did not fail", () => {
    const aborted = failed("1.1", "net::ERR_ABORTED", { canceled: true });

    test.each([
      ["GET", 200, "application/json", "not_read", { state: "unavailable", reason: "not_read" }],
      ["GET", 200, "text/event-stream", "not_read", { state: "omitted", reason: "stream" }],
      ["HEAD", 200, "application/json", "complete", { state: "empty" }],
      ["GET", 204, "", "complete", { state: "empty" }],
    ] as const)("%s %i %s is %s", (method, status, mimeType, state, body) => {
      const { say, record } = openNetwork();
      say("requestWillBeSent", willBeSent("1.1", { method }));
      say("responseReceived", received("1.1", { status, mimeType }));
      say("loadingFailed", aborted);
      expect(record(1)).toMatchObject({ state, status, response_body: body });
      expect(record(1).error).toBeUndefined();
    });

    test.each([
      ["application/json", 150],
      ["text/event-stream", 100],
    ] as const)("%s took as long as it came, not until its document went", (mimeType, ms) => {
      const { say, record } = openNetwork();
      say("requestWillBeSent", willBeSent("1.1"));
      say("responseReceived", received("1.1", { mimeType }));
      say("dataReceived", data("1.1", 7));
      say("loadingFailed", { ...aborted, timestamp: 30 });
      expect(record(1)).toMatchObject({
        state: "not_read",
        duration_ms: ms,
        finished_at: record(1).started_at + ms,
      });
    });

    test.each(["XHR", "Image", "Script", "Stylesheet", "Font"] as const)(
      "but one of %s, which is always read, was cut off",
      (type) => {
        const { say, record } = openNetwork();
        say("requestWillBeSent", willBeSent("1.1"));
        say("responseReceived", received("1.1", { type, headers: { "content-length": "10" } }));
        say("dataReceived", data("1.1", 9));
        say("loadingFailed", aborted);
        expect(record(1)).toMatchObject({
          state: "failed",
          status: 200,
          error: "net::ERR_ABORTED",
          response_body: { state: "unavailable", reason: "request_failed" },
        });
      },
    );

    test.each([
      ["all of it had arrived", { headers: { "content-length": "9" } }, "not_read"],
      ["it has no body", { status: 204 }, "complete"],
    ] as const)("nor did XHR when %s", (_why, parts, state) => {
      const { say, record } = openNetwork();
      say("requestWillBeSent", willBeSent("1.1"));
      say("responseReceived", received("1.1", { type: "XHR", ...parts }));
      say("dataReceived", data("1.1", 9));
      say("loadingFailed", aborted);
      expect(record(1)).toMatchObject({ state });
    });

    test("an abort that nobody asked for did", () => {
      const { say, record } = openNetwork();
      say("requestWillBeSent", willBeSent("1.1"));
      say("responseReceived", received("1.1"));
      say("loadingFailed", failed("1.1", "net::ERR_ABORTED", { canceled: false }));
      expect(record(1)).toMatchObject({ state: "failed", error: "net::ERR_ABORTED" });
    });

    test("before its response it did", () => {
      const { say, record } = openNetwork();
      say("requestWillBeSent", willBeSent("1.1"));
      say("loadingFailed", aborted);
      expect(record(1)).toMatchObject({
        state: "failed",
        error: "net::ERR_ABORTED",
        response_body: { state: "unavailable", reason: "request_failed" },
      });
    });

    test("HEAD that finishes is the same as HEAD that does not", async () => {
      const opened = openNetwork();
      await finish(opened, {}, { method: "HEAD" });
      expect(opened.record(1)).toMatchObject({
        state: "complete",
        response_body: { state: "empty" },
      });
    });
  });

  test("trap 17: a failure in the middle of the body keeps status and size", () => {
    const { say, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceived", received("1.1"));
    say("dataReceived", data("1.1", 33));
    say(
      "loadingFailed",
      failed("1.1", "net::ERR_CONTENT_LENGTH_MISMATCH", {
        canceled: false,
        blockedReason: "other",
      }),
    );
    expect(record(1)).toMatchObject({
      state: "failed",
      status: 200,
      decoded_bytes: 33,
      error: "net::ERR_CONTENT_LENGTH_MISMATCH blocked: other",
    });
  });

  test("trap 18: the character set that the browser took is said", async () => {
    const opened = openNetwork();
    await finish(opened, { charset: "windows-1252" });
    expect(opened.record(1).response_body).toMatchObject({
      state: "available",
      charset: "windows-1252",
    });
    expect(opened.record(1).response_body.replay_safe).toBeUndefined();
  });

  test.each([
    ["text in base64 is text", base64([0x7b, 0x7d]), { state: "available", chars: 2, bytes: 20 }],
    [
      "invalid UTF-8 is omitted",
      base64([0x22, 0xff, 0x22]),
      { state: "omitted", reason: "non_text", bytes: 20 },
    ],
    [
      "too long, and not decoded",
      "A".repeat(BOUNDS.bodyBytes * 2),
      { state: "omitted", reason: "body_limit", bytes: 20 },
    ],
  ])("trap 19: %s", async (_name, body, state) => {
    const opened = openNetwork();
    opened.session.answer("Network.getResponseBody", () => ({ body, base64Encoded: true }));
    await finish(opened);
    expect(opened.record(1).response_body).toEqual(state);
  });

  test.each<[string, readonly number[], string, object]>([
    ["text/plain; charset=gbk", [0xc4, 0xe3, 0xba, 0xc3], "你好", { charset: "gbk" }],
    ['text/plain; Charset="ISO-8859-1"', [0xe4, 0xf6], "äö", { charset: "ISO-8859-1" }],
    ["text/plain; charset=utf-16le", [0x7a, 0, 0xf6, 0], "zö", { charset: "utf-16le" }],
    ["text/html; charset=shift_jis", [0x93, 0xfa, 0x96, 0x7b], "日本", { charset: "shift_jis" }],
    ["text/plain", [0xc3, 0xa4], "ä", {}],
    ["text/plain; charset=no-such-one", [0xc3, 0xa4], "ä", { charset: "utf-8" }],
    ["text/plain; charset=gbk", [0xef, 0xbb, 0xbf, 0xc3, 0xa4], "ä", { charset: "utf-8" }],
    ["text/plain; charset=utf-16le", [0xc3, 0xa4, 0x61], "äa", { charset: "utf-8" }],
  ])(
    "trap 18: bytes of %s are decoded as what was declared, else as UTF-8: %j",
    async (type, bytes, text, said) => {
      const opened = openNetwork();
      const body = base64(bytes);
      opened.session.answer("Network.getResponseBody", () => ({ body, base64Encoded: true }));
      await finish(opened, { headers: { "Content-Type": type }, mimeType: "text/plain" });
      expect([...opened.hops.values()][0]?.bodies.response?.text).toBe(text);
      const { response_body: kept } = opened.record(1);
      expect(kept).toEqual({ state: "available", chars: text.length, bytes: 20, ...said });
    },
  );

  test.each(["text/plain; charset=gbk", "text/plain"])(
    "trap 18: what is no text of %s, nor UTF-8, is no text",
    async (type) => {
      const opened = openNetwork();
      const body = base64([0x61, 0xc4]);
      opened.session.answer("Network.getResponseBody", () => ({ body, base64Encoded: true }));
      await finish(opened, { headers: { "Content-Type": type } });
      expect(opened.record(1).response_body).toMatchObject({
        state: "omitted",
        reason: "non_text",
      });
    },
  );

  test("trap 24: the bound is in decoded characters", async () => {
    for (const [chars, state] of [
      [BOUNDS.bodyChars, "available"],
      [BOUNDS.bodyChars + 1, "omitted"],
    ] as const) {
      const opened = openNetwork();
      opened.session.answer("Network.getResponseBody", () => ({
        body: "x".repeat(chars),
        base64Encoded: false,
      }));
      await finish(opened);
      expect(opened.record(1).response_body).toMatchObject({ state, chars });
    }
  });

  test.each([
    ["image/png", { state: "omitted", reason: "non_text", bytes: 20 }],
    ["application/wasm", { state: "omitted", reason: "non_text", bytes: 20 }],
    ["image/svg+xml", { state: "available", chars: 2, bytes: 20 }],
    ["application/yaml", { state: "available", chars: 2, bytes: 20 }],
    ["", { state: "available", chars: 2, bytes: 20 }],
  ])("type %j", async (mimeType, body) => {
    const opened = openNetwork();
    await finish(opened, { mimeType });
    expect(opened.record(1).response_body).toEqual(body);
  });

  test("an empty body is empty", async () => {
    const opened = openNetwork();
    opened.session.answer("Network.getResponseBody", () => ({ body: "", base64Encoded: false }));
    await finish(opened);
    expect(opened.record(1).response_body).toEqual({ state: "empty" });
  });

  test("a size that the browser did not tell is not invented", async () => {
    const { say, network, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceived", received("1.1"));
    say("loadingFinished", finished("1.1"));
    await network.bodiesRead();
    expect(record(1).response_body).toEqual({ state: "available", chars: 2 });
    expect(record(1).decoded_bytes).toBeUndefined();
  });

  test("inline data is not read", async () => {
    const opened = openNetwork();
    await finish(opened, {}, { url: "data:text/plain,hello" });
    expect(opened.session.sent).toEqual([]);
    expect(opened.record(1)).toMatchObject({
      traffic: "inline",
      response_body: { state: "omitted", reason: "inline" },
    });
  });
});
