import { describe, expect, test } from "vitest";
import { errors } from "../../dist/errors.js";
import { NOW, openOperations as open } from "./openOperations.js";

describe("an operation of the agent", () => {
  test("has a reading before and after, and windows from its end", async () => {
    const { recorder, clock, get, pages, began } = open();
    const operation = await recorder.begin({ method: "click", target: 'button "Save"' });
    expect(get("a1")).toMatchObject({
      state: "running",
      source: "agent",
      started_at: NOW,
      before: "g1",
    });
    clock.advance(200);
    await recorder.finish(operation);
    expect(get("a1")).toMatchObject({
      state: "completed",
      target: 'button "Save"',
      finished_at: NOW + 200,
      window_end: NOW + 200 + 1500,
      observation_end: NOW + 200 + 15_000,
      after: "g2",
    });
    expect(pages.map(({ cause }) => cause)).toEqual(["before", "after"]);
    expect(pages[1]?.operation_id).toBe("a1");
    expect(began()).toBe(1);
  });

  test("that failed says why, within bounds", async () => {
    const { recorder, get } = open();
    await recorder.finish(await recorder.begin({ method: "click" }), {
      error: `no such ${"element ".repeat(500)}`,
    });
    expect(get("a1").state).toBe("error");
    expect(get("a1").error?.length).toBeLessThanOrEqual(1024);
    await recorder.finish(await recorder.begin({ method: "click" }), { error: "x".repeat(5000) });
    expect(get("a2").error).toBe("The message was not kept.");
  });

  test("is seen as finished before its reading is there", async () => {
    const { recorder, get, read, settle } = open();
    const operation = await recorder.begin({ method: "click" });
    read(() => new Promise(() => undefined));
    void recorder.finish(operation);
    await settle();
    expect(get("a1").state).toBe("completed");
    expect(get("a1").after).toBeUndefined();
  });

  test("gets a better name of its target where the verb found one", async () => {
    const { recorder, get } = open();
    for (const [target, id] of [
      ['button "Save"', "a1"],
      [undefined, "a2"],
      ["x".repeat(500), "a3"],
    ] as const) {
      await recorder.finish(await recorder.begin({ method: "click", target: "@e1" }), { target });
      expect(get(id).target).toBe(id === "a1" ? 'button "Save"' : "@e1");
    }
  });

  test("a name that cannot be cut between words is left out", async () => {
    const { recorder, get } = open();
    await recorder.begin({ method: "click", target: "x".repeat(500) });
    expect(get("a1").target).toBeUndefined();
  });

  test("the next operation ends both windows of the one before", async () => {
    const { recorder, clock, get, emitted } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    clock.advance(1000);
    await recorder.begin({ method: "fill" });
    expect(get("a1")).toMatchObject({ window_end: NOW + 1000, observation_end: NOW + 1000 });
    expect(emitted.filter(({ id }) => id === "a1").at(-1)?.window_end).toBe(NOW + 1000);
  });

  test("a next operation after the window but within the observation ends only that", async () => {
    const { recorder, clock, get } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    clock.advance(5000);
    await recorder.begin({ method: "fill" });
    expect(get("a1")).toMatchObject({ window_end: NOW + 1500, observation_end: NOW + 5000 });
  });

  test("a next operation after both ends nothing", async () => {
    const { recorder, clock, get } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    clock.advance(20_000);
    await recorder.begin({ method: "fill" });
    expect(get("a1")).toMatchObject({ window_end: NOW + 1500, observation_end: NOW + 15_000 });
  });

  test("one that ends after the next began has no window at all", async () => {
    const { recorder, clock, get } = open();
    const slow = await recorder.begin({ method: "evaluate" });
    await recorder.begin({ method: "click" });
    clock.advance(100);
    await recorder.finish(slow);
    expect(get("a1")).toMatchObject({ window_end: NOW + 100, observation_end: NOW + 100 });
  });

  test("what a person did before it ended, told late, does not end the window before its end", async () => {
    const { recorder, clock, get, hear } = open();
    const operation = await recorder.begin({ method: "click" });
    clock.advance(100);
    await recorder.finish(operation);
    hear("click", { at: NOW + 50 });
    expect(get("a1")).toMatchObject({ window_end: NOW + 100, observation_end: NOW + 100 });
  });
});

