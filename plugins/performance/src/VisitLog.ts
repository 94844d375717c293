import type { CaptureContext, CdpEvent } from "@bsk/core";
import { type ObservedVisit, validateObservedVisit } from "@bsk/schema";
import type { Dialog } from "./dialogs.js";
import type { Ending, Seen } from "./metrics.js";
import { documentKey, visitRecord } from "./visitRecord.js";

const MAX_VISITS = 20;
/** The latest; what was before them is in records that are not made anew. */
const MAX_DIALOGS = 200;
/** What one answer of the page may hold: a document has no more visits with news than fit. */
const ANSWER_CHARS = 256 * 1024;
/** Not there where nothing is measured, or no longer there. */
const QUESTION = 'globalThis.__bskVisits?.() ?? "[]"';

interface Entry extends Seen {
  readonly id: string;
}

/** The visits of one capture: each the record of its latest reading. */
export class VisitLog {
  readonly #context: CaptureContext;
  readonly #entries = new Map<string, Entry>();
  readonly #refused = new Set<string>();
  #dialogs: readonly Dialog[] = [];
  #newestAt = 0;
  #isEnded = false;

  constructor(context: CaptureContext) {
    this.#context = context;
  }

  /** A dialog holds up the page's scripts for as long as it is open; one of a frame elsewhere does not. */
  sees({ method, sessionId }: CdpEvent): void {
    if (sessionId !== undefined) return;
    const now = this.#context.clock.now();
    if (method === "Page.javascriptDialogOpening") {
      this.#dialogs = [...this.#dialogs, { openedAt: now }].slice(-MAX_DIALOGS);
    } else if (method === "Page.javascriptDialogClosed") {
      this.#dialogs = this.#dialogs.map((dialog) => ({ closedAt: now, ...dialog }));
    }
  }

  /** A reading, in whatever order it arrives. */
  heard(visit: ObservedVisit): void {
    if (this.#isEnded) return;
    const key = documentKey({ visit });
    const known = this.#entries.get(key);
    if (known) {
      if (visit.read_ms >= known.visit.read_ms) this.#keep(key, { ...known, visit });
      return;
    }
    const startedAt = startOf(visit);
    if (startedAt > this.#newestAt) {
      this.#newestAt = startedAt;
      this.#end(endedByNext);
    }
    if (this.#entries.size >= MAX_VISITS) {
      if (!this.#refused.has(key)) this.#context.gap("performance_record_limit");
      this.#refused.add(key);
      return;
    }
    const ending = startedAt < this.#newestAt ? endedByNext({ visit }) : undefined;
    this.#keep(key, { id: this.#context.nextId("visit"), visit, ending });
  }

  /** Asks the page for what it has not told yet. A page that does not answer in time is a gap. */
  async refresh(): Promise<boolean> {
    const isRead = await this.#ask();
    if (!isRead) this.#context.gap("performance_read_failed");
    return isRead;
  }

  /** The capture ends: a last reading, and nothing after it. */
  async stop(): Promise<void> {
    const isOpen = [...this.#entries.values()].some(isGoingOn);
    const isRead = isOpen ? await this.refresh() : true;
    this.#end(() => (isRead ? "stopped" : "interrupted"));
    this.#isEnded = true;
  }

  async #ask(): Promise<boolean> {
    try {
      const text = await this.#context.askPage(QUESTION);
      const isText = typeof text === "string" && text.length <= ANSWER_CHARS;
      const visits: unknown = isText ? JSON.parse(text) : undefined;
      if (!Array.isArray(visits) || !visits.every((visit) => validateObservedVisit(visit)))
        return false;
      for (const visit of visits) this.heard(visit);
      return true;
    } catch {
      return false; // the caller knows what that means
    }
  }

  /** Of all that have not come to an end. */
  #end(endingOf: (seen: Seen) => Ending): void {
    for (const [key, entry] of this.#entries)
      if (isGoingOn(entry)) this.#keep(key, { ...entry, ending: endingOf(entry) });
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    const { runId } = this.#context;
    this.#context.put("visit", {
      record: "visit",
      id: entry.id,
      run_id: runId,
      ...visitRecord(entry, this.#dialogs),
    });
  }
}

function isGoingOn({ visit, ending }: Entry): boolean {
  return ending === undefined && !visit.is_final;
}

/** Another document has begun. */
function endedByNext({ visit }: Seen): Ending {
  return visit.is_leaving ? "left" : "lost";
}

function startOf({ time_origin: origin, start_ms: start }: ObservedVisit): number {
  return origin + start;
}
