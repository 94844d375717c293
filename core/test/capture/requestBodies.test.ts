import { describe, expect, test } from "vitest";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { requestExtra, willBeSent } from "./events.js";
import { openNetwork, unknown } from "./openNetwork.js";

const base64 = (bytes: Iterable<number>) => btoa(String.fromCharCode(...bytes));

describe("request bodies", () => {
  const post = (request: object) => willBeSent("1.1", { method: "POST", request });

  test("one in the event is taken from there", () => {
    const { say, session, record, hops } = openNetwork();
    const headers = { "Content-Type": "application/json" };
    say("requestWillBeSent", post({ postData: '{"a":1}', hasPostData: true, headers }));
    expect(session.sent).toEqual([]);
    expect(record(1).request_body).toEqual({ state: "available", chars: 7, bytes: 7 });
    expect([...hops.values()][0]?.bodies.request).toEqual({
      text: '{"a":1}',
      contentType: "application/json",
    });
  });

  test("trap 20: one that is not in the event is asked for at once", async () => {
    const { say, session, network, record } = openNetwork();
    session.answer("Network.getRequestPostData", () => ({
      postData: "from blob",
      base64Encoded: false,
    }));
    say("requestWillBeSent", post({ hasPostData: true }), "child");
    expect(session.sent).toMatchObject([
      { method: "Network.getRequestPostData", sessionId: "child" },
    ]);
    expect(record(1).request_body).toEqual({ state: "pending" });
    await network.bodiesRead();
    expect(record(1).request_body).toEqual({ state: "available", chars: 9, bytes: 9 });
  });

  test.each([
    [
      "trap 21: binary is omitted",
      { postData: "AAEC", base64Encoded: true },
      { state: "omitted", reason: "non_text" },
    ],
    ["an empty one is empty", { postData: "" }, { state: "empty" }],
    [
      "one of no bytes, which comes as base64, is empty",
      { postData: "", base64Encoded: true },
      { state: "empty" },
    ],
    [
      "a long one is omitted with its length",
      { postData: "x".repeat(BOUNDS.bodyChars + 1) },
      { state: "omitted", reason: "body_limit", chars: BOUNDS.bodyChars + 1 },
    ],
  ])("%s", async (_name, answer, body) => {
    const { say, session, network, record } = openNetwork();
    session.answer("Network.getRequestPostData", () => answer);
    say("requestWillBeSent", post({ hasPostData: true }));
    await network.bodiesRead();
    expect(record(1).request_body).toEqual(body);
  });

  test("one that the browser does not give is unavailable", async () => {
    const { say, session, network, record } = openNetwork();
    session.answer("Network.getRequestPostData", unknown);
    say("requestWillBeSent", post({ hasPostData: true }));
    await network.bodiesRead();
    expect(record(1).request_body).toEqual({ state: "unavailable", reason: "not_in_event" });
  });

  test("trap 21: bytes in the event that are no text are omitted, though the browser decoded them", () => {
    const { say, record } = openNetwork();
    const postDataEntries = [{ bytes: base64([0xff, 0xfe, 0x41]) }];
    say("requestWillBeSent", post({ postData: "ÿþA", hasPostData: true, postDataEntries }));
    expect(record(1).request_body).toEqual({ state: "omitted", reason: "non_text" });
  });

  test("text beyond ASCII in the event stays", () => {
    const { say, record } = openNetwork();
    const postDataEntries = [{ bytes: base64(new TextEncoder().encode("é")) }, {}];
    say("requestWillBeSent", post({ postData: "é", hasPostData: true, postDataEntries }));
    expect(record(1).request_body).toEqual({ state: "available", chars: 1, bytes: 2 });
  });

  describe("trap 22: replay_safe needs the length on the wire", () => {
    test.each([
      ["emoji", "🙂🙂", 8, {}, true],
      ["a length that counts characters", "🙂🙂", 4, {}, undefined],
      ["a lone surrogate", '"\ud800"', 5, {}, undefined],
      ["what the browser put for bytes it could not decode", '"\ufffd"', 5, {}, undefined],
      ["multipart", "abcd", 4, { "Content-Type": "multipart/form-data; boundary=x" }, undefined],
    ])("%s", (_name, postData, length, headers, safe) => {
      const { say, record } = openNetwork();
      say("requestWillBeSent", post({ postData, hasPostData: true }));
      expect(record(1).request_body.replay_safe).toBeUndefined();
      say(
        "requestWillBeSentExtraInfo",
        requestExtra("1.1", { ...headers, "Content-Length": `${length}` }),
      );
      expect(record(1).request_body.replay_safe).toBe(safe);
    });

    test("the headers may have come first", () => {
      const { say, record } = openNetwork();
      say("requestWillBeSentExtraInfo", requestExtra("1.1", { "Content-Length": "3" }));
      say("requestWillBeSent", post({ postData: "a=1", hasPostData: true }));
      expect(record(1).request_body.replay_safe).toBe(true);
    });

    test("a body that redaction changed is never safe, whenever the headers come", () => {
      const { say, record } = openNetwork();
      say("requestWillBeSent", post({ postData: "a=1", hasPostData: true }));
      record(1).request_body = { ...record(1).request_body, redacted: true };
      say("requestWillBeSentExtraInfo", requestExtra("1.1", { "Content-Length": "3" }));
      expect(record(1).request_body.replay_safe).toBeUndefined();
    });
  });
});
