import { readdirSync, readFileSync } from "node:fs";
import { Core, cutMiddle, type PluginReport } from "@bsk/core";
import { matches, readerOf, recordingOf, runSample, type Sample } from "@bsk/core/testing";
import { type ObservedVisit, validateObservedVisit, validateVisitRecord } from "@bsk/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Dialog } from "../dist/dialogs.js";
import { PerformancePlugin as exported, type PerformanceReport } from "../dist/index.js";
import type { Ending } from "../dist/metrics.js";
import { PerformancePlugin } from "../dist/PerformancePlugin.js";
import { ratingOf, THRESHOLDS } from "../dist/thresholds.js";
import { visitRecord } from "../dist/visitRecord.js";

const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const plugin = new PerformancePlugin();
const samples = new URL("samples/", import.meta.url);
const readings = new URL("readings/", import.meta.url);

interface Reading {
  readonly description: string;
  readonly ending?: Ending;
  readonly dialogs?: readonly Dialog[];
  readonly visit: ObservedVisit;
  readonly record: unknown;
}

function readSample(name: string): Sample {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`${name}/${file}.json`, samples), "utf8"));
  return { case: read("case"), recording: read("recording"), report: read("report") } as Sample;
}

function readReading(file: string): Reading {
  return JSON.parse(readFileSync(new URL(file, readings), "utf8")) as Reading;
}

describe("samples", () => {
  for (const name of readdirSync(samples)) {
    const sample = readSample(name);
    test(`${name}: ${sample.case.description}`, async () => {
      expect(await runSample(plugin, sample)).toEqual([]);
    });
  }
});

describe("a reading of the page becomes a record", () => {
  for (const file of readdirSync(readings)) {
    const { description, visit, ending, dialogs, record } = readReading(file);
    test(`${file}: ${description}`, () => {
      expect(validateObservedVisit(visit)).toBe(true);
      expect(matches(record, visitRecord({ visit, ending }, dialogs))).toEqual([]);
    });
  }
});

/** Any message that the observer's schema lets through. */
const anyVisit: fc.Arbitrary<ObservedVisit> = fc.record({
  number: fc.integer({ min: 1, max: 5 }),
  time_origin: fc.constant(1_700_000_000_000),
  start_ms: fc.nat(10_000),
  read_ms: fc.nat(20_000),
  url: fc.webUrl(),
  navigation: fc.constantFrom<ObservedVisit["navigation"]>(
    ...(["navigate", "reload", "back-forward", "back-forward-cache"] as const),
    ...(["prerender", "restore", "soft-navigation"] as const),
  ),
  is_early: fc.boolean(),
  is_final: fc.boolean(),
  is_leaving: fc.boolean(),
  viewport: fc.record({ width: fc.nat(2000), height: fc.nat(2000) }),
  viewport_changes: fc.array(
    fc.record({ at_ms: fc.nat(20_000), width: fc.nat(2000), height: fc.nat(2000) }),
    { maxLength: 8 },
  ),
  visibility: fc.array(
    fc.record({
      at: fc.constant(1_700_000_000_000),
      state: fc.constantFrom<"visible" | "hidden">("visible", "hidden"),
    }),
    { maxLength: 64 },
  ),
  visibility_truncated: fc.boolean(),
  unsupported: fc.subarray<ObservedVisit["unsupported"][number]>([
    ...(["navigation", "paint", "largest-contentful-paint", "layout-shift"] as const),
    ...(["event", "longtask", "long-animation-frame"] as const),
  ]),
  is_buffer_full: fc.boolean(),
  values: fc.record(
    {
      ttfb_ms: fc.record({ value: fc.nat(9000) }),
      fcp_ms: fc.record({ value: fc.nat(9000) }),
      lcp_ms: fc.record({ value: fc.nat(9000) }),
      cls: fc.record({ value: fc.double({ min: 0, max: 3, noNaN: true }) }),
      inp_ms: fc.record({ value: fc.nat(9000) }),
      load_ms: fc.record({ value: fc.nat(9000) }),
    },
    { requiredKeys: [] },
  ),
  long_tasks: fc.constant({ count: 0, total_ms: 0, max_ms: 0, costliest: [] }),
  animation_frames: fc.constant({ count: 0, total_ms: 0, max_ms: 0, costliest: [] }),
});
const anyEnding = fc.constantFrom<Ending | undefined>(
  undefined,
  "left",
  "lost",
  "stopped",
  "interrupted",
);

describe("of any reading", () => {
  test("a value is there exactly when its state says so, and never without a reason for less than whole", () => {
    fc.assert(
      fc.property(anyVisit, anyEnding, (visit, ending) => {
        const { metrics } = visitRecord({ visit, ending });
        for (const [name, { value, state, reasons, rating }] of Object.entries(metrics)) {
          const hasNone = state === "unavailable" || state === "unsupported";
          expect(value === undefined).toBe(hasNone);
          expect(reasons.length === 0).toBe(state === "available");
          expect(new Set(reasons).size).toBe(reasons.length);
          expect(rating).toBe(value === undefined ? undefined : ratingOf(name, value));
        }
      }),
      { seed, numRuns: 300 },
    );
  });

  test("nothing is provisional once the visit is over, and the record is valid", () => {
    fc.assert(
      fc.property(anyVisit, anyEnding, (visit, ending) => {
        const made = visitRecord({ visit, ending });
        const states = Object.values(made.metrics).map(({ state }) => state);
        expect(states.includes("provisional") && made.state !== "capturing").toBe(false);
        const id = "d0123456789ab:p1";
        const record = { record: "visit", id, run_id: "d0123456789ab", sequence: 1, ...made };
        expect(validateVisitRecord(record)).toBe(true);
      }),
      { seed, numRuns: 300 },
    );
  });
});