describe("what a person did", () => {
  test("typing is one operation from its first to its last event", async () => {
    const { hear, get, clock, settle, operations } = open();
    hear("input_started", { target: 'textbox "Name"' });
    expect(get("a1")).toMatchObject({
      state: "running",
      source: "human",
      method: "input",
      target: 'textbox "Name"',
    });
    clock.advance(900);
    hear("input_finished");
    await settle();
    expect(get("a1")).toMatchObject({ state: "completed", finished_at: NOW + 900, after: "g1" });
    expect(operations.size).toBe(1);
  });

  test("typing is running until it was read; its windows count from its end", async () => {
    const { hear, get, clock, settle, read, emitted, shown } = open();
    const page = { url: "", title: "", text_truncated: false, fields: [], fields_partial: false };
    let answer: () => void = () => undefined;
    read(
      () =>
        new Promise((resolve) => {
          answer = () => resolve({ ...page, text: shown.text, navigation: "navigate" });
        }),
    );
    hear("input_started");
    clock.advance(900);
    hear("input_finished");
    await settle();
    clock.advance(400);
    expect(get("a1").state).toBe("running");
    answer();
    await settle();
    expect(get("a1")).toMatchObject({
      state: "completed",
      finished_at: NOW + 900,
      window_end: NOW + 900 + 1500,
      observation_end: NOW + 900 + 15_000,
    });
    const completed = emitted.filter(({ state }) => state === "completed");
    expect(completed.map(({ after }) => after)).toEqual(["g1"]);
    shown.text = "changed";
    clock.advance(300);
    await settle();
    answer();
    await settle();
    expect(get("a1").observations).toEqual(["g2"]);
  });

  test("typing that a click ends while it is being read has its window to the click", async () => {
    const { hear, get, clock, settle, emitted } = open();
    hear("input_started");
    clock.advance(100);
    hear("input_finished");
    hear("click", { at: clock.now() + 20, end: clock.now() + 25 });
    expect(get("a1").state).toBe("running");
    await settle();
    expect(get("a1")).toMatchObject({
      state: "completed",
      finished_at: NOW + 100,
      window_end: NOW + 120,
      observation_end: NOW + 120,
      after: "g1",
    });
    expect(emitted.filter(({ id, after }) => id === "a1" && !after)).toHaveLength(1);
  });

  test("typing whose page does not answer is completed without what it left", async () => {
    const { hear, get, read, settle, pages } = open();
    read(async () => {
      throw errors.cdpTimeout("Runtime.evaluate", 600);
    });
    hear("input_started");
    hear("input_finished");
    await settle();
    expect(get("a1").state).toBe("completed");
    expect(pages).toMatchObject([{ state: "unavailable", reason: "observer_timeout" }]);
  });

  test("typing elsewhere ends the typing before", async () => {
    const { hear, get, clock, settle } = open();
    hear("input_started", { target: "a" });
    clock.advance(100);
    hear("input_started", { target: "b" });
    await settle();
    expect(get("a1")).toMatchObject({ state: "completed", finished_at: NOW + 100 });
    expect(get("a2").state).toBe("running");
  });

  test("an end without a beginning is nothing", () => {
    const { hear, operations } = open();
    hear("input_finished");
    expect(operations.size).toBe(0);
  });

  test.each(["click", "submit", "key"] as const)(
    "a %s lasts as long as its dispatch",
    async (type) => {
      const { hear, get, settle } = open();
      hear(type, { at: NOW - 5, end: NOW - 2 });
      await settle();
      expect(get("a1")).toMatchObject({
        method: type,
        started_at: NOW - 5,
        finished_at: NOW - 2,
        state: "completed",
      });
    },
  );

  test("a navigation that neither the page nor an operation explains is the person's", () => {
    const { hear, get } = open();
    hear("pagehide");
    expect(get("a1")).toMatchObject({ method: "navigate", source: "human", state: "completed" });
    hear("loaded", { navigation: "reload" });
    expect(get("a1").method).toBe("reload");
  });

  test("a navigation to another document stays a navigation", () => {
    const { hear, get } = open();
    hear("pagehide");
    hear("loaded", { navigation: "navigate" });
    hear("loaded", { navigation: "reload" });
    expect(get("a1").method).toBe("navigate");
  });

  test("the page's own navigation, and one that an operation may have caused, are not", async () => {
    const { hear, operations, recorder, clock } = open();
    recorder.pageNavigates();
    hear("pagehide");
    expect(operations.size).toBe(0);
    const operation = await recorder.begin({ method: "navigate" });
    hear("pagehide");
    await recorder.finish(operation);
    clock.advance(1000);
    hear("pagehide");
    expect(operations.size).toBe(1);
    clock.advance(1000);
    hear("pagehide");
    expect(operations.size).toBe(2);
  });
});

