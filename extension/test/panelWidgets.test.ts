import type { VisitRecord } from "@bsk/schema";
import { describe, expect, it } from "vitest";
import { valueAt } from "../dist/tsc/panel/model/pointer.js";
import { phasesOf } from "../dist/tsc/panel/model/timing.js";
import { metricCards } from "../dist/tsc/panel/model/visits.js";
import { cardsOf, momentsOf, pointsOf, tableOf } from "../dist/tsc/panel/model/widgets.js";
import { addressOf, parseRoute } from "../dist/tsc/panel/state/route.js";

describe("a pointer into a report", () => {
  it("follows own properties alone", () => {
    const report = { "a/b": [{ "c~d": 7 }] };

    expect(valueAt(report, "/a~1b/0/c~0d")).toBe(7);
    expect(valueAt(report, "")).toBe(report);
    for (const pointer of ["/constructor", "/a~1b/length/x", "/__proto__", "a", "/a~1b/9"])
      expect(valueAt(report, pointer)).toBeUndefined();
  });
});

describe("a table", () => {
  it("draws the columns that it is given, and values as words", () => {
    const source = [
      { method: "GET", count: 2, duration_ms: { p50: 1.23456, max: 9 }, ids: ["n1", "n2"] },
      { method: "POST" },
    ];

    const { rows, more } = tableOf(source, {
      columns: ["method", "count", "duration_ms", "ids", "toString"],
      limit: 10,
    });

    expect(rows.map((cells) => cells.map(({ text }) => text))).toEqual([
      ["GET", "2", "p50 1.235 · max 9", "n1, n2", "–"],
      ["POST", "–", "–", "–", "–"],
    ]);
    expect(rows[0]?.map(({ isNumber }) => isNumber)).toEqual([false, true, false, false, false]);
    expect(more).toBe(0);
  });

  it("finds plain columns itself, and says how many rows it leaves out", () => {
    const source = Array.from({ length: 12 }, (_, index) => ({ id: index, inner: {} }));

    expect(tableOf(source, { limit: 10 })).toMatchObject({ columns: ["id"], more: 2 });
    expect(tableOf("no list", { limit: 10 }).rows).toEqual([]);
  });
});

describe("the other widgets", () => {
  it("take a series from numbers and from records", () => {
    expect(pointsOf([3, 5])).toEqual([
      { x: 0, y: 3 },
      { x: 1, y: 5 },
    ]);
    expect(pointsOf([{ at: 10, value: 2 }, { at: 11 }, "x"])).toEqual([{ x: 10, y: 2 }]);
  });

  it("put moments in order of time", () => {
    const moments = momentsOf([
      { at: 900, name: "later", duration_ms: 51 },
      { at: 20, url: "first" },
      { name: "without a time" },
    ]);

    expect(moments.map(({ text, time, length }) => [time, text, length])).toEqual([
      ["20 ms", "first", ""],
      ["900 ms", "later", "51 ms"],
    ]);
  });

  it("make one card of an object and several of a list", () => {
    expect(cardsOf({ slow_ms: 5, gone: null })).toEqual([{ title: "", facts: [["slow ms", "5"]] }]);
    expect(cardsOf([{ name: "a" }, { name: "b" }]).map(({ title }) => title)).toEqual(["a", "b"]);
  });
});

it("shows a metric with its state, and no value where there is none", () => {
  const visit = {
    metrics: {
      lcp: { value: 1234, state: "provisional", reasons: [], rating: "needs_improvement" },
      cls: { value: 0.0123, state: "available", reasons: [] },
      inp: { state: "unavailable", reasons: ["not_observed"] },
    },
  } as unknown as VisitRecord; // the only part that is read

  expect(metricCards(visit)).toEqual([
    {
      name: "Largest contentful paint",
      value: "1.23 s",
      rating: "needs improvement",
      note: "provisional",
    },
    { name: "Cumulative layout shift", value: "0.012", rating: undefined, note: "available" },
    {
      name: "Interaction to next paint",
      value: undefined,
      rating: undefined,
      note: "unavailable: not observed",
    },
  ]);
});

it("puts the phases of a request in order, without those that did not happen", () => {
  const timing = {
    request_time_s: 2605,
    sendEnd: 1.918,
    sendStart: 1.2,
    dnsStart: -1,
    pushStart: 0,
  };

  expect(phasesOf(timing)).toEqual([
    ["send start", 1.2],
    ["send end", 1.92],
  ]);
});

describe("the page's address", () => {
  it("names run, tab and record, and comes back as it went", () => {
    const route = { run: "d0123456789ab", tab: "operations", id: "a3" } as const;

    expect(parseRoute(addressOf(route).replace("panel.html", ""))).toEqual(route);
  });

  it.each([
    ["n3", "requests"],
    ["a3", "operations"],
    ["c3", "console"],
    ["g3", "pages"],
    ["p3", "performance"],
    ["r3", "rules"],
    ["x3", "rules"],
  ])("leads to where %s is shown, whatever tab it says", (id, tab) => {
    for (const said of ["", "&tab=reports"]) {
      expect(parseRoute(`?run=d0123456789ab${said}&id=${id}`)).toMatchObject({ tab, id });
    }
  });

  it.each(["?run=<img>", "?run=d0123456789ab:n1", "", "?tab=__proto__"])(
    "that is not one, %j, opens the history",
    (search) => {
      expect(parseRoute(search)).toEqual({ run: undefined, tab: "requests", id: undefined });
    },
  );
});
