import type { MetricAttribution, ObservedVisit } from "@bsk/schema";
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals/attribution";
import { BOUNDS } from "../bounds.js";
import type { Outbox } from "../Outbox.js";
import { now } from "../time.js";
import { nodeName, ofCls, ofFcp, ofInp, ofLcp, ofTtfb } from "./attributions.js";
import { lendObserver } from "./lendObserver.js";
import { type ValueName, Visit, type VisitStart } from "./Visit.js";
import { watchTasks } from "./watchTasks.js";

const OPTIONS = { reportAllChanges: true, reportSoftNavs: true, generateTarget: nodeName };
const INPUT = ["pointerdown", "pointerup", "keydown", "keyup", "click"] as const;
/** The input that ends LCP for web-vitals. */
const ENDS_LCP: ReadonlySet<string> = new Set(["keydown", "click"]);

/**
 * What this document's visits cost whoever sees it, by web-vitals' definitions. A visit begins with the document,
 * when it comes back from the back/forward cache, and at a soft navigation. A message holds all that is known
 * of one visit; there are at most two a second, and none while nothing changes. Of a page that is about to be left
 * each change is told at once: what it says while it is unloaded is never heard.
 */
export class VisitWatch {
  readonly #outbox: Outbox;
  /** The one that goes on, then the one before it. */
  #visits: readonly Visit[] = [];
  readonly #unsaid = new Set<Visit>();
  readonly #stopping = new AbortController();
  #isLeaving = false;
  #stayTimer: ReturnType<typeof setTimeout> | undefined;
  #isLeft = false;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #settlesAtMs = 0;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(outbox: Outbox) {
    this.#outbox = outbox;
    const isEarly = isNewDocument();
    if (!document.prerendering) this.#begin(isEarly);
    else {
      // Nobody sees it yet, and maybe nobody ever will.
      const { signal } = this.#stopping;
      addEventListener("prerenderingchange", () => this.#begin(isEarly), { once: true, signal });
    }
  }

