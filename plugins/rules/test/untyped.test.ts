import { beforeEach, describe, expect, test } from "vitest";
import { mock, type OpenedRules, openRules, URL } from "./openRules.js";
import { announce, answers, pause, settle } from "./paused.js";

const XHR = { match: { url: URL, resource_type: "XHR" }, times: 0 };
const UNTYPED = expect.stringContaining("did not say whether");

let live: OpenedRules;
beforeEach(async () => {
  live = await openRules();
});

describe("a request of which the browser does not tell whether it is fetch or XHR", () => {
  test("is aborted in time by the rule that it may be for, and says why when it is told late", async () => {
    const id = await live.add(mock(), XHR);
    pause(live.session, "i1");
    live.clock.advance(999);
    await settle();
    expect(answers(live.session)).toEqual([]);
    live.clock.advance(1);
    await settle();

    expect(answers(live.session)).toEqual(["failRequest i1"]);
    expect(await live.rules()).toMatchObject([{ hits: 1, failures: 1, last_error: UNTYPED }]);
    announce(live.session, "i1");
    expect(await live.requests()).toMatchObject([
      { intervention: { rule_id: id, type: "mock", state: "failed", error: UNTYPED } },
    ]);
  });

  test("is aborted at once when it will have no record, which is counted", async () => {
    await live.add({ type: "block" }, XHR);
    pause(live.session, "i1", { networkId: "" });
    await settle();

    expect(answers(live.session)).toEqual(["failRequest i1"]);
    expect(await live.rules()).toMatchObject([{ hits: 1, failures: 1, last_error: UNTYPED }]);
    expect((await live.run()).coverage).toContainEqual(
      expect.objectContaining({ flag: "control_not_recorded", count: 1 }),
    );
  });

  test("goes on when its URL or its method is another, without a wait", async () => {
    await live.add({ type: "block" }, { ...XHR, match: { ...XHR.match, method: "POST" } });
    pause(live.session, "i1", { networkId: "" });
    pause(live.session, "i2", { networkId: "", method: "POST", url: `${URL}/2` });
    await settle();

    expect(answers(live.session)).toEqual(["continueRequest i1", "continueRequest i2"]);
    expect(await live.rules()).toMatchObject([{ hits: 0, failures: 0 }]);
  });

  test("is not for a later rule, which an earlier one may come before", async () => {
    await live.add({ type: "block" }, XHR);
    await live.add({ type: "modify", headers: { "x-a": "1" } });
    pause(live.session, "i1", { networkId: "" });
    await settle();

    expect(answers(live.session)).toEqual(["failRequest i1"]);
    expect(await live.rules()).toMatchObject([{ failures: 1 }, { hits: 0 }]);
  });

  test("is for an earlier rule that takes both, whatever it is", async () => {
    await live.add(mock());
    await live.add({ type: "block" }, XHR);
    pause(live.session, "i1", { networkId: "" });
    await settle();

    expect(answers(live.session)).toEqual(["fulfillRequest i1"]);
    expect(await live.rules()).toMatchObject([{ hits: 1, failures: 0 }, { hits: 0 }]);
  });
});

describe("a request that waits for its type while its rule goes", () => {
  test.each(["rule_disable", "rule_remove", "stop"])(
    "is aborted by %s when it was for that rule",
    async (command) => {
      const id = await live.add({ type: "modify", headers: { "x-a": "1" } }, XHR);
      for (const name of ["i1", "i2"]) pause(live.session, name);
      const going = command === "stop" ? live.stop() : live.act(command, { id });
      announce(live.session, "i1", { type: "XHR" });
      announce(live.session, "i2", { type: "Fetch" });
      await going;

      expect([...answers(live.session)].sort()).toEqual(["continueRequest i2", "failRequest i1"]);
      const state = { rule_disable: "disabled", rule_remove: "removed", stop: "stopped" }[command];
      expect(await live.rules()).toMatchObject([{ state, hits: 1, failures: 0 }]);
      expect((await live.requests()).map(({ intervention }) => intervention)).toEqual([
        expect.objectContaining({ state: "cancelled", error: `the rule was ${state}` }),
        undefined,
      ]);
    },
  );
});

describe("a request that the next rule wants", () => {
  test("has its answer when it is known not to be for the first", async () => {
    await live.add({ type: "block" }, XHR);
    await live.add(mock(), { match: { url: URL, resource_type: "Fetch" } });
    pause(live.session, "i1");
    announce(live.session, "i1", { type: "Fetch" });
    await settle();

    expect(answers(live.session)).toEqual(["fulfillRequest i1"]);
    expect(await live.rules()).toMatchObject([{ hits: 0 }, { hits: 1, failures: 0 }]);
  });

  test("has it too when the first was used up while the browser told", async () => {
    await live.add({ type: "block" }, { ...XHR, times: 1 });
    await live.add(mock());
    pause(live.session, "i1");
    pause(live.session, "i2");
    announce(live.session, "i1", { type: "XHR" });
    announce(live.session, "i2", { type: "XHR" });
    await settle();

    expect(answers(live.session)).toEqual(["failRequest i1", "fulfillRequest i2"]);
  });
});
