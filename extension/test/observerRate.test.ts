import { type ObservedVisit, type ObserverEvent, validateObserverEvent } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { BOUNDS } from "../dist/tsc/observer/bounds.js";
import { ObservedTab } from "./browser/ObservedTab.js";
import type { Page } from "./browser/Pages.js";
import type { PipeTab } from "./browser/PipeTab.js";

const PAGES = new Map<string, Page>([
  ["/", "<title>T</title><h1>Profile</h1><p>Hello</p>"],
  ["/never", () => {}],
  [
    "/toasts",
    `<title>T</title><div id=toasts></div><div id=say role=alert></div><p id=clock>0</p>
    <div id=hint hidden>a hint</div><input type=password id=pw value=hunter2secret>
    <style>.gone { display: none }</style>`,
  ],
]);
/** What is known of a page that nobody touches, once it is loaded and painted. */
const MEASURED = ["cls", "fcp_ms", "lcp_ms", "load_ms", "ttfb_ms"];
const TIMERS = ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback"];

let observed: ObservedTab;
let tab: PipeTab;
/** What was told of visits, each with the time when it was. */
let told: { readonly at: number; readonly visit: ObservedVisit }[] = [];
/** What was told of text that came and went. */
let passed: ObserverEvent[] = [];

beforeAll(async () => {
  observed = await ObservedTab.open(PAGES, hear);
  ({ tab } = observed);
}, 60_000);

afterAll(() => observed?.close());

function hear(message: unknown): void {
  if (!validateObserverEvent(message)) throw new Error(`not valid: ${JSON.stringify(message)}`);
  if (message.type === "text_passed") passed.push(message);
  if (message.visit) told.push({ at: message.at, visit: message.visit });
}

const inWorld = (expression: string): Promise<unknown> => observed.inWorld(expression);

describe("text that comes and goes", () => {
  const lines = () => passed.flatMap(({ lines: own = [] }) => own);
  /** Resolves when the observer has looked. */
  const show = async (id: string, html: string): Promise<void> => {
    await inWorld(`bskLooked = false; ((real) => {
      globalThis.requestIdleCallback = (run, options) => real((deadline) => {
        run(deadline);
        if (options.timeout !== ${BOUNDS.passingIdleMs}) return; // another one's
        globalThis.requestIdleCallback = real; bskLooked = true;
      }, options);
    })(requestIdleCallback)`);
    await tab.value(`document.getElementById('${id}').innerHTML = ${JSON.stringify(html)}, 0`);
    await vi.waitFor(async () => expect(await inWorld("bskLooked")).toBe(true), 15_000);
  };

  it("is told with how it was announced, without the values of secret fields", async () => {
    await observed.goTo("/toasts");
    await vi.waitFor(async () => expect(await inWorld("document.readyState")).toBe("complete"));
    await inWorld("__bskSnapshot()"); // knows the secret field
    await show("toasts", "<div role=status>Saved <b>it</b></div><p>hunter2secret</p>");
    expect(passed).toEqual([]);
    await tab.value("toasts.innerHTML = '', 0");
    await vi.waitFor(() => expect(lines()).toHaveLength(2), { timeout: 15_000 });
    const [toast] = passed.filter(({ live }) => live === "status");

    expect(toast).toMatchObject({ type: "text_passed", lines: ["Saved it"] });
    expect((toast?.end ?? 0) - (toast?.at ?? 0)).toBeGreaterThan(0);
    expect(lines()).toContain("[redacted]");
  });

  it("is told of a region that was there, and of what a style hides", async () => {
    passed = [];
    await show("say", "No connection");
    await tab.value("say.textContent = '', 0");
    await vi.waitFor(() => expect(lines()).toEqual(["No connection"]), { timeout: 15_000 });
    expect(passed[0]?.live).toBe("alert");

    passed = [];
    await show("toasts", "<div id=styled>Copied</div>");
    await tab.value("styled.className = 'gone', 0");
    await vi.waitFor(() => expect(lines()).toEqual(["Copied"]), { timeout: 15_000 });
    expect(passed[0]?.live).toBeUndefined();
  });

  it("is told of up to 16 times an element in 15 s, and that there was more", async () => {
    passed = [];
    await tab.value(`toasts.innerHTML = '<p class=gone>never</p>', globalThis.ticks = 0,
      globalThis.ticking = setInterval(() => { clock.textContent = ++ticks; }, 20), 0`);
    await vi.waitFor(() => expect(passed.some(({ limited }) => limited)).toBe(true), {
      timeout: 30_000,
    });
    await tab.value("clearInterval(ticking), toasts.textContent = '', 0");
    const limitedAt = passed.findIndex(({ limited }) => limited);

    expect(passed.slice(0, limitedAt)).toHaveLength(BOUNDS.passingTold);
    expect(lines().every((line) => Number(line) > 0)).toBe(true); // what never showed is not
  });

  it("is told of a text that fades in, and not of one that stays transparent", async () => {
    passed = [];
    await show("toasts", "<p style='opacity: 0'>hidden</p><p id=fade style='opacity: 0'>faded</p>");
    await show("say", "so that it looks once more");
    await tab.value("fade.style.opacity = 1, 0");
    await show("say", "and again");
    await tab.value("toasts.innerHTML = '', say.textContent = '', 0");
    await vi.waitFor(() => expect(lines()).toContain("faded"), { timeout: 15_000 });

    expect(lines()).not.toContain("hidden");
  });

  it("costs a few looks a second, however much the page adds", async () => {
    passed = [];
    await inWorld(`bskLooks = 0; bskReal = globalThis.requestIdleCallback;
      globalThis.requestIdleCallback = (...given) => { bskLooks += 1; return bskReal(...given); };`);
    await tab.value(`globalThis.added = 0, globalThis.begun = performance.now(),
      globalThis.adding = setInterval(() => { for (let i = 0; i < 100; i++) {
        const row = document.createElement('p'); row.textContent = ++added; toasts.append(row); } }, 5), 0`);
    await vi.waitFor(async () => expect(await tab.value("added")).toBeGreaterThan(5000), {
      timeout: 60_000,
    });
    const lastedMs = Number(await tab.value("clearInterval(adding), performance.now() - begun"));
    const looks = Number(await inWorld("globalThis.requestIdleCallback = bskReal, bskLooks"));

    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThan(3 + (lastedMs / 100) * 1.5); // with the one that says that the page changed
    await vi.waitFor(() => expect(passed.some(({ limited }) => limited)).toBe(true), {
      timeout: 15_000,
    });
  });
});

describe("visits", () => {
  it("are told at most twice a second, and not while nothing changes", async () => {
    await observed.goTo("/");
    const values = () => Object.keys(told.at(-1)?.visit.values ?? {});
    await vi.waitFor(() => expect(values()).toEqual(expect.arrayContaining(MEASURED)), {
      timeout: 30_000,
    });
    await observed.atRest(); // what was on its way is told
    await inWorld(`bskStarted = 0;
      for (const name of ${JSON.stringify(TIMERS)}) {
        const real = globalThis[name];
        globalThis[name] = (...given) => { bskStarted += 1; return real(...given); };
      }`);
    told = [];
    await observed.atRest(); // and it waits for nothing that could make it look
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
    await observed.atRest();
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