  /** The visits that have news, and the one that goes on. */
  read(): readonly ObservedVisit[] {
    const visits = new Set(this.#unsaid);
    const current = this.#visits[0];
    if (current) visits.add(current);
    this.#unsaid.clear();
    return [...visits].map((visit) => this.#read(visit));
  }

  stop(): void {
    this.#stopping.abort();
    clearTimeout(this.#restTimer);
    clearTimeout(this.#settleTimer);
    clearTimeout(this.#stayTimer);
  }

  #read(visit: Visit): ObservedVisit {
    return { ...visit.read(), is_leaving: this.#isLeaving };
  }

  #begin(isEarly: boolean): void {
    const visit = this.#open({ startMs: activationMs(), url: location.href, isEarly });
    for (const { name, startTime } of performance.getEntriesByType("visibility-state")) {
      // Those before an activation are the prerendering's.
      if (startTime >= visit.startMs)
        visit.visibilityAt(startTime, name === "hidden" ? "hidden" : "visible");
    }
    visit.visibilityAt(performance.now(), document.visibilityState);
    const { signal } = this.#stopping;
    // Ours hears of a restore before web-vitals does: its values need their visit.
    addEventListener("pageshow", (event) => this.#shown(event), { signal, capture: true });
    lendObserver(signal, () => {
      for (const each of this.#visits) each.isBufferFull = true;
    });
    this.#watchVitals();
    watchTasks({
      task: (startMs, durationMs, make) =>
        this.#tally(startMs, ({ tasks }) => tasks.add(durationMs, make)),
      frame: (startMs, durationMs, make) =>
        this.#tally(startMs, ({ frames }) => frames.add(durationMs, make)),
    });
    // And of hiding after it: then web-vitals has said its last.
    addEventListener("visibilitychange", (event) => this.#visibilityChanged(event), {
      signal,
      capture: true,
    });
    addEventListener("beforeunload", (event) => this.#leaves(event), { signal });
    addEventListener("pagehide", () => this.#left(), { signal });
    addEventListener("resize", (event) => this.#resized(event), { signal });
    for (const type of ["DOMContentLoaded", "load"])
      addEventListener(type, () => this.#changed(visit), { signal });
    for (const type of INPUT)
      addEventListener(type, (event) => this.#input(event), {
        signal,
        capture: true,
        passive: true,
      });
    this.#say(visit);
  }

  #open(start: Omit<VisitStart, "number">): Visit {
    const [before] = this.#visits;
    if (before && !before.isFinal) {
      before.end();
      this.#say(before);
    }
    const visit = new Visit({ number: (before?.number ?? 0) + 1, ...start });
    this.#visits = before ? [visit, before] : [visit];
    return visit;
  }

  #watchVitals(): void {
    onTTFB((metric) => this.#measured(metric, "ttfb_ms", ofTtfb(metric)), OPTIONS);
    onFCP((metric) => this.#measured(metric, "fcp_ms", ofFcp(metric)), OPTIONS);
    onLCP((metric) => this.#measured(metric, "lcp_ms", ofLcp(metric)), OPTIONS);
    onCLS((metric) => this.#measured(metric, "cls", ofCls(metric)), OPTIONS);
    onINP((metric) => {
      // web-vitals says 8 ms where it knows of input only that it was none of those it looks at.
      if (metric.entries.length > 0) this.#measured(metric, "inp_ms", ofInp(metric));
    }, OPTIONS);
  }

  #measured(metric: Metric, name: ValueName, attribution: MetricAttribution): void {
    if (this.#stopping.signal.aborted) return;
    const visit = this.#visitOf(metric);
    visit?.measured(name, metric.value, attribution);
    if (visit) this.#changed(visit);
  }

  /** Undefined: it came too late, of a visit that nothing is kept of any more. */
  #visitOf({ navigationType: type, ...metric }: Metric): Visit | undefined {
    if (type !== "soft-navigation") return this.#visits.find((visit) => !visit.isSoft);
    const { navigationStartTime: startMs = 0, navigationURL: url = location.href } = metric;
    const known = this.#visits.find((visit) => visit.isSoft && visit.startMs === startMs);
    if (known || startMs < (this.#visits[0]?.startMs ?? 0)) return known;
    const visit = this.#open({ startMs, url, navigation: type, isEarly: true });
    visit.visibilityAt(startMs, document.visibilityState);
    return visit;
  }

  #tally(startMs: number, add: (visit: Visit) => void): void {
    const visit = this.#visits.find((each) => each.startMs <= startMs);
    if (!visit) return;
    add(visit);
    this.#changed(visit);
  }

  #shown(event: PageTransitionEvent): void {
    if (!event.persisted) return;
    this.#isLeft = false;
    this.#stays(); // and says again what did not get through as it was left
    const navigation = "back-forward-cache";
    const startMs = event.timeStamp;
    const visit = this.#open({ startMs, url: location.href, navigation, isEarly: true });
    visit.visibilityAt(startMs, document.visibilityState);
    this.#say(visit);
  }

  #visibilityChanged(event: Event): void {
    const visit = this.#visits[0];
    const isRestored = this.#isLeft && document.visibilityState === "visible";
    if (!visit || isRestored) return; // a visit of its own, as `pageshow` says right after this
    visit.visibilityAt(event.timeStamp, document.visibilityState);
    if (document.visibilityState === "hidden") {
      visit.lcpClosedMs ??= event.timeStamp;
      this.#settlesAfter(event);
    }
    this.#say(visit);
    if (this.#isLeft) this.#outbox.flush();
  }

  /** Until the next document is there this one may go on for long; and a download, say, never ends it. */
  #leaves(event: Event): void {
    if (!event.isTrusted) return;
    this.#isLeaving = true;
    clearTimeout(this.#stayTimer);
    this.#stayTimer = setTimeout(() => this.#stays(), BOUNDS.leavingMs);
    for (const each of this.#visits) this.#say(each);
    this.#outbox.flush();
  }

  #stays(): void {
    this.#isLeaving = false;
    clearTimeout(this.#stayTimer);
    if (this.#visits[0]) this.#say(this.#visits[0]);
  }

  /** A page that is seen is hidden after this, which makes web-vitals say its last. */
  #left(): void {
    this.#isLeft = true;
    const visit = this.#visits[0];
    if (!visit) return;
    visit.end();
    this.#say(visit);
    this.#outbox.flush();
  }

  #resized(event: Event): void {
    const visit = this.#visits[0];
    if (event.target !== window || !visit) return;
    visit.resizedAt(event.timeStamp);
    this.#changed(visit);
  }

  #input(event: Event): void {
    const visit = this.#visits[0];
    if (!event.isTrusted || !visit) return;
    if (visit.inputMs === undefined) this.#say(visit);
    visit.inputMs = event.timeStamp;
    if (ENDS_LCP.has(event.type)) visit.lcpClosedMs ??= event.timeStamp;
    this.#settlesAfter(event);
  }

  /** What an input cost, and what was painted before a page was hidden, is known for sure a while later. */
  #settlesAfter(event: Event): void {
    this.#settlesAtMs = event.timeStamp + BOUNDS.inputSettlesMs;
    this.#settleTimer ??= setTimeout(() => this.#settled(), BOUNDS.inputSettlesMs);
  }

  #settled(): void {
    this.#settleTimer = undefined;
    const leftMs = this.#settlesAtMs - performance.now();
    if (leftMs > 0) this.#settleTimer = setTimeout(() => this.#settled(), leftMs);
    else if (this.#visits[0]) this.#say(this.#visits[0]);
  }

  #changed(visit: Visit): void {
    if (this.#isLeaving) {
      this.#say(visit);
      return;
    }
    this.#unsaid.add(visit);
    this.#restTimer ??= setTimeout(() => {
      this.#restTimer = undefined;
      for (const each of this.#unsaid) this.#say(each);
    }, BOUNDS.visitRestMs);
  }

  #say(visit: Visit): void {
    this.#unsaid.add(visit);
    this.#outbox.put(() => {
      // Read when it is sent; what was asked for meanwhile, or is on its way already, is said.
      if (!this.#unsaid.delete(visit)) return undefined;
      return { v: 1, type: "visit", at: now(), visit: this.#read(visit) };
    });
  }
}

/** Before the first script of the page, and before anything to see. */
function isNewDocument(): boolean {
  return (
    document.readyState === "loading" && document.body === null && document.scripts.length === 0
  );
}

function activationMs(): number {
  return performance.getEntriesByType("navigation")[0]?.activationStart ?? 0;
}
