import type { AnimationFrame, LongTask, MetricAttribution, ObservedVisit } from "@bsk/schema";
import { BOUNDS } from "../bounds.js";
import { epochAt, roundMs } from "../time.js";
import { Tally } from "./Tally.js";

export type ValueName = keyof ObservedVisit["values"];
type EntryType = ObservedVisit["unsupported"][number];

export interface VisitStart {
  readonly number: number;
  readonly startMs: number;
  readonly url: string;
  /** Undefined: the document's own. */
  readonly navigation?: ObservedVisit["navigation"];
  readonly isEarly: boolean;
}

const ENTRY_TYPES: readonly EntryType[] = [
  "navigation",
  "paint",
  "largest-contentful-paint",
  "layout-shift",
  "event",
  "longtask",
  "long-animation-frame",
];

/** One visit of this document, and all that was measured of it so far. */
export class Visit {
  readonly number: number;
  readonly startMs: number;
  readonly tasks: Tally<LongTask> = new Tally(BOUNDS.longTasks);
  readonly frames: Tally<AnimationFrame> = new Tally(BOUNDS.animationFrames);
  isBufferFull = false;
  inputMs: number | undefined;
  lcpClosedMs: number | undefined;
  readonly #start: VisitStart;
  #endedMs: number | undefined;
  readonly #values = new Map<ValueName, { value: number; attribution: MetricAttribution }>();
  readonly #visibility: ObservedVisit["visibility"] = [];
  #isVisibilityCut = false;
  #viewport = viewportNow();
  readonly #viewportChanges: ObservedVisit["viewport_changes"] = [];

  constructor(start: VisitStart) {
    this.#start = start;
    this.number = start.number;
    this.startMs = start.startMs;
  }

  get isFinal(): boolean {
    return this.#endedMs !== undefined;
  }

  /** Nothing happens in it any more; what did may still be told. */
  end(): void {
    this.#endedMs ??= performance.now();
  }

  get isSoft(): boolean {
    return this.#start.navigation === "soft-navigation";
  }

  measured(name: ValueName, value: number, attribution: MetricAttribution): void {
    // CLS has no unit; what is finer than this is noise in both.
    const rounded = name === "cls" ? Math.round(value * 1e6) / 1e6 : roundMs(value);
    this.#values.set(name, { value: rounded, attribution });
  }

  visibilityAt(documentMs: number, state: DocumentVisibilityState): void {
    if (this.#visibility.at(-1)?.state === state) return;
    if (this.#visibility.length < BOUNDS.visibilityChanges)
      this.#visibility.push({ at: epochAt(documentMs), state });
    else this.#isVisibilityCut = true;
  }

  resizedAt(documentMs: number): void {
    this.#viewport = viewportNow();
    if (this.#viewportChanges.length >= BOUNDS.viewportChanges) return;
    this.#viewportChanges.push({ at_ms: roundMs(documentMs), ...this.#viewport });
  }

  read(): Omit<ObservedVisit, "is_leaving"> {
    const { number, startMs, url, navigation = documentNavigation(), isEarly } = this.#start;
    return {
      number,
      time_origin: epochAt(0),
      start_ms: roundMs(startMs),
      read_ms: roundMs(this.#endedMs ?? performance.now()),
      url: url.slice(0, BOUNDS.urlChars),
      navigation,
      is_early: isEarly,
      is_final: this.isFinal,
      viewport: this.#viewport,
      viewport_changes: this.#viewportChanges,
      visibility: this.#visibility,
      visibility_truncated: this.#isVisibilityCut,
      ...(this.inputMs === undefined ? {} : { input_ms: roundMs(this.inputMs) }),
      ...(this.lcpClosedMs === undefined ? {} : { lcp_closed_ms: roundMs(this.lcpClosedMs) }),
      unsupported: ENTRY_TYPES.filter(
        (type) => !PerformanceObserver.supportedEntryTypes.includes(type),
      ),
      is_buffer_full: this.isBufferFull,
      values: this.#allValues(),
      long_tasks: this.tasks.read(),
      animation_frames: this.frames.read(),
    };
  }

  #allValues(): ObservedVisit["values"] {
    const values: ObservedVisit["values"] = Object.fromEntries(this.#values);
    if (this.#start.navigation !== undefined) return values;
    return { ...navigationValues(), ...values };
  }
}

/** As web-vitals names it. */
function documentNavigation(): ObservedVisit["navigation"] {
  const [entry] = performance.getEntriesByType("navigation");
  if ((entry?.activationStart ?? 0) > 0) return "prerender";
  if (document.wasDiscarded) return "restore";
  return entry?.type === "back_forward" ? "back-forward" : (entry?.type ?? "navigate");
}

/** What the navigation entry says: known before web-vitals, which waits for the document's load, tells TTFB. */
function navigationValues(): ObservedVisit["values"] {
  const [entry] = performance.getEntriesByType("navigation");
  if (!entry) return {};
  const ttfbMs = entry.responseStart - (entry.activationStart ?? 0);
  return {
    ...(entry.responseStart > 0 ? { ttfb_ms: { value: roundMs(ttfbMs) } } : {}),
    ...(entry.domContentLoadedEventEnd > 0
      ? { dom_content_loaded_ms: { value: roundMs(entry.domContentLoadedEventEnd) } }
      : {}),
    ...(entry.loadEventEnd > 0 ? { load_ms: { value: roundMs(entry.loadEventEnd) } } : {}),
  };
}

/** Read when the document is still empty or about to be laid out anyway: asks for no layout of its own. */
function viewportNow(): ObservedVisit["viewport"] {
  return { width: innerWidth, height: innerHeight };
}
