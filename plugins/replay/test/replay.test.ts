import { drive, type LiveCapture, liveCapture, type SentCommand } from "@bsk/core/testing";
import type { ReplayRecord, RequestRecord } from "@bsk/schema";
import { beforeEach, describe, expect, test } from "vitest";
import { ReplayPlugin } from "../dist/index.js";
import { BODY, dispatchExchange, type Sent, URL } from "./dispatchExchange.js";

/** A URL of the source's origin with so many characters. */
const urlOf = (chars: number): string => `${URL}?`.padEnd(chars, "q");

let live: LiveCapture;
/** What the page answers to the sending of a replay. */
let answer: (command: SentCommand) => unknown;

beforeEach(async () => {
  live = await liveCapture([new ReplayPlugin()]);
  answer = () => ({ kind: "done", status: 200, bytes: 2, cut: false });
  live.session.answer("Runtime.evaluate", (command) => {
    const { expression } = command.params as { expression: string };
    if (!expression.includes("sourceURL=bsk-replay")) return { result: {} };
    const value = answer(command);
    return value instanceof Promise ? value : { result: { value } };
  });
  exchange("1.1");
});

const exchange = (id: string, sent: Sent = {}): void => dispatchExchange(live, id, sent);
const replay = (draft: object, id = "n1", signal?: AbortSignal) =>
  drive(live.clock, live.act("replay", { id, replay: { key: "k1", ...draft } }, signal));
const sentExpressions = (): string[] =>
  live.session.sent.flatMap(({ method, params }) => {
    const { expression = "" } = (params ?? {}) as { expression?: string };
    return method === "Runtime.evaluate" && expression.includes("bsk-replay") ? [expression] : [];
  });
/** The arguments that the page was given: origin, url, init. */
const sentArguments = (): readonly unknown[] => {
  const text = sentExpressions().at(-1) ?? "";
  return JSON.parse(/\)\((\[.*\])\)\n\/\/#/s.exec(text)?.[1] ?? "[]") as unknown[];
};
async function all<T>(records: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const record of records) list.push(record);
  return list;
}
const replays = (): Promise<ReplayRecord[]> => all(live.reader().replays());
const requests = (): Promise<RequestRecord[]> => all(live.reader().requests());

