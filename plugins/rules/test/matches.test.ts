import { errors } from "@bsk/core";
import { beforeEach, describe, expect, test } from "vitest";
import { JSON_TYPE, mock, type OpenedRules, openRules, URL } from "./openRules.js";
import { announce, answer, answers, fail, pause, settle, textOf } from "./paused.js";

let live: OpenedRules;
beforeEach(async () => {
  live = await openRules();
});

describe("a rule that matches", () => {
  test("blocks, says so in the request, and is used up", async () => {
    const id = await live.add({ type: "block" });
    announce(live.session, "i1");
    pause(live.session, "i1");
    await settle();

    expect(answer(live.session, "i1")).toMatchObject({ errorReason: "BlockedByClient" });
    expect(await live.requests()).toMatchObject([
      { traffic: "controlled", intervention: { rule_id: id, type: "block", state: "applied" } },
    ]);
    expect(await live.rules()).toMatchObject([{ state: "exhausted", hits: 1, failures: 0 }]);
    await expect(live.act("rule_enable", { id: "r1" })).rejects.toMatchObject({
      code: "rule_exhausted",
    });
  });

  test.each(["before", "after"])(
    "marks the request when the Network event comes %s",
    async (order) => {
      await live.add({ type: "modify", method: "PUT", json: { set: { a: "2" } } });
      const asked = {
        method: "POST",
        headers: JSON_TYPE,
        body: '{"a":1,"id":9007199254740993123}',
      };
      if (order === "before") announce(live.session, "i1", asked);
      pause(live.session, "i1", asked);
      await settle();
      if (order === "after") announce(live.session, "i1", asked);

      const [record] = await live.requests();
      expect(record).toMatchObject({
        method: "PUT",
        traffic: "controlled",
        intervention: { state: "applied", changes: ["method", "json:a"] },
      });
      const text = await live.reader().body(record?.id ?? "", "request");
      expect(text).toBe('{"a":"2","id":9007199254740993123}');
      expect(textOf(answer(live.session, "i1").postData)).toBe(text);
    },
  );

  test("takes the request that is held, not another one of the same name", async () => {
    await live.add({ type: "block" });
    announce(live.session, "other");
    announce(live.session, "i1");
    pause(live.session, "i1");
    await settle();

    const marked = (await live.requests()).map(({ intervention }) => intervention?.type);
    expect(marked).toEqual([undefined, "block"]);
  });

  test("keeps the page's headers when it changes some", async () => {
    await live.add({ type: "modify", headers: { "X-New": "1", "x-gone": null } });
    pause(live.session, "i1", { headers: { Accept: "*/*", "X-Gone": "1" } });
    await settle();

    expect(answer(live.session, "i1").headers).toEqual([
      { name: "Accept", value: "*/*" },
      { name: "X-New", value: "1" },
    ]);
  });

  test("sends another URL and a whole body in place of its own", async () => {
    const [url, body] = [`${URL}?v=2`, '["Änne",9007199254740993123]'];
    await live.add({ type: "modify", url, body });
    const asked = { method: "POST", headers: JSON_TYPE, body: '{"name":"Ada"}' };
    announce(live.session, "i1", asked);
    pause(live.session, "i1", asked);
    await settle();

    const sent = answer(live.session, "i1");
    expect(answers(live.session)).toEqual(["continueRequest i1"]);
    expect(Object.keys(sent).sort()).toEqual(["interceptResponse", "postData", "requestId", "url"]);
    expect(sent.url).toBe(url);
    expect(textOf(sent.postData)).toBe(body);
    const [record] = await live.requests();
    expect(record).toMatchObject({
      url,
      method: "POST",
      traffic: "controlled",
      intervention: { type: "modify", state: "applied", changes: ["url", "body"] },
    });
    expect(await live.reader().body(record?.id ?? "", "request")).toBe(body);
    expect(await live.rules()).toMatchObject([{ hits: 1, failures: 0 }]);
  });

  test.each<[string, object, object]>([
    ["a rename without a source", { json: { rename: { b: "c" } } }, { body: '{"a":1}' }],
    ["a body twice keyed", { json: { set: { b: 1 } } }, { body: '{"a":1,"a":2}' }],
    ["no body", { json: { set: { b: 1 } } }, {}],
    ["a body that is no JSON", { json: { set: { b: 1 } } }, { body: "a=1" }],
    ["another content type", { json: { set: { b: 1 } } }, { body: '{"a":1}', headers: {} }],
    [
      "a multipart body",
      { body: "x" },
      { body: "--x", headers: { "content-type": "multipart/form-data; boundary=x" } },
    ],
    ["a body for a GET", { method: "GET" }, { body: '{"a":1}' }],
    ["bytes that are no text", { json: { set: { b: 1 } } }, { body: '{"a":"\ufffd"}' }],
  ])("aborts the request on %s", async (_what, effect, asked) => {
    await live.add({ type: "modify", ...effect });
    const request = { method: "POST", headers: JSON_TYPE, ...asked };
    announce(live.session, "i1", request);
    pause(live.session, "i1", request);
    await settle();

    expect(answers(live.session)).toEqual(["failRequest i1"]);
    expect(await live.requests()).toMatchObject([
      { method: "POST", intervention: { state: "failed" } },
    ]);
    expect(await live.rules()).toMatchObject([{ hits: 1, failures: 1 }]);
  });

  test("answers a mock after its delay, with the empty body that HEAD has", async () => {
    await live.add(mock({ delay_ms: 1000, body: '{"a":"é"}' }), { times: 2 });
    pause(live.session, "i1");
    pause(live.session, "i2", { method: "HEAD" });
    live.clock.advance(999);
    await settle();
    expect(answers(live.session)).toEqual([]);
    live.clock.advance(1);
    await settle();

    expect(textOf(answer(live.session, "i1").body)).toBe('{"a":"é"}');
    expect(answer(live.session, "i1").responseHeaders).toEqual([
      { name: "content-type", value: "application/json" },
    ]);
    expect(answer(live.session, "i2")).toMatchObject({ responseCode: 200, body: "" });
  });

  test("aborts what the browser does not take as an answer", async () => {
    await live.add(mock());
    live.session.answer("Fetch.fulfillRequest", () => {
      throw errors.cdpFailed("Fetch.fulfillRequest", "Invalid http status code");
    });
    announce(live.session, "i1");
    pause(live.session, "i1");
    await settle();

    expect(answers(live.session)).toEqual(["fulfillRequest i1", "failRequest i1"]);
    expect(await live.rules()).toMatchObject([
      { failures: 1, last_error: expect.stringContaining("status") },
    ]);
  });

  test("is no failure when the page gave the request up meanwhile", async () => {
    await live.add(mock());
    live.session.answer("Fetch.fulfillRequest", () => {
      throw errors.cdpFailed("Fetch.fulfillRequest", "Invalid InterceptionId.");
    });
    announce(live.session, "i1");
    pause(live.session, "i1");
    await settle();

    expect(await live.requests()).toMatchObject([{ intervention: { state: "cancelled" } }]);
    expect(await live.rules()).toMatchObject([{ hits: 1, failures: 0 }]);
  });

  test("takes fetch and XHR apart by the Network event", async () => {
    await live.add({ type: "block" }, { match: { url: URL, resource_type: "XHR" }, times: 0 });
    pause(live.session, "i1");
    pause(live.session, "i2");
    announce(live.session, "i1", { type: "XHR" });
    announce(live.session, "i2", { type: "Fetch" });
    await settle();

    expect([...answers(live.session)].sort()).toEqual(["continueRequest i2", "failRequest i1"]);
    expect(await live.rules()).toMatchObject([{ hits: 1, failures: 0 }]);
  });

  test("takes documents only when it says so", async () => {
    await live.add({ type: "block" }, { match: { url: URL, resource_type: "Document" }, times: 0 });
    pause(live.session, "i1");
    pause(live.session, "i2", { type: "Document" });
    await settle();

    expect(answers(live.session)).toEqual(["continueRequest i1", "failRequest i2"]);
  });

  test("is the first one made; the next has its turn when that is used up", async () => {
    await live.add({ type: "block" });
    await live.add(mock());
    pause(live.session, "i1");
    pause(live.session, "i2");
    await settle();

    expect(answers(live.session)).toEqual(["failRequest i1", "fulfillRequest i2"]);
  });

  test("leaves a request of another method alone", async () => {
    await live.add({ type: "block" }, { match: { url: URL, method: "POST" } });
    for (const [id, method] of [
      ["i1", "GET"],
      ["i2", "PUT"],
      ["i3", "POST"],
    ] as const) {
      announce(live.session, id, { method });
      pause(live.session, id, { method });
    }
    await settle();

    expect(answers(live.session)).toEqual([
      "continueRequest i1",
      "continueRequest i2",
      "failRequest i3",
    ]);
    expect(Object.keys(answer(live.session, "i1"))).toEqual(["requestId"]);
    expect((await live.requests()).map(({ intervention }) => intervention?.state)).toEqual([
      undefined,
      undefined,
      "applied",
    ]);
    expect(await live.rules()).toMatchObject([{ hits: 1 }]);
  });

  test("answers a preflight only where it asks for OPTIONS", async () => {
    await live.add(mock(), { match: { url: URL, method: "OPTIONS" } });
    pause(live.session, "i1", {
      method: "OPTIONS",
      headers: { "Access-Control-Request-Method": "PUT" },
    });
    await settle();

    expect(answers(live.session)).toEqual(["fulfillRequest i1"]);
  });

  test("has at most 32 requests in hand; what is over that is aborted, and says so", async () => {
    await live.add(mock({ delay_ms: 1000 }), { times: 0 });
    for (let index = 0; index < 33; index += 1) {
      announce(live.session, `i${index}`);
      pause(live.session, `i${index}`);
    }
    await settle();

    expect(answers(live.session)).toEqual(["failRequest i32"]);
    fail(live.session, "i32");
    const error = "rules have 32 requests in hand already";
    expect((await live.requests()).at(-1)).toMatchObject({
      state: "failed",
      error: `net::ERR_ABORTED: ${error}`,
      intervention: { state: "failed", error },
    });
    expect(await live.rules()).toMatchObject([{ hits: 33, failures: 1, last_error: error }]);
  });

  test("says in coverage that a request has no record", async () => {
    await live.add({ type: "block" });
    pause(live.session, "i1", { networkId: "" });
    await settle();

    expect((await live.run()).coverage).toContainEqual(
      expect.objectContaining({ flag: "control_not_recorded", count: 1 }),
    );
  });
});
