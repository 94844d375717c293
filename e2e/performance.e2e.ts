import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Metric, type Recording, type VisitRecord, validateRecording } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until, type Workspace } from "./harness/index.js";
import { WatchedSite } from "./harness/WatchedSite.js";
import type { VitalsSite } from "./sites/index.js";
import { largestWindow, type Shift } from "./sites/vitals/largestWindow.js";
import { REDIRECT_DELAY_MS } from "./sites/vitals.js";

/** What the page's own observers were told. */
interface Raw {
  readonly fcp: number;
  readonly lcp: number;
  readonly shifts: readonly number[];
  readonly events: readonly number[];
  readonly tasks: readonly number[];
}

let watched: WatchedSite;
let workspace: Workspace;
let site: VitalsSite;
let s: readonly string[];

beforeAll(async () => {
  watched = await WatchedSite.open();
  ({ workspace, site, s } = watched);
});

afterAll(() => watched?.close());

const visits = (...more: readonly string[]): Promise<readonly VisitRecord[]> =>
  watched.visits(...more);
const evaluate = async (expression: string, ...more: readonly string[]): Promise<string> =>
  String(await watched.evaluate(expression, ...more));

function metric(visit: VisitRecord | undefined, name: string): Metric {
  const found = visit?.metrics[name];
  if (!found) throw new Error(`no ${name} in ${JSON.stringify(visit)}`);
  return found;
}

/** A visit as soon as it is so. */
async function visitWhere(
  what: string,
  holds: (visit: VisitRecord) => boolean,
  ...more: readonly string[]
): Promise<VisitRecord> {
  return until(what, async () => (await visits(...more)).find(holds), { deadlineMs: 30_000 });
}

async function raw(): Promise<Raw> {
  return JSON.parse(await evaluate("JSON.stringify(raw)")) as Raw;
}

