import type { Served } from "../log/ServerLog.js";
import { nameOf, urlOf } from "../log/ServerLog.js";
import { countOf } from "./bodyGaps.js";
import { type Outcome, type Sides, short } from "./Comparison.js";
import { standingLimit } from "./standingLimit.js";

/** Sorts exchanges that no record tells of: a standing limit, a gap that the run names, or unexplained. */
export function explainMissing(
  unrecorded: readonly Served[],
  sides: Sides,
  outcome: Outcome,
): void {
  const left = new GapBudget(sides);
  for (const served of unrecorded) {
    const url = urlOf(served);
    const trap = standingLimit(served, sides);
    const gap = trap === undefined ? left.take(served) : undefined;
    if (trap !== undefined) outcome.limits.push({ trap, url });
    else if (gap !== undefined) outcome.gap(gap, url);
    else {
      outcome.findings.push({
        kind: "unexplained",
        what: "missing",
        url,
        server: short(
          `#${served.id} ${nameOf(served)} → ${served.status}${senderOf(served, sides)}`,
        ),
        run: "no record",
      });
    }
  }
}

/** Who sent it, for whoever reads the finding. */
function senderOf({ request_headers: headers }: Served, { log }: Sides): string {
  const script = log.exchanges.find(
    (one) =>
      urlOf(one) === headers.referer &&
      /worker|script/.test(one.request_headers["sec-fetch-dest"] ?? ""),
  );
  const dest = headers["sec-fetch-dest"] ?? headers.upgrade ?? "unknown";
  return ` (dest ${dest}${script ? `, from the worker ${script.path}` : ""})`;
}

/** A flag of coverage explains as many absences as it counts, of its kind, in its time. */
class GapBudget {
  readonly #used = new Map<string, number>();
  readonly #popups = new Set<string>();

  constructor(private readonly sides: Sides) {}

  take(served: Served): string | undefined {
    const { run } = this.sides.run;
    if (served.arrived_at < run.started_at) {
      return this.#has("initial_load_not_recorded") ? "initial_load_not_recorded" : undefined;
    }
    if (served.arrived_at > (run.stopped_at ?? Number.POSITIVE_INFINITY)) return "after_stop";
    if (this.#isOfPopup(served)) return "popup_not_followed";
    if (this.#isOfFrame(served) && this.#isWithin("child_capture_partial", served)) {
      return "child_capture_partial";
    }
    if (this.#isOfFrame(served) && this.#isWithin("child_capture_limit", served)) {
      return "child_capture_limit";
    }
    return DROPS.find((flag) => this.#isBefore(flag, served) && this.#counts(flag));
  }

  /** The pop-up's own document, and what it asks for. */
  #isOfPopup({ request_headers: headers, ...served }: Served): boolean {
    if (headers.referer !== undefined && this.#popups.has(headers.referer)) return true;
    const isDocument = headers["sec-fetch-dest"] === "document";
    if (
      !isDocument ||
      !this.#isWithin("popup_not_followed", { ...served, request_headers: headers })
    ) {
      return false;
    }
    if (!this.#counts("popup_not_followed")) return false;
    this.#popups.add(`${served.origin}${served.path}`);
    return true;
  }

  #isOfFrame({ request_headers: headers }: Served): boolean {
    if (headers["sec-fetch-dest"] === "iframe") return true;
    return this.sides.log.exchanges.some(
      (one) => urlOf(one) === headers.referer && one.request_headers["sec-fetch-dest"] === "iframe",
    );
  }

  #has(flag: string): boolean {
    return this.sides.run.run.coverage.some((entry) => entry.flag === flag);
  }

  #isWithin(flag: string, { arrived_at: at }: Served): boolean {
    const entry = this.sides.run.run.coverage.find((one) => one.flag === flag);
    if (entry?.first_at === undefined || entry.last_at === undefined) return false;
    return at >= entry.first_at - AROUND_MS && at <= entry.last_at + AROUND_MS;
  }

  /** What is dropped for room had been recorded before. */
  #isBefore(flag: string, { arrived_at: at }: Served): boolean {
    const entry = this.sides.run.run.coverage.find((one) => one.flag === flag);
    return entry?.last_at !== undefined && at <= entry.last_at;
  }

  #counts(flag: string): boolean {
    const used = (this.#used.get(flag) ?? 0) + 1;
    this.#used.set(flag, used);
    return used <= countOf(this.sides, flag);
  }
}

const DROPS = ["evidence_storage_limit", "evidence_write_backlog"];
/** A gap is told where it is noticed: so long before or after what it is about. */
const AROUND_MS = 1500;