describe("a replay", () => {
  test("sends what the source sent, without what the browser sets itself", async () => {
    const report = await replay({});

    expect(sentArguments().slice(0, 3)).toEqual([
      "http://app.test",
      URL,
      { method: "POST", headers: [["content-type", "application/json"]], body: BODY },
    ]);
    expect(report).toMatchObject({ replay: { state: "complete", key: "k1" }, repeated: false });
    const [world] = live.session.sent.filter(({ method }) => method === "Page.createIsolatedWorld");
    expect(world?.params).toEqual({
      frameId: "F1",
      worldName: `bsk-network-${live.capture.runId}`,
    });
  });

  test("sends what it is told instead", async () => {
    await replay({
      url: `${URL}?v=2`,
      method: "PUT",
      headers: { "Content-Type": null, "X-New": "1" },
      body: "text",
    });

    expect(sentArguments()[1]).toBe(`${URL}?v=2`);
    expect(sentArguments()[2]).toEqual({ method: "PUT", headers: [["X-New", "1"]], body: "text" });
  });

  test("takes a URL of 16384 characters", async () => {
    const url = urlOf(16_384);
    await replay({ url });

    expect(sentArguments()[1]).toBe(url);
  });

  test("is sent though response headers of its source were cut", async () => {
    exchange("2.1", {
      answered: { "Content-Type": "application/json", "X-Long": "x".repeat(5000) },
    });
    const [, source] = await requests();
    expect(source?.integrity).toMatchObject({
      response_headers: "truncated",
      metadata: "complete",
    });

    expect(await replay({}, "n2")).toMatchObject({ replay: { state: "complete" } });
    expect(sentArguments()[2]).toMatchObject({ method: "POST", body: BODY });
  });

  test("is linked to its request by the script that sent it, and to its source", async () => {
    answer = () => {
      exchange("2.1", { script: `bsk-replay-${live.capture.runId}:x1` });
      exchange("2.2", { script: `bsk-replay-${live.capture.runId}:x2` });
      return { kind: "done", status: 200, bytes: 2, cut: false };
    };

    const report = await replay({});

    const [source, sent, other] = await requests();
    expect(sent).toMatchObject({
      traffic: "replayed",
      replay_id: "d0123456789ab:x1",
      replay_from: source?.id,
    });
    expect(report).toMatchObject({ request: { id: sent?.id, status: 200 } });
    expect(await replays()).toMatchObject([
      { request_id: sent?.id, source_request_id: source?.id },
    ]);
    expect(other?.replay_id).toBeUndefined();
  });

  test("gives the same attempt for the same key, and sends nothing", async () => {
    answer = () => ({ kind: "failed" });
    const [first, second] = await Promise.all([
      replay({ headers: { "X-A": "1", "X-B": "2" } }),
      replay({ headers: { "x-b": "2", "x-a": "1" } }),
    ]);

    expect(first).toMatchObject({
      replay: { id: "d0123456789ab:x1", state: "failed" },
      repeated: false,
    });
    expect(second).toMatchObject({
      replay: { id: "d0123456789ab:x1", state: "failed" },
      repeated: true,
    });
    expect(sentExpressions()).toHaveLength(1);
  });

  test("refuses the key of another source, and keeps a key free that sent nothing", async () => {
    exchange("3.1");
    await expect(replay({ url: "http://other.test/" })).rejects.toMatchObject({
      code: "replay_cross_origin",
      hint: "bsk debug request n1 --session abcd",
    });
    await replay({});

    await expect(replay({}, "n2")).rejects.toMatchObject({ code: "replay_key_conflict" });
  });

  test.each<[string, object]>([
    ["body", { body: "other" }],
    ["url", { url: `${URL}?v=2` }],
    ["method", { method: "PUT" }],
    ["header", { headers: { "X-New": "1" } }],
  ])("refuses the key of a replay with another %s, and sends nothing", async (_what, draft) => {
    await replay({});

    await expect(replay(draft)).rejects.toMatchObject({ code: "replay_key_conflict" });
    expect(sentExpressions()).toHaveLength(1);
  });

  test("is made at most twenty times", async () => {
    for (let index = 0; index < 20; index += 1) await replay({ key: `k${index}` });

    await expect(replay({ key: "one-more" })).rejects.toMatchObject({ code: "replay_limit" });
    expect(await replay({ key: "k7" })).toMatchObject({ repeated: true });
  });

  test.each([
    ["moved", "failed", /nothing was sent/],
    ["late", "failed", /15 s.*may have been sent/],
    ["failed", "failed", /refused.*may have been sent/],
    ["stopped", "interrupted", /may have been sent/],
    ["nonsense", "interrupted", /may have been sent/],
  ])("that ends by %s is %s", async (kind, state, error) => {
    answer = () => ({ kind });

    expect((await replay({})).replay).toMatchObject({ state, error: expect.stringMatching(error) });
  });

  test("is interrupted when its page goes away under it", async () => {
    answer = () => Promise.reject(new Error("Inspected target navigated or closed"));

    expect((await replay({})).replay).toMatchObject({ state: "interrupted" });
  });

  test("is interrupted, and its page told, when whoever asked gives up", async () => {
    const control = new AbortController();
    answer = () => new Promise(() => undefined);
    const asked = live.act("replay", { id: "n1", replay: { key: "k1" } }, control.signal);
    await new Promise((resolve) => setImmediate(resolve));
    control.abort();

    expect(await drive(live.clock, asked)).toMatchObject({
      replay: { state: "interrupted", error: expect.stringContaining("may have been sent") },
    });
    expect(live.session.sent.at(-1)?.params).toMatchObject({
      expression: expect.stringContaining("bsk stop"),
    });
  });

  test("sends nothing any more when it was given up while the page kept it waiting", async () => {
    const control = new AbortController();
    let ready: (world: unknown) => void = () => undefined;
    live.session.answer("Page.createIsolatedWorld", () => new Promise((made) => (ready = made)));
    const asked = live.act("replay", { id: "n1", replay: { key: "k1" } }, control.signal);
    await new Promise((resolve) => setImmediate(resolve));
    control.abort();

    expect(await drive(live.clock, asked)).toMatchObject({
      replay: { state: "interrupted", error: expect.stringContaining("Nothing was sent") },
    });
    ready({ executionContextId: 9 });
    await new Promise((resolve) => setImmediate(resolve));

    const sent = live.session.sent.map(({ params }) => JSON.stringify(params));
    expect(sent.filter((params) => params?.includes("sourceURL=bsk-replay"))).toEqual([]);
  });

  test("is interrupted when its capture stops", async () => {
    answer = () => new Promise(() => undefined);
    const asked = live.act("replay", { id: "n1", replay: { key: "k1" } });
    await new Promise((resolve) => setImmediate(resolve));

    await drive(live.clock, live.capture.stop("requested"));
    await asked;

    expect(await replays()).toMatchObject([{ state: "interrupted" }]);
  });

  test("says what came of it and the next command", async () => {
    answer = () => {
      exchange("2.1", { script: `bsk-replay-${live.capture.runId}:x1` });
      return { kind: "done", status: 200, bytes: 262_144, cut: true };
    };
    const report = await replay({});
    const { command } = live.core.command("replay");

    expect(command.format?.(report, " --session abcd")).toEqual([
      "x1 complete of n1 key k1",
      "sent n2 POST 200 2000ms",
      "only 262144 bytes of the answer were read",
      "next: bsk debug request n2 --session abcd --part response",
    ]);
  });
});