describe("the visits of a page that is slow on purpose", () => {
  it("have the values that the browser itself reports", async () => {
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${site.url}/`, ...s);
    await until("all of it was painted", async () => {
      const { tasks, shifts } = await raw();
      const isPainted = await evaluate("raw.lcpOf === 'hero' && document.readyState");
      return tasks.length > 0 && shifts.length > 0 && isPainted === "complete";
    });

    const before = await visitWhere("LCP is the image", (visit) =>
      Boolean(metric(visit, "lcp_ms").attribution?.url),
    );
    await workspace.text("click", "#slow", ...s);
    const after = await visitWhere(
      "the click is measured",
      (visit) =>
        metric(visit, "inp_ms").value !== undefined &&
        !metric(visit, "inp_ms").reasons.includes("input_pending") &&
        metric(visit, "lcp_ms").state === "available",
    );
    const seen = await raw();

    expect(before).toMatchObject({
      navigation: "navigate",
      early: true,
      state: "capturing",
      url: `${site.url}/`,
    });
    expect(metric(before, "lcp_ms").state).toBe("provisional");
    expect(metric(before, "inp_ms")).toEqual({
      state: "unavailable",
      reasons: ["not_observed_yet"],
    });
    expect(metric(before, "load_ms").state).toBe("available");
    expect(Math.abs((metric(after, "fcp_ms").value ?? 0) - seen.fcp)).toBeLessThanOrEqual(1);
    expect(Math.abs((metric(after, "lcp_ms").value ?? 0) - seen.lcp)).toBeLessThanOrEqual(1);
    const shift = seen.shifts.reduce((sum, value) => sum + value, 0);
    expect(Math.abs((metric(after, "cls").value ?? 0) - shift)).toBeLessThanOrEqual(0.001);
    expect(shift).toBeGreaterThan(0.01);
    const slowest = Math.max(...seen.events);
    expect(Math.abs((metric(after, "inp_ms").value ?? 0) - slowest)).toBeLessThanOrEqual(8);
    expect(slowest).toBeGreaterThanOrEqual(300);
    expect(metric(after, "long_task_count").value).toBe(seen.tasks.length);
    expect(metric(after, "long_task_max_ms").value).toBe(Math.max(...seen.tasks));
  });

  it("say what the values are made of", async () => {
    const [visit] = await visits();

    const lcp = metric(visit, "lcp_ms");
    expect(lcp.attribution).toMatchObject({ target: "img#hero" });
    const { attribution: a = {} } = lcp;
    const parts = [
      a.first_byte_ms,
      a.resource_load_delay_ms,
      a.resource_load_ms,
      a.render_delay_ms,
    ].map((part) => part ?? Number.NaN);
    expect(
      Math.abs(parts.reduce((sum, part) => sum + part, 0) - (lcp.value ?? 0)),
    ).toBeLessThanOrEqual(1);
    expect(metric(visit, "inp_ms").attribution).toMatchObject({
      target: "button#slow",
      interaction: "pointer",
      script: { function_name: "onSlow", invoker: "BUTTON#slow.onclick" },
    });
    expect(metric(visit, "inp_ms").attribution?.processing_ms).toBeGreaterThanOrEqual(290);
    const moved = metric(visit, "cls").attribution?.sources?.map(({ target }) => target);
    expect(moved).toContain("p#below");
    const scripts = visit?.animation_frames.flatMap((frame) => frame.scripts) ?? [];
    expect(scripts.map(({ function_name: name }) => name)).toContain("longWork");
  });

  it("do not count the time of a dialog", async () => {
    const [before] = await visits();
    await evaluate("void setTimeout(() => alert('well?'), 0)");
    await until("the dialog is open", async () => {
      const { open } = await workspace.json<{ open: boolean }>("dialog", ...s);
      return open;
    });
    await workspace.text("wait-ms", "400ms");
    await workspace.text("dialog", "accept", ...s);

    const isHeld = ({ dialog_ms: ms = 0 }: { dialog_ms?: number }): boolean => ms >= 400;
    const after = await visitWhere("its task is told", (visit) => visit.long_tasks.some(isHeld));
    const task = after.long_tasks.find(isHeld);
    const held = task?.dialog_ms ?? 0;
    const added =
      (metric(after, "long_task_total_ms").value ?? 0) -
      (metric(before, "long_task_total_ms").value ?? 0);

    expect(task?.duration_ms).toBeGreaterThanOrEqual(held);
    expect(added).toBeLessThan(held);
    expect(after.coverage).not.toContain("dialog_time_unknown");
  });

  it("are told in text that an agent can afford", async () => {
    const text = await workspace.text("debug", "performance", ...s);

    for (const fact of ["img#hero", "button#slow", "onSlow", "p#below"])
      expect(text).toContain(fact);
    // The click blocks for 300 ms, and on a slow machine for more.
    expect(text).toMatch(/inp \d+ms (?:needs_improvement|poor)/);
    expect(text).toContain("web.dev");
    expect(text.length).toBeLessThan(2048);
  });

  it("end with the document, and a restored one is a visit of its own", async () => {
    await workspace.text("click", "#other", ...s);
    await visitWhere("the next document", ({ url }) => url.endsWith("/other"));
    const [left] = await visits();
    expect(left?.state).toBe("completed");
    expect(metric(left, "cls").state).toBe("available");
    expect(metric(left, "lcp_ms").state).toBe("available");

    await evaluate("history.back()");
    const restored = await visitWhere(
      "the page is back",
      (visit) =>
        visit.navigation === "back-forward-cache" && metric(visit, "lcp_ms").value !== undefined,
    );

    expect(restored.url).toBe(`${site.url}/`);
    expect(metric(restored, "fcp_ms").state).toBe("available");
    expect(metric(restored, "ttfb_ms").value).toBe(0);
    expect(metric(restored, "cls")).toMatchObject({ value: 0, state: "provisional" });
    expect(metric(restored, "load_ms")).toEqual({
      state: "unsupported",
      reasons: ["back_forward_cache"],
    });
    // What it said as it left is heard now.
    const [first] = await visits();
    expect(first).toMatchObject({ state: "completed", coverage: [] });
    expect(metric(first, "inp_ms").state).toBe("available");
    expect(first?.visibility.at(-1)?.state).toBe("hidden");
  });

  it("measure an interaction after the restore as its own", async () => {
    await workspace.text("click", "#slow", ...s);
    const visit = await visitWhere(
      "the click is measured",
      (each) =>
        each.navigation === "back-forward-cache" && metric(each, "inp_ms").value !== undefined,
    );
    expect(metric(visit, "inp_ms").value).toBeGreaterThanOrEqual(296);
  });

  it("that a stop cut short say so, and are in the export without the secret", async () => {
    await workspace.text("debug", "stop", ...s);
    const last = (await visits()).at(-1);
    const file = join(workspace.home, "vitals.json");
    await workspace.text("debug", "export", ...s, "--output", file);
    const text = readFileSync(file, "utf8");
    const recording: unknown = JSON.parse(text);
    if (!validateRecording(recording)) throw new Error(JSON.stringify(validateRecording.errors));
    const { performance = [] }: Recording = recording;

    expect(last?.state).toBe("completed");
    expect(metric(last, "cls")).toMatchObject({
      state: "partial",
      reasons: ["capture_stopped_before_final"],
    });
    expect(performance.map(({ id }) => id)).toEqual((await visits()).map(({ id }) => id));
    expect(metric(performance[0], "lcp_ms").attribution?.url).toContain("/hero.bmp?token=");
    expect(text).not.toContain(site.secret);
    expect(await workspace.text("debug", "performance", ...s, "--json")).not.toContain(site.secret);
  });
});

/** Each click is a soft navigation; what the browser says of it lies in `interactions`, in ms. */
const SOFT = `document.body.innerHTML = '<h1>0</h1><button id="soft">Next</button>';
window.interactions = [];
new PerformanceObserver((list) => list.getEntries().forEach((entry) => interactions.push(entry.duration)))
  .observe({ type: "event", durationThreshold: 16 });
let count = 0;
document.getElementById("soft").onclick = () => {
  history.pushState(null, "", "/soft" + ++count);
  document.querySelector("h1").textContent = "Page " + count;
};`;

/** What the browser says of a navigation, ms from the document's time origin. */
interface NavigationEntry {
  readonly responseStart: number;
  readonly domContentLoadedEventEnd: number;
  readonly loadEventEnd: number;
}

describe("the numbers of a visit", () => {
  it("count TTFB and load as the navigation entry does, a redirect with it", async () => {
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${site.url}/moved`, ...s);
    const visit = await visitWhere(
      "it is loaded",
      (each) => each.url === `${site.url}/shifts` && metric(each, "load_ms").value !== undefined,
    );
    const entry = JSON.parse(
      await evaluate("JSON.stringify(performance.getEntriesByType('navigation')[0])"),
    ) as NavigationEntry;

    expect(entry.responseStart).toBeGreaterThan(REDIRECT_DELAY_MS - 10);
    expect(metric(visit, "ttfb_ms").value).toBeCloseTo(entry.responseStart, 1);
    const loaded = entry.domContentLoadedEventEnd;
    expect(metric(visit, "dom_content_loaded_ms").value).toBeCloseTo(loaded, 1);
    expect(metric(visit, "load_ms").value).toBeCloseTo(entry.loadEventEnd, 1);
  });

  it("take the largest window of shifts without those after input", async () => {
    await until("it has moved by itself", async () => (await evaluate("isDone")) === "true");
    await workspace.text("click", "#jump", ...s);
    const all = await until("the page is told of every shift", async () => {
      const shifts = JSON.parse(await evaluate("JSON.stringify(shifts)")) as readonly Shift[];
      return shifts.some(({ isByInput }) => isByInput) && shifts;
    });
    const cls = metric((await visits()).at(-1), "cls").value;

    const own = all.filter(({ isByInput }) => !isByInput);
    const expected = largestWindow(own);
    expect(cls).toBeCloseTo(expected, 4);
    // Without any one of the rules it would be another number.
    for (const wrong of [
      largestWindow(own, { gapMs: Number.POSITIVE_INFINITY }),
      largestWindow(own, { spanMs: Number.POSITIVE_INFINITY }),
      largestWindow(all),
    ]) {
      expect(Math.abs(wrong - expected)).toBeGreaterThan(0.002);
    }
    await workspace.text("debug", "stop", ...s);
  });
});

