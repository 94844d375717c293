import { readFileSync } from "node:fs";
import { Capture, Core, KnownSecrets, MemoryStore } from "@bsk/core";
import { ManualClock, MemoryState, RUN_ID, ScriptedSession, START } from "@bsk/core/testing";
import type { ObservedVisit, VisitRecord } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { PerformancePlugin } from "../dist/PerformancePlugin.js";

const open = JSON.parse(readFileSync(new URL("readings/open.json", import.meta.url), "utf8")) as {
  readonly visit: ObservedVisit;
};
const WORLD = {
  id: 77,
  uniqueId: "u77",
  name: `bsk-${RUN_ID}`,
  origin: "",
  auxData: { frameId: "F1" },
};

/** A document of its own: its time origin so many ms into the run. */
function reading(atMs: number, parts: Partial<ObservedVisit> = {}): ObservedVisit {
  return { ...open.visit, time_origin: START + atMs, ...parts };
}

async function start() {
  const clock = new ManualClock(START);
  const session = new ScriptedSession(clock);
  /** What the page answers when it is asked; undefined: it does not. */
  const page: { visits: unknown } = { visits: [] };
  session
    .answer("Page.getFrameTree", () => ({ frameTree: { frame: { id: "F1" } } }))
    .answer("Page.addScriptToEvaluateOnNewDocument", () => {
      session.dispatch("Runtime.executionContextCreated", { context: WORLD });
      return { identifier: "s1" };
    })
    .answer("Runtime.evaluate", ({ params }) => {
      const { expression } = params as { readonly expression: string };
      if (!expression.includes("__bskVisits")) return { result: { type: "undefined" } };
      if (page.visits === undefined) throw new Error("no answer");
      return { result: { type: "string", value: JSON.stringify(page.visits) } };
    });
  const capture = new Capture({
    core: new Core([new PerformancePlugin()], { now: () => clock.now() }),
    session,
    clock,
    store: new MemoryStore(),
    volatile: new MemoryState(),
    runId: RUN_ID,
    sessionId: "abcd",
    tabId: 7,
    url: "about:blank",
    observerSource: "",
    secrets: new KnownSecrets(),
    isAlone: async () => true,
    environment: {},
    ended: () => undefined,
    detach: async () => session.detach("debugger_detached"),
  });
  await capture.start();
  const reader = () => {
    capture.settle();
    return capture.log.reader(new AbortController().signal);
  };
  return {
    capture,
    clock,
    session,
    page,
    hear: (visit: unknown) =>
      session.dispatch("Runtime.bindingCalled", {
        name: `bsk_${RUN_ID}`,
        executionContextId: WORLD.id,
        payload: JSON.stringify({ v: 1, type: "visit", at: START, visit }),
      }),
    async visits(): Promise<VisitRecord[]> {
      const found: VisitRecord[] = [];
      for await (const visit of reader().visits()) found.push(visit);
      return found;
    },
    async flags(): Promise<readonly string[]> {
      return (await reader().run()).coverage.map(({ flag }) => flag);
    },
  };
}