describe("a replay is refused, and nothing is sent,", () => {
  const thrown = async (draft: object, id = "n1"): Promise<{ code?: string; hint?: string }> => {
    const error: unknown = await replay(draft, id).catch((reason: unknown) => reason);
    expect(sentExpressions()).toEqual([]);
    return error as { code?: string; hint?: string }; // refused, not answered
  };
  const refused = async (draft: object, id = "n1"): Promise<unknown> =>
    (await thrown(draft, id)).code;

  test.each<[string, object]>([
    ["no key", { key: undefined }],
    ["a key with a blank", { key: "a b" }],
    ["a key of 81 characters", { key: "k".repeat(81) }],
    ["an unknown key", { credentials: "include" }],
    ["a relative URL", { url: "/api" }],
    ["a URL with a password", { url: "http://a:b@app.test/" }],
    ["a URL of 16385 characters", { url: urlOf(16_385) }],
    ["a method that is none", { method: "TRACE" }],
    ["a header of the browser's own", { headers: { Cookie: "a=b" } }],
    ["a header with a line end", { headers: { "x-a": "1\r\nHost: x" } }],
    ["headers that are a list", { headers: [["x-a", "1"]] }],
    ["a body that is no text", { body: { name: "Bob" } }],
    ["a body over 64 Ki", { body: "x".repeat(65_537) }],
    ["a body for a GET", { method: "GET", body: "x" }],
  ])("for %s", async (_what, draft) => {
    expect(await refused(draft)).toBe("invalid_replay");
  });

  test("for a request that is not there", async () => {
    expect(await refused({}, "n9")).toBe("request_not_found");
  });

  test("when destination or page has another origin", async () => {
    expect(await refused({ url: "http://app.test:81/" })).toBe("replay_cross_origin");
    live.session.answer("Page.getFrameTree", () => ({
      frameTree: { frame: { id: "F1", url: "http://evil.test/" } },
    }));
    expect(await refused({})).toBe("replay_cross_origin");
  });

  test("for a URL in place of that of incomplete metadata", async () => {
    const long = `${URL}?q=${"x".repeat(3000)}`;
    exchange("2.1", { url: long, headers: { "X-Long": "x".repeat(5000) } });
    live.session.dispatch("Network.responseReceived", {
      requestId: "begun-before",
      loaderId: "L1",
      timestamp: 11,
      type: "Fetch",
      hasExtraInfo: false,
      response: { url: URL, status: 200, headers: {}, mimeType: "", encodedDataLength: 2 },
    });
    exchange("2.3", { url: long });
    const whole = { url: URL, method: "POST", headers: { "X-Long": "x" }, body: BODY };

    for (const id of ["n2", "n3"]) {
      expect(await refused({ url: URL }, id)).toBe("replay_source_incomplete");
      expect(await refused(whole, id)).toBe("replay_source_incomplete");
    }
    // The URL alone was cut: another one does make up for that.
    expect(await refused({}, "n4")).toBe("replay_url_incomplete");
    expect(await replay({ url: URL }, "n4")).toMatchObject({ replay: { state: "complete" } });
  });

  test("for a masked header, with the same call without it as the hint", async () => {
    exchange("2.1", { headers: { Authorization: "Bearer abcdefghijklmnop123456" } });

    expect(
      await thrown({ body: `{"name":"Ada's"}`, headers: { "X-New": "1" } }, "n2"),
    ).toMatchObject({
      code: "replay_masked",
      message:
        "The header authorization holds a redacted value; give the real one, or remove it with null.",
      hint: `bsk debug replay n2 --session abcd --replay '{"key":"k1","headers":{"X-New":"1","authorization":null},"body":"{\\"name\\":\\"Ada'\\''s\\"}"}'`,
    });
    const long = { body: "x".repeat(400) };
    expect((await thrown(long, "n2")).hint).toContain('"authorization":null},"body":"…"}');
    const secret = { body: '{"password":"hunter2-hunter2"}' };
    expect((await thrown(secret, "n2")).hint).toContain('"body":"…"}');
  });

  test("for a masked header of the page's own naming without that name in the hint", async () => {
    exchange("2.1", { headers: { "X-Run-This-Token": "Bearer abcdefghijklmnop123456" } });

    const { hint } = await thrown({}, "n2");

    expect(hint).toContain('"headers":{"NAME":null}');
  });

  test.each(["X-CSRF", "X-XSRF-Token", "requestVerificationToken", "x-api-key", "Client-Secret"])(
    "for a masked header with a usual name, with the call that leaves it out: %s",
    async (name) => {
      exchange("2.1", { headers: { [name]: "abcdefghijklmnop123456" } });

      const { hint } = await thrown({}, "n2");

      expect(hint).toContain(`"headers":{"${name.toLowerCase()}":null}`);
    },
  );

  test("when the source's own words are not known, unless they are given", async () => {
    exchange("2.1", { body: '{"password":"hunter2-hunter2"}' });
    exchange("2.2", { url: `${URL}?access_token=sEcReT0123456789abcdef` });
    exchange("2.3", { headers: { Authorization: "Bearer abcdefghijklmnop123456" } });
    exchange("2.4", { headers: { "X-Long": "x".repeat(5000) } });
    exchange("2.5", { headers: { "Content-Length": "99" } });
    exchange("2.6", { headers: { "Content-Type": "application/octet-stream" } });

    expect(await refused({}, "n2")).toBe("replay_body_unsafe");
    expect(await refused({}, "n3")).toBe("replay_url_incomplete");
    expect(await refused({}, "n4")).toBe("replay_masked");
    expect(await refused({}, "n5")).toBe("replay_source_incomplete");
    expect(await refused({}, "n6")).toBe("replay_body_unsafe");
    expect(await refused({ body: "x" }, "n7")).toBe("replay_binary");
    expect(await refused({ body: '{"password":"[redacted:password]"}' }, "n2")).toBe(
      "replay_masked",
    );
    for (const body of [
      "password=%5Bredacted%3Apassword%5D",
      '{"p":"\\u005bredacted:password]"}',
    ]) {
      expect(await refused({ body }, "n2")).toBe("replay_masked");
    }
    expect(await refused({ url: `${URL}?access_token=%5Bredacted:token]` }, "n3")).toBe(
      "replay_masked",
    );
    for (const [id, draft] of [
      ["n2", { body: "{}" }],
      ["n3", { url: URL }],
      ["n4", { headers: { authorization: null } }],
    ] as const) {
      expect(await replay({ key: id, ...draft }, id)).toMatchObject({
        replay: { state: "complete" },
      });
    }
  });
});