describe("watching the page after an operation", () => {
  test("changes are read once things are quiet, and kept when they differ", async () => {
    const { recorder, hear, clock, settle, get, shown, pages } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    shown.text = "saved";
    hear("page_changed");
    hear("page_changed");
    clock.advance(699);
    await settle();
    expect(get("a1").observations).toBeUndefined();
    clock.advance(1);
    await settle();
    expect(get("a1").observations).toEqual(["g3"]);
    expect(pages.at(-1)).toMatchObject({ cause: "change", text: "saved", operation_id: "a1" });
    hear("page_changed");
    clock.advance(700);
    await settle();
    expect(pages).toHaveLength(3);
  });

  test("silent changes are found at the checkpoints", async () => {
    const { recorder, clock, settle, get, shown } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    await settle();
    const value = (text: string) =>
      [{ key: "k", label: "Name", state: "available", value: text }] as const;
    for (const [ms, change] of [
      [2500, { text: "one" }],
      [5000, { fields: value("by a script") }],
      [6500, { fields: value("once more") }],
    ] as const) {
      Object.assign(shown, change);
      clock.advance(ms);
      await settle();
    }
    expect(get("a1").observations).toHaveLength(3);
    expect(clock.waiting).toBe(0);
  });

  test("of more than four changes the last takes the place of the fourth, and it says so", async () => {
    const { recorder, hear, clock, settle, get, shown, pages } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    for (let at = 1; at <= 6; at += 1) {
      shown.text = `step ${at}`;
      hear("page_changed");
      clock.advance(700);
      await settle();
    }
    expect(get("a1").observations).toEqual(["g3", "g4", "g5", "g6"]);
    expect(get("a1").observation_limited).toBe(true);
    expect(pages.at(-1)).toMatchObject({ id: "g6", text: "step 6" });
  });

  test("15 seconds after the operation nothing is read any more", async () => {
    const { recorder, hear, clock, settle, pages, shown } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    clock.advance(15_001);
    await settle();
    const count = pages.length;
    shown.text = "late";
    hear("page_changed");
    clock.advance(1000);
    await settle();
    expect(pages).toHaveLength(count);
  });

  test("a change at its end, whose reading would come too late, is not read", async () => {
    const { recorder, hear, clock, settle, pages, shown } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    for (const ms of [2500, 5000, 6500, 900]) {
      clock.advance(ms);
      await settle();
    }
    const count = pages.length;
    shown.text = "late";
    hear("page_changed");
    clock.advance(700);
    await settle();
    expect(clock.now()).toBe(NOW + 15_600);
    expect(pages).toHaveLength(count);
  });

  test("nothing is read while the operation runs, or without one", async () => {
    const { recorder, hear, clock, settle, pages } = open();
    hear("page_changed");
    expect(clock.waiting).toBe(0);
    await recorder.begin({ method: "click" });
    hear("page_changed");
    clock.advance(1000);
    await settle();
    expect(pages).toHaveLength(1);
  });

  test("asking for the latest operation reads again, for another one not", async () => {
    const { recorder, get, shown } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    shown.text = "saved";
    await recorder.refresh("a9");
    expect(get("a1").observations).toBeUndefined();
    await recorder.refresh("a1");
    expect(get("a1").observations).toEqual(["g3"]);
  });
});