describe("what cannot be measured", () => {
  it("is no number of milliseconds: clicks in a soft navigation that were too quick to be told", async () => {
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${site.url}/other`, ...s);
    await evaluate(SOFT);

    for (const path of ["/soft1", "/soft2", "/soft3"]) {
      await workspace.text("click", "#soft", ...s);
      await visitWhere(path, ({ url }) => url.endsWith(path));
    }
    const told = JSON.parse(await evaluate("JSON.stringify(interactions)")) as readonly number[];
    await workspace.text("debug", "stop", ...s);

    const soft = (await visits()).filter(({ navigation }) => navigation === "soft-navigation");
    expect(soft.map(({ url }) => url)).toEqual(
      ["/soft1", "/soft2", "/soft3"].map((path) => site.url + path),
    );
    for (const visit of soft.slice(0, 2)) {
      const inp = metric(visit, "inp_ms");
      if (inp.value !== undefined) expect(told).toContain(inp.value);
      else expect(inp).toEqual({ state: "unavailable", reasons: ["not_observed"] });
    }
  });

  it("is partial where the capture came after the load", async () => {
    await workspace.text("navigate", `${site.url}/`, ...s);
    await until(
      "the page is loaded",
      async () => (await evaluate("document.readyState")) === "complete",
    );
    await workspace.text("debug", "start", ...s);

    const visit = await visitWhere(
      "it is seen",
      (each) => metric(each, "lcp_ms").value !== undefined,
    );

    expect(visit.early).toBe(false);
    expect(visit.coverage).toContain("started_late");
    expect(metric(visit, "ttfb_ms").state).toBe("available");
    expect(metric(visit, "load_ms").state).toBe("available");
    for (const name of ["fcp_ms", "lcp_ms", "cls", "long_task_count"]) {
      expect(metric(visit, name).state).toBe("partial");
      expect(metric(visit, name).reasons).toContain("started_late");
    }
    await workspace.text("debug", "stop", ...s);
  });

  it("is unavailable in a tab that is not shown", async () => {
    const behind = await workspace.json<{ tab: { tab_id: number } }>("tab", "create", ...s);
    await workspace.json("tab", "create", ...s);
    const tab = ["--tab-id", String(behind.tab.tab_id)];
    await workspace.text("debug", "start", ...s, ...tab);
    await workspace.text("navigate", `${site.url}/`, ...s, ...tab);

    const visit = await visitWhere(
      "it is loaded",
      (each) => metric(each, "load_ms").value !== undefined,
      ...tab,
    );

    expect(await evaluate("document.visibilityState", ...tab)).toBe("hidden");
    for (const name of ["fcp_ms", "lcp_ms", "cls"]) {
      expect(metric(visit, name)).toEqual({
        state: "unavailable",
        reasons: ["initially_hidden", "hidden"],
      });
    }
    expect(metric(visit, "inp_ms")).toEqual({ state: "unavailable", reasons: ["hidden"] });
    expect(metric(visit, "ttfb_ms").state).toBe("available");
  });
});
