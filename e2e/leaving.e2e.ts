import type { VisitRecord } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until, type Workspace } from "./harness/index.js";
import { WatchedSite } from "./harness/WatchedSite.js";
import type { VitalsSite } from "./sites/index.js";
import { largestWindow, type Shift } from "./sites/vitals/largestWindow.js";

/** What the page itself knew when it was hidden. */
interface SeenByPage {
  readonly lcp: number;
  readonly shifts: readonly Shift[];
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

const evaluate = (expression: string): Promise<unknown> => watched.evaluate(expression);

describe("a visit that is left", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["by a script", () => evaluate("leave(() => { location.href = '/held'; })")],
    ["by its own reload", () => evaluate("leave(() => location.reload())")],
    ["by a link that a script clicks", () => evaluate("leave(() => link.click())")],
    ["for another origin", () => evaluate(`leave(() => { location.href = '${elsewhere()}'; })`)],
    ["by a reload from outside", () => workspace.text("reload", ...s)],
    ["by a navigation from outside", () => workspace.text("navigate", `${site.url}/held`, ...s)],
  ])(
    "%s is whole, up to what moved while the next document was on its way",
    async (_how, leave) => {
      await workspace.text("debug", "start", ...s);
      await workspace.text("navigate", `${site.url}/leaving`, ...s);
      await until("it is painted", () => evaluate("seen.lcp > 0"));

      await leave();
      const visit = await leftVisit();
      await workspace.text("navigate", `${site.url}/other`, ...s);
      const seen = JSON.parse(
        String(await evaluate("sessionStorage.getItem('seen')")),
      ) as SeenByPage;
      await workspace.text("debug", "stop", ...s);

      expect(seen.shifts.length).toBeGreaterThan(0);
      expect(visit).toMatchObject({ state: "completed", coverage: [] });
      expect(visit.metrics.cls?.state).toBe("available");
      expect(visit.metrics.cls?.value).toBeCloseTo(largestWindow(seen.shifts), 4);
      expect(visit.metrics.lcp_ms?.state).toBe("available");
      expect(visit.metrics.lcp_ms?.value).toBeCloseTo(seen.lcp, 0);
      expect(visit.metrics.inp_ms).toEqual({ state: "unavailable", reasons: ["not_observed"] });
    },
  );

  it("by a click is whole, but for what that click cost where nobody could know", async () => {
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${site.url}/leaving`, ...s);

    await workspace.text("click", "#link", ...s);
    const visit = await leftVisit();
    await workspace.text("debug", "stop", ...s);

    expect(visit.state).toBe("completed");
    expect(visit.metrics.cls?.state).toBe("available");
    expect(visit.metrics.lcp_ms?.state).toBe("available");
    // Known only where the next document took its time.
    const isCut = visit.coverage.includes("leaving_not_seen");
    expect(visit.metrics.inp_ms?.reasons.includes("leaving_not_seen")).toBe(isCut);
    const { state, value } = visit.metrics.inp_ms ?? {};
    expect(state).toBe(isCut || value === undefined ? "unavailable" : "available");
  });
});

/** The same site by another name. */
function elsewhere(): string {
  return `${site.url.replace("127.0.0.1", "localhost")}/held`;
}

/** The visit of `/leaving` as soon as another document has begun. */
function leftVisit(): Promise<VisitRecord> {
  return until("the next document has begun", async () => {
    const visits = await watched.visits();
    return visits.find(({ url, state }) => url.endsWith("/leaving") && state !== "capturing");
  });
}
