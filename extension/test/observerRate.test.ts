import { type ObservedVisit, validateObserverEvent } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ObservedTab } from "./browser/ObservedTab.js";
import type { Page } from "./browser/Pages.js";
import type { PipeTab } from "./browser/PipeTab.js";

const PAGES = new Map<string, Page>([
  ["/", "<title>T</title><h1>Profile</h1><p>Hello</p>"],
  ["/never", () => {}],
]);
/** What is known of a page that nobody touches, once it is loaded and painted. */
const MEASURED = ["cls", "fcp_ms", "lcp_ms", "load_ms", "ttfb_ms"];
const TIMERS = ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback"];

let observed: ObservedTab;
let tab: PipeTab;
/** What was told of visits, each with the time when it was. */
let told: { readonly at: number; readonly visit: ObservedVisit }[] = [];

beforeAll(async () => {
  observed = await ObservedTab.open(PAGES, hear);
  ({ tab } = observed);
}, 60_000);

afterAll(() => observed?.close());

function hear(message: unknown): void {
  if (!validateObserverEvent(message)) throw new Error(`not valid: ${JSON.stringify(message)}`);
  if (message.visit) told.push({ at: message.at, visit: message.visit });
}

const inWorld = (expression: string): Promise<unknown> => observed.inWorld(expression);

/** Long enough for three messages. */
const rest = (): Promise<unknown> =>
  tab.value("new Promise((resolve) => setTimeout(resolve, 1500)).then(() => 0)");

describe("visits", () => {
  it("are told at most twice a second, and not while nothing changes", async () => {
    await observed.goTo("/");
    const values = () => Object.keys(told.at(-1)?.visit.values ?? {});
    await vi.waitFor(() => expect(values()).toEqual(expect.arrayContaining(MEASURED)), {
      timeout: 30_000,
    });
    await rest(); // what was on its way is told
    await inWorld(`bskStarted = 0;
      for (const name of ${JSON.stringify(TIMERS)}) {
        const real = globalThis[name];
        globalThis[name] = (...given) => { bskStarted += 1; return real(...given); };
      }`);
    told = [];
    await rest();
    expect(told).toEqual([]);
    expect(await inWorld("bskStarted")).toBe(0); // nor does it look whether something did

    await tab.value(`globalThis.resized = 0, globalThis.busy = setInterval(() => {
      resized += 1; dispatchEvent(new Event('resize')); }, 5), 0`); // a change each time
    await vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(9), { timeout: 30_000 });
    await tab.value("clearInterval(busy), 0");

    const times = told.map(({ at }) => at);
    const lastedMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
    expect(await tab.value("resized")).toBeGreaterThan(5 * times.length);
    expect(lastedMs).toBeGreaterThan(500 * (times.length - 1) - 400); // a slow machine tells the first one late
    expect(await inWorld("bskStarted")).toBeGreaterThan(0); // the count counts
  }, 120_000);

  it("of a page that is being left are told at once, and not because the page says so", async () => {
    await tab.value(
      "dispatchEvent(new Event('beforeunload')), dispatchEvent(new Event('resize')), 0",
    );
    await rest();
    expect(told.at(-1)?.visit.is_leaving).toBe(false);

    const leaving = () => told.filter(({ visit }) => visit.is_leaving);
    await tab.value(`addEventListener('beforeunload', () => setInterval(() => dispatchEvent(new Event('resize')), 20)),
      setTimeout(() => { location.href = '/never'; }), 0`);
    await vi.waitFor(() => expect(leaving().length).toBeGreaterThanOrEqual(20), {
      timeout: 60_000,
    });

    const times = leaving().map(({ at }) => at);
    const lastedMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
    expect(lastedMs).toBeLessThan((500 * (times.length - 1)) / 2);
  }, 120_000);
});