describe("the visits of a capture", () => {
  test("are one record each, that of the latest reading", async () => {
    const { hear, visits } = await start();

    hear(reading(0, { read_ms: 1000, values: {} }));
    hear(reading(0, { read_ms: 3000 }));
    hear(reading(0, { read_ms: 2000, values: {} })); // overtaken on its way

    const [visit, ...others] = await visits();
    expect(others).toEqual([]);
    expect(visit).toMatchObject({ id: `${RUN_ID}:p1`, state: "capturing" });
    expect(visit?.metrics.fcp_ms?.value).toBe(400);
    expect(visit?.observed_at).toBe(START + 3000);
  });

  test("do not count the time of the page's own dialogs", async () => {
    const { hear, visits, clock, session } = await start();
    const dialog = (ms: number, of: { sessionId?: string } = {}): void => {
      session.dispatch(
        "Page.javascriptDialogOpening",
        { type: "alert", message: "" },
        of.sessionId,
      );
      clock.advance(ms);
      session.dispatch("Page.javascriptDialogClosed", { result: true }, of.sessionId);
    };
    dialog(900);
    dialog(500, { sessionId: "elsewhere" });
    const costliest = [
      { at: START, duration_ms: 926 },
      { at: START + 900, duration_ms: 500 },
    ];
    const long_tasks = { count: 2, total_ms: 1426, max_ms: 926, costliest };

    hear(reading(0, { long_tasks }));

    const [visit] = await visits();
    expect(visit?.metrics).toMatchObject({
      long_task_count: { value: 1 },
      long_task_total_ms: { value: 500 },
    });
    expect(visit?.long_tasks[0]).toMatchObject({ duration_ms: 926, dialog_ms: 900 });
    expect(visit?.coverage).toEqual([]);
  });

  test("end as the next document begins: whole where the page told that it was left, else lost", async () => {
    const { hear, visits } = await start();
    hear(reading(0));
    hear(reading(9000, { is_leaving: true }));
    hear(reading(20_000));

    const [lost, left, current] = await visits();
    expect(lost).toMatchObject({
      state: "interrupted",
      coverage: ["navigation_checkpoint_missing"],
    });
    expect(left).toMatchObject({ state: "completed", coverage: [] });
    expect(left?.metrics.cls).toMatchObject({ value: 0.05, state: "available" });
    expect(current?.state).toBe("capturing");
  });

  test("that were to be left, and then were not, are lost without another word", async () => {
    const { hear, visits } = await start();
    hear(reading(0, { is_leaving: true }));
    hear(reading(0, { read_ms: 40_000 }));
    hear(reading(90_000));

    expect((await visits())[0]?.state).toBe("interrupted");
  });

  test("that come to their end later after all are whole", async () => {
    const { hear, visits } = await start();
    hear(reading(0));
    hear(reading(9000));
    hear(reading(0, { is_final: true, read_ms: 8000 }));

    expect((await visits())[0]).toMatchObject({ state: "completed", coverage: [] });
  });

  test("that end after an input of which nothing is known say so, but for those too quick to be told", async () => {
    const { inp_ms, ...values } = open.visit.values;
    const ended = { is_final: true, read_ms: 8000, input_ms: 7900 };
    const { hear, visits } = await start();
    hear(reading(0, { ...ended, values }));
    hear(reading(9000, { ...ended, values: { ...values, inp_ms: { value: 24 } } }));
    hear(reading(18_000, { ...ended, values, navigation: "soft-navigation" }));

    const [unknown, known, quick] = await visits();
    expect(unknown).toMatchObject({ state: "completed", coverage: ["leaving_not_seen"] });
    expect(unknown?.metrics.inp_ms?.reasons).toContain("leaving_not_seen");
    expect(known?.coverage).toEqual([]);
    expect(known?.metrics.inp_ms).toMatchObject({ value: 24, state: "available" });
    expect(quick?.coverage).toEqual([]);
    expect(quick?.metrics.inp_ms).toEqual({ state: "unavailable", reasons: ["not_observed"] });
  });

  test("that are first heard of when the next one has begun are known to be cut", async () => {
    const { hear, visits } = await start();
    hear(reading(9000));
    hear(reading(0));
    hear(reading(1000, { is_leaving: true }));

    const states = (await visits()).map(({ state }) => state);
    expect(states.sort()).toEqual(["capturing", "completed", "interrupted"]);
  });

  test("are twenty at most, and the run says so", async () => {
    const { hear, visits, flags } = await start();
    for (let index = 0; index < 22; index++) hear(reading(index * 1000));
    hear(reading(21_000, { read_ms: 9000 })); // known to be left out

    const kept = await visits();
    expect(kept).toHaveLength(20);
    expect(kept.at(-1)?.state).toBe("interrupted"); // it was left all the same
    expect(await flags()).toContain("performance_record_limit");
  });

  test("are read from the page before somebody reads them", async () => {
    const { capture, visits, page, flags } = await start();
    page.visits = [reading(0)];
    await capture.refresh(["requests"]);
    expect(await visits()).toEqual([]);

    await capture.refresh(["visits"]);

    expect(await visits()).toHaveLength(1);
    expect(await flags()).not.toContain("performance_read_failed");
  });

  test.each<[string, unknown]>([
    ["does not answer", undefined],
    ["answers what is no list", { length: 1 }],
    ["answers what is no visit", [{ number: 1 }]],
    ["answers too much", ["x".repeat(300_000)]],
  ])("a page that %s is a gap", async (_name, answer) => {
    const { capture, visits, page, flags } = await start();
    page.visits = answer;

    await capture.refresh(["visits"]);

    expect(await visits()).toEqual([]);
    expect(await flags()).toContain("performance_read_failed");
  });

  test("are read a last time by a stop", async () => {
    const { capture, hear, visits, page } = await start();
    hear(reading(0, { values: {} }));
    page.visits = [reading(0, { read_ms: 9000 })];

    await capture.stop("requested");

    const [visit] = await visits();
    expect(visit).toMatchObject({ state: "completed", coverage: ["capture_stopped_before_final"] });
    expect(visit?.metrics.cls?.value).toBe(0.05);
  });

  test("of a page that is gone were interrupted", async () => {
    const { capture, hear, visits, page, flags } = await start();
    hear(reading(0));
    page.visits = undefined;

    await capture.stop("tab_closed");

    expect((await visits())[0]).toMatchObject({ state: "interrupted", coverage: ["interrupted"] });
    expect(await flags()).toContain("performance_read_failed");
  });

  test("that are over are not asked for", async () => {
    const { capture, hear, page, flags } = await start();
    hear(reading(0, { is_final: true }));
    page.visits = undefined;

    await capture.stop("tab_closed");

    expect(await flags()).not.toContain("performance_read_failed");
  });

  test("are clean before they are kept, whatever a page calls itself", async () => {
    const { hear, visits } = await start();
    const url = "http://app.test/h.png?token=s3cretvalue1";
    hear(
      reading(0, {
        url,
        values: { lcp_ms: { value: 5, attribution: { target: "img#__proto__", url } } },
      }),
    );

    const [visit] = await visits();
    expect(JSON.stringify(visit)).not.toContain("s3cretvalue1");
    expect(visit?.metrics.lcp_ms?.attribution?.target).toBe("img#__proto__");
    expect(visit?.document_key).toBe(`${START}:1`);
  });
});