describe("the report", () => {
  const sampleReport = async (name: string): Promise<PerformanceReport> => {
    const { recording } = readSample(name);
    const report = await new Core([plugin]).analyze("performance", {}, readerOf(recording));
    return report as unknown as PerformanceReport;
  };
  const lines = (report: PerformanceReport): readonly string[] =>
    plugin.manifest.format?.({ ...report } as PluginReport, "") ?? [];

  test("is what the package exports, reads only what it declares, and knows its parameters", async () => {
    expect(exported).toBe(PerformancePlugin);
    expect(plugin.manifest.reads).toEqual(["run", "visits"]);
    const core = new Core([plugin]);
    await expect(
      core.analyze("performance", { url: "/x" }, readerOf(recordingOf())),
    ).rejects.toMatchObject({ code: "invalid_params" });
  });

  test("in text is a line of values for each visit, with their states, and what made them", async () => {
    const { visit } = readReading("left.json");
    const attribution = {
      target: "img#hero",
      url: `http://app.test/${"long/".repeat(30)}hero.png`,
      first_byte_ms: 100,
      resource_load_delay_ms: 50,
      resource_load_ms: 900,
      render_delay_ms: 150,
    };
    const script = {
      invoker: "BUTTON#b.onclick",
      function_name: "onSave",
      source_url: "http://app.test/app.js",
      char_position: 12,
      duration_ms: 290,
    };
    const inp = {
      interaction: "pointer" as const,
      target: "button#b",
      input_delay_ms: 2,
      processing_ms: 300,
      presentation_ms: 8,
      script,
    };
    const box = { x: 0, y: 0, width: 1, height: 1 };
    const cls = {
      target: "p#x",
      at_ms: 700,
      value: 0.05,
      sources: [
        { target: "p#x", from: box, to: box },
        { target: "p#y", from: box, to: box },
      ],
    };
    const at = visit.time_origin + 1020;
    const full: ObservedVisit = {
      ...visit,
      values: {
        ...visit.values,
        lcp_ms: { value: 1200, attribution },
        inp_ms: { value: 310, attribution: inp },
        cls: { value: 0.0501, attribution: cls },
      },
      long_tasks: {
        count: 3,
        total_ms: 420,
        max_ms: 310,
        costliest: [
          { at, duration_ms: 310 },
          { at: at + 900, duration_ms: 60 },
        ],
      },
      animation_frames: {
        count: 1,
        total_ms: 320,
        max_ms: 320,
        costliest: [{ at, duration_ms: 320, blocking_ms: 200, scripts: [script] }],
      },
    };
    const id = "d0123456789ab:p1";
    const report = await sampleReport("none");
    const row = { ...visitRecord({ visit: full, ending: "stopped" }), id };
    const url = attribution.url;

    expect(
      lines({
        ...report,
        performance: [row],
        analysis: { ...report.analysis, visits: 2 },
        next_offset: 1,
      }),
    ).toEqual([
      "1 of 2 visits",
      "p1 navigate completed  http://app.test/  800x600",
      "   ttfb 100ms good  fcp 400ms good  lcp 1200ms good partial(capture_stopped_before_final)  cls 0.05 good partial(capture_stopped_before_final)  inp 310ms needs_improvement partial(capture_stopped_before_final)  load 900ms",
      `   lcp  img#hero  ${cutMiddle(url, 72)}  first byte 100ms + load delay 50ms + load 900ms + render delay 150ms`,
      "   inp  pointer  button#b  input delay 2ms + processing 300ms + presentation 8ms  290ms in BUTTON#b.onclick onSave http://app.test/app.js@12",
      "   cls  largest shift 0.05 at 700ms  p#x  p#y",
      "   tasks  3 long  420ms in all  longest 310ms at 1020ms",
      "   frames  worst frame 320ms  290ms in BUTTON#b.onclick onSave http://app.test/app.js@12",
      "   gaps capture_stopped_before_final",
      "good up to / poor above: ttfb 800/1800, fcp 1800/3000, lcp 2500/4000, cls 0.1/0.25, inp 200/500  https://web.dev/articles/vitals",
    ]);
  });

  test("in text of nothing says so", async () => {
    expect(lines(await sampleReport("none"))).toEqual(["0 of 0 visits"]);
    expect(lines(await sampleReport("gaps")).at(-1)).toBe(
      "gaps performance_record_limit performance_read_failed",
    );
  });

  test("rates by the field's thresholds, each with its article", () => {
    expect(THRESHOLDS.every(({ source }) => source.startsWith("https://web.dev/articles/"))).toBe(
      true,
    );
    expect(ratingOf("lcp_ms", 2500)).toBe("good");
    expect(ratingOf("lcp_ms", 2500.5)).toBe("needs_improvement");
    expect(ratingOf("load_ms", 9)).toBeUndefined();
  });
});
