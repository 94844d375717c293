import { errors } from "@bsk/core";
import { beforeEach, describe, expect, test } from "vitest";
import { mock, type OpenedRules, openRules, URL } from "./openRules.js";
import { answers, pause, settle } from "./paused.js";

let live: OpenedRules;
beforeEach(async () => {
  live = await openRules();
});

describe("interception", () => {
  test("does nothing at all while there is no rule", async () => {
    live.session.attachChild({
      sessionId: "S1",
      targetId: "T1",
      type: "iframe",
      url: "http://x.test/",
    });
    await live.stop();

    expect(live.session.sent.filter(({ method }) => method.startsWith("Fetch."))).toEqual([]);
    expect(live.volatile.keys()).toEqual([]);
  });

  test("asks for the rule's own requests, in the tab and in every frame of another process", async () => {
    live.session.attachChild({
      sessionId: "S1",
      targetId: "T1",
      type: "iframe",
      url: "http://x.test/",
    });
    await live.act("rule_add", {
      rule: { match: { url: "http://app.test/a?b=*" }, effect: { type: "block" } },
    });
    live.session.attachChild({
      sessionId: "S2",
      targetId: "T2",
      type: "iframe",
      url: "http://x.test/",
    });

    const enabled = live.session.sent.filter(({ method }) => method === "Fetch.enable");
    expect(enabled.map(({ sessionId }) => sessionId)).toEqual(["S1", undefined, "S2"]);
    expect(enabled[1]?.params).toEqual({
      patterns: [
        { urlPattern: "http://app.test/a\\?b=*", resourceType: "XHR", requestStage: "Request" },
      ],
    });
  });

  test("ends with the last enabled rule, when everything held is answered", async () => {
    const first = await live.add(mock({ delay_ms: 5000 }), { times: 0 });
    const second = await live.add({ type: "block" });
    pause(live.session, "i1");

    await live.act("rule_remove", { id: second });
    expect(live.session.count("Fetch.disable")).toBe(0);
    await live.act("rule_disable", { id: first });

    const order = live.session.sent.map(({ method }) => method);
    expect(order.indexOf("Fetch.failRequest")).toBeLessThan(order.indexOf("Fetch.disable"));
    expect(live.session.count("Fetch.disable")).toBe(1);
    expect((await live.run()).active_rules).toBe(0);
  });

  test("does not add a rule that the browser does not take", async () => {
    live.session.answer("Fetch.enable", () => {
      throw errors.cdpFailed("Fetch.enable", "no");
    });

    await expect(live.add({ type: "block" })).rejects.toMatchObject({ code: "cdp_failed" });

    expect(await live.rules()).toEqual([]);
    expect(live.volatile.keys()).toEqual([]);
    // It may have taken it without a word.
    await settle();
    expect(live.session.count("Fetch.disable")).toBe(1);
  });

  test("asks for what it had when a rule cannot be enabled again", async () => {
    const first = await live.add({ type: "block" }, { times: 0 });
    const second = await live.add({ type: "block" }, { match: { url: `${URL}/2` }, times: 0 });
    await live.act("rule_disable", { id: second });
    let tries = 0;
    live.session.answer("Fetch.enable", () => {
      tries += 1;
      if (tries === 1) throw errors.cdpFailed("Fetch.enable", "no");
      return {};
    });

    await expect(live.act("rule_enable", { id: second })).rejects.toMatchObject({
      code: "cdp_failed",
    });
    await settle();

    expect(await live.rules()).toMatchObject([
      { id: first, state: "enabled" },
      { id: second, state: "disabled" },
    ]);
    const asked = live.session.sent.filter(({ method }) => method === "Fetch.enable").at(-1);
    expect(asked?.params).toMatchObject({ patterns: [{ urlPattern: URL }] });
  });

  test("lets a request go on that no rule wants, and one that came as the last rule went", async () => {
    await live.add({ type: "block" });
    pause(live.session, "i1", { url: "http://app.test/other" });
    pause(live.session, "i2", {
      method: "OPTIONS",
      headers: { "Access-Control-Request-Method": "PUT" },
    });
    pause(live.session, "i3");
    await settle();
    pause(live.session, "i4");
    await settle();

    expect(answers(live.session)).toEqual([
      "continueRequest i1",
      "continueRequest i2",
      "failRequest i3",
      "continueRequest i4",
    ]);
  });

  test("answers in the session that held it", async () => {
    await live.add({ type: "block" });
    pause(live.session, "i1", { child: "S1" });
    await settle();

    const sent = live.session.sent.find(({ method }) => method === "Fetch.failRequest");
    expect(sent).toMatchObject({ sessionId: "S1" });
  });

  test("writes down what it holds as long as it holds it, and the executable rule as long as it can run", async () => {
    const id = await live.add(mock({ delay_ms: 1000 }));
    pause(live.session, "i1");
    await settle();

    expect([...live.volatile.keys()].sort()).toEqual(["paused:7", `rule:${id}`]);
    expect(await live.volatile.get("paused:7")).toEqual({
      held: [{ requestId: "i1" }],
      sessions: [],
    });
    live.clock.advance(1000);
    await settle();
    expect(live.volatile.keys()).toEqual([]);
  });

  test("writes down the frames of other processes that may hold some, as long as they do", async () => {
    const child = (id: string): void =>
      live.session.attachChild({
        sessionId: `S${id}`,
        targetId: `T${id}`,
        type: "iframe",
        url: "http://x.test/",
      });
    const named = async (): Promise<unknown> => {
      await settle();
      return live.volatile.get("paused:7");
    };
    child("1");
    expect(await named()).toBeUndefined();

    const id = await live.add({ type: "block" }, { times: 0 });
    expect(await named()).toEqual({ held: [], sessions: ["S1"] });
    child("2");
    expect(await named()).toEqual({ held: [], sessions: ["S1", "S2"] });
    live.session.detachChild("S1");
    child("3");
    expect(await named()).toEqual({ held: [], sessions: ["S2", "S3"] });

    await live.act("rule_disable", { id });
    expect(await named()).toBeUndefined();
  });

  test("aborts what cannot be written down", async () => {
    await live.add(mock({ delay_ms: 1000 }));
    live.volatile.set = async () => {
      throw new Error("QUOTA_BYTES quota exceeded");
    };
    pause(live.session, "i1");
    await settle();

    expect(answers(live.session)).toEqual(["failRequest i1"]);
  });
});
