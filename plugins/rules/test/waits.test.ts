import { errors } from "@bsk/core";
import { beforeEach, describe, expect, test } from "vitest";
import { mock, type OpenedRules, openRules, URL } from "./openRules.js";
import { announce, answers, fail, pause, settle } from "./paused.js";

let live: OpenedRules;
beforeEach(async () => {
  live = await openRules();
});

describe("a request that waits for a mock", () => {
  test.each(["rule_disable", "rule_remove"])(
    "is aborted by %s and not by that of another rule",
    async (command) => {
      const id = await live.add(mock({ delay_ms: 5000 }), { times: 0 });
      const other = await live.add(mock({ delay_ms: 5000 }), {
        match: { url: `${URL}/2` },
        times: 0,
      });
      announce(live.session, "i1");
      pause(live.session, "i1");
      pause(live.session, "i2", { url: `${URL}/2` });
      await live.act(command, { id: other.split(":")[1] });
      expect(answers(live.session)).toEqual(["failRequest i2"]);

      await live.act(command, { id });

      expect(answers(live.session)).toEqual(["failRequest i2", "failRequest i1"]);
      expect(await live.requests()).toMatchObject([{ intervention: { state: "cancelled" } }]);
      live.clock.advance(10_000);
      await settle();
      expect(live.session.count("Fetch.fulfillRequest")).toBe(0);
    },
  );

  test.each(["rule_disable", "rule_remove", "stop"])(
    "and was aborted for want of room keeps no %s waiting, and says so",
    async (command) => {
      const id = await live.add(mock({ delay_ms: 5000 }), { times: 0 });
      live.volatile.set = async () => {
        throw new Error("QUOTA_BYTES quota exceeded");
      };
      announce(live.session, "i1");
      pause(live.session, "i1");
      await settle();
      expect(answers(live.session)).toEqual(["failRequest i1"]);

      await (command === "stop" ? live.stop() : live.act(command, { id }));

      expect(answers(live.session)).toEqual(["failRequest i1"]);
      const why = "it could not be written down";
      expect(await live.requests()).toMatchObject([
        { intervention: { state: "failed", error: why } },
      ]);
      expect(await live.rules()).toMatchObject([{ hits: 1, failures: 1, last_error: why }]);
    },
  );

  test("is aborted before the domain is turned off when the capture stops", async () => {
    await live.add(mock({ delay_ms: 5000 }), { times: 0 });
    announce(live.session, "i1");
    pause(live.session, "i1");
    await settle();

    await live.stop();

    const sent = live.session.sent.map(({ method }) => method);
    expect(sent.indexOf("Fetch.failRequest")).toBeGreaterThan(0);
    expect(sent.indexOf("Fetch.failRequest")).toBeLessThan(sent.indexOf("Fetch.disable"));
    expect(await live.rules()).toMatchObject([{ state: "stopped", hits: 1 }]);
    expect(await live.requests()).toMatchObject([{ intervention: { state: "cancelled" } }]);
    expect((await live.run()).active_rules).toBe(0);
    expect(live.volatile.keys()).toEqual([]);
    expect(live.detached()).toBe(0);
  });

  test("costs the attachment when the browser does not let go of it", async () => {
    await live.add(mock({ delay_ms: 5000 }), { times: 0 });
    live.session.answer("Fetch.disable", () => {
      throw errors.cdpFailed("Fetch.disable", "broken");
    });

    await live.stop();

    expect(live.detached()).toBe(1);
    expect((await live.run()).coverage).toContainEqual(
      expect.objectContaining({ flag: "control_cleanup_failed" }),
    );
  });

  test("is not said to be aborted when the tab was taken away", async () => {
    await live.add(mock({ delay_ms: 5000 }), { times: 0 });
    announce(live.session, "i1");
    pause(live.session, "i1");
    await settle();

    live.session.detach("canceled_by_user");
    await live.stop();

    expect(await live.requests()).toMatchObject([
      { intervention: { state: "cancelled", error: expect.stringContaining("did not say") } },
    ]);
    expect(live.detached()).toBe(0);
  });

  test.each([mock(), { type: "block" }])(
    "is not said to be aborted, nor given up by its page, when that happens as it is answered: %j",
    async (effect) => {
      await live.add(effect);
      for (const method of ["Fetch.fulfillRequest", "Fetch.failRequest"] as const) {
        live.session.answer(method, () => {
          throw errors.pageGone(7, "was taken back: the person pressed Cancel");
        });
      }
      announce(live.session, "i1");
      pause(live.session, "i1");
      await settle();

      const error = expect.stringMatching(/taken back.*did not say that it was aborted/);
      expect(await live.requests()).toMatchObject([{ intervention: { state: "failed", error } }]);
      expect(await live.rules()).toMatchObject([{ hits: 1, failures: 1 }]);
    },
  );

  test.each<[string, (live: OpenedRules) => void]>([
    ["its page gives it up", ({ session }) => fail(session, "i1")],
    ["its page crashes", ({ session }) => session.dispatch("Inspector.targetCrashed", {})],
    ["its frame goes", ({ session }) => session.detachChild("S1")],
  ])("is at its end as soon as %s, and asks for nothing more", async (why, end) => {
    const inFrame = why.includes("frame") ? { child: "S1" } : {};
    live.session.attachChild({ sessionId: "S1", targetId: "T1", type: "iframe", url: "http://x/" });
    await live.add(mock({ delay_ms: 5000 }), { times: 0 });
    live.session.hang("Fetch.failRequest"); // as a page that crashed does
    announce(live.session, "i1");
    pause(live.session, "i1", inFrame);
    await settle();

    end(live);
    await settle();

    const error = "the page had given the request up";
    expect(await live.requests()).toMatchObject([{ intervention: { state: "cancelled", error } }]);
    expect(await live.rules()).toMatchObject([{ hits: 1, failures: 0 }]);
    expect(await live.volatile.get("paused:7")).toMatchObject({ held: [] });
    live.clock.advance(10_000);
    await settle();
    expect(live.session.count("Fetch.fulfillRequest")).toBe(0);
  });

  test("is aborted for good when the page has given it up", async () => {
    const id = await live.add(mock({ delay_ms: 5000 }), { times: 0 });
    live.session.answer("Fetch.failRequest", () => {
      throw errors.cdpFailed("Fetch.failRequest", "Invalid InterceptionId.");
    });
    announce(live.session, "i1");
    pause(live.session, "i1");
    await live.act("rule_disable", { id });

    expect(await live.requests()).toMatchObject([
      { intervention: { state: "cancelled", error: "the rule was disabled" } },
    ]);
  });

  test("costs the attachment when a frame of another process does not let go", async () => {
    live.session.attachChild({ sessionId: "S1", targetId: "T1", type: "iframe", url: "http://x/" });
    await live.add({ type: "block" }, { times: 0 });
    live.session.answer("Fetch.disable", ({ sessionId }) => {
      if (sessionId === "S1") throw errors.cdpFailed("Fetch.disable", "broken");
      return {};
    });

    await live.stop();

    expect(live.detached()).toBe(1);
  });

  test("costs nothing when such a frame is gone", async () => {
    live.session.attachChild({ sessionId: "S1", targetId: "T1", type: "iframe", url: "http://x/" });
    await live.add({ type: "block" }, { times: 0 });
    live.session.answer("Fetch.disable", ({ sessionId }) => {
      if (sessionId === "S1") throw errors.pageGone(7, "has lost the frame that was asked");
      return {};
    });

    await live.stop();

    expect(live.detached()).toBe(0);
  });
});
