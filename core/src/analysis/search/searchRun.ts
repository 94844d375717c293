import type { ActionParams, ActionResults, NotSearched, RunRecord, SearchMatch } from "@bsk/schema";
import type { EvidenceReader } from "../../EvidenceReader.js";
import { fitBudget } from "../budget.js";
import { dropRows, dropRunDetails, shortenStrings } from "../trimSteps.js";
import { excerptOf } from "./excerptOf.js";
import { type Found, type Pattern, patternOf } from "./patternOf.js";
import { type SearchedText, searchedTexts } from "./searchedTexts.js";

type Params = ActionParams["debug/search"];
type Result = ActionResults["debug/search"];

const DEFAULT_LIMIT = 50;
/** Matches that are counted in one text. */
const MAX_COUNT = 100;
/** After so much, or so long, the rest is told as skipped. */
const MAX_CHARS = 32 * 1024 * 1024;
const MAX_MS = 10_000;
/** How long other work of the worker may wait. */
const TURN_MS = 30;

/** Where a run holds a text, and what of the run could not be searched. Throws `invalid_pattern`, `cancelled`. */
export async function searchRun(reader: EvidenceReader, params: Params): Promise<Result> {
  const { text, regex = false, case_sensitive: isCaseSensitive = false } = params;
  const { limit = DEFAULT_LIMIT, budget } = params;
  const pattern = await patternOf({ text, isRegex: regex, isCaseSensitive });
  const run = await reader.run();
  const search = new Search(pattern);
  for await (const searched of searchedTexts(reader, params)) await search.look(searched);
  const { matches } = search;
  const shown = (whole: Answer, count: number): Answer => ({
    ...whole,
    matches: whole.matches.slice(0, count),
    past_limit: matches.length - Math.min(count, matches.length),
  });
  const answer: Answer = {
    run,
    matches: [...matches],
    places: matches.length,
    by_kind: search.byKind(),
    past_limit: 0,
    searched: { chars: search.chars, left_out: [...search.leftOut(), ...evicted(run)] },
  };
  return fitBudget(shown(answer, limit), {
    budget,
    steps: [
      dropRows<Answer>("matches", { get: (whole) => whole.matches, keep: shown }),
      shortenStrings(),
      dropRunDetails(),
    ],
  });
}

type Answer = Omit<Result, "output">;

class Search {
  readonly matches: SearchMatch[] = [];
  chars = 0;
  readonly #pattern: Pattern;
  readonly #startedAt: number = Date.now();
  #turnAt: number = Date.now();
  readonly #byKind = new Map<string, number>();
  readonly #leftOut = new Map<string, NotSearched>();
  /** Pages that show the same again and again are one row. */
  readonly #pages = new Map<string, SearchMatch>();

  constructor(pattern: Pattern) {
    this.#pattern = pattern;
  }

  async look({ facts, text, missing }: SearchedText): Promise<void> {
    const limit = text === undefined ? undefined : this.#limit();
    if (limit !== undefined) {
      this.#leave(facts.part, { state: "skipped", reason: limit });
      return;
    }
    if (missing) this.#leave(facts.part, missing);
    if (text === undefined) return;
    this.chars += text.length;
    let first: Found | undefined;
    let count = 0;
    let isCounted = true;
    for (const found of this.#pattern(text)) {
      if (found.end > found.start) {
        first ??= found;
        count += 1;
      }
      await this.#turn();
      isCounted = count < MAX_COUNT && this.#limit() !== "time_limit";
      if (!isCounted) break;
    }
    await this.#turn();
    if (!first) return;
    this.#byKind.set(facts.kind, (this.#byKind.get(facts.kind) ?? 0) + count);
    this.#keep({
      ...facts,
      count,
      ...(isCounted ? {} : { count_limited: true }),
      ...excerptOf(text, first),
      offset: first.start,
    });
  }

  byKind(): { [kind: string]: number } {
    return Object.fromEntries(this.#byKind);
  }

  leftOut(): readonly NotSearched[] {
    return [...this.#leftOut.values()];
  }

  #keep(match: SearchMatch): void {
    if (match.kind === "page") {
      const key = JSON.stringify([match.part, match.name, match.excerpt]);
      const known = this.#pages.get(key);
      if (known) {
        known.same = (known.same ?? 0) + 1;
        return;
      }
      this.#pages.set(key, match);
    }
    this.matches.push(match);
  }

  #leave(part: string, { state, reason }: Omit<NotSearched, "count" | "part">): void {
    const key = JSON.stringify([part, state, reason]);
    const known = this.#leftOut.get(key);
    if (known) known.count += 1;
    else
      this.#leftOut.set(key, {
        part,
        state,
        ...(reason === undefined ? {} : { reason }),
        count: 1,
      });
  }

  #limit(): "scan_limit" | "time_limit" | undefined {
    if (this.chars >= MAX_CHARS) return "scan_limit";
    return Date.now() - this.#startedAt > MAX_MS ? "time_limit" : undefined;
  }

  /** Lets a cancel, which the reader tells, and the capture come in between. */
  async #turn(): Promise<void> {
    if (Date.now() - this.#turnAt < TURN_MS) return;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    this.#turnAt = Date.now();
  }
}

/** Records that capacity took. */
function evicted({ counts }: RunRecord): NotSearched[] {
  const dropped = [
    ["request", counts.dropped_requests],
    ["operation", counts.dropped_operations],
    ["console", counts.dropped_console],
  ] as const;
  return dropped.flatMap(([part, count]) =>
    count > 0 ? [{ part, state: "evicted", reason: "capacity_limit", count }] : [],
  );
}
