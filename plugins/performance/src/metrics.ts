import type { Metric, MetricReason, ObservedVisit, VisitGap } from "@bsk/schema";
import { ratingOf } from "./thresholds.js";

/**
 * What ended the recording of a visit that had not come to its own end. left: the page told that it was about to be
 * left, and each change from then on; lost: it did not. Undefined: it goes on.
 */
export type Ending = "left" | "lost" | "stopped" | "interrupted";

/** A visit with what became of it. */
export interface Seen {
  readonly visit: ObservedVisit;
  readonly ending?: Ending | undefined;
}

/** How long an input may take until web-vitals has told what it cost. */
const INPUT_SETTLES_MS = 1100;
/** The debugger's infobar moves the page until so long after a navigation; a slow machine takes its time. */
const INFOBAR_MS = 1000;

/** The reason in a metric, and the gap in the visit, that an ending leaves. */
export const ENDED: { readonly [E in Ending]: MetricReason & VisitGap } = {
  left: "leaving_not_seen",
  lost: "navigation_checkpoint_missing",
  stopped: "capture_stopped_before_final",
  interrupted: "interrupted",
};

const STILL_OPEN: readonly MetricReason[] = ["may_still_change"];

type Value = ObservedVisit["values"][keyof ObservedVisit["values"]];

interface Definition {
  readonly name: string;
  readonly entryType: ObservedVisit["unsupported"][number];
  readonly valueOf: (visit: ObservedVisit) => Value;
  /** What is known from the document's own entry, however late somebody asks. */
  readonly isNavigation?: boolean;
  /** The document's load: there is none in a visit that did not begin with a navigation that was seen. */
  readonly isLoad?: boolean;
  /** web-vitals does not tell it of a page that was hidden before it was painted. */
  readonly needsPaint?: boolean;
  /** Once it has a value, nothing changes it any more. */
  readonly isFinal: (seen: Seen) => boolean;
}

const atOnce = (): boolean => true;

const DEFINITIONS: readonly Definition[] = [
  observed("ttfb_ms", "navigation", { isNavigation: true, isFinal: atOnce }),
  observed("fcp_ms", "paint", { needsPaint: true, isFinal: atOnce }),
  observed("lcp_ms", "largest-contentful-paint", { needsPaint: true, isFinal: isLcpClosed }),
  observed("cls", "layout-shift", { needsPaint: true, isFinal: isOver }),
  observed("inp_ms", "event", { isFinal: isInpKnown }),
  observed("dom_content_loaded_ms", "navigation", {
    isNavigation: true,
    isLoad: true,
    isFinal: atOnce,
  }),
  observed("load_ms", "navigation", { isNavigation: true, isLoad: true, isFinal: atOnce }),
  ...tallied("long_task", "longtask", ({ long_tasks: tasks }) => tasks),
  ...tallied("long_animation_frame", "long-animation-frame", ({ animation_frames: f }) => f),
];

/** Every metric of a visit, always all of them, in the order they are told in. */
export function metricsOf(seen: Seen): { [name: string]: Metric } {
  return Object.fromEntries(
    DEFINITIONS.map((definition) => [definition.name, metricOf(definition, seen)]),
  );
}

/** The page was resized as the debugger's infobar does it: lower or higher, as wide as before, right after its start. */
export function isViewportChanged({
  viewport,
  viewport_changes: changes,
  start_ms,
}: ObservedVisit): boolean {
  return changes.some(
    ({ at_ms: at, width, height }, index) =>
      at - start_ms <= INFOBAR_MS &&
      width === (changes[index - 1] ?? viewport).width &&
      height !== (changes[index - 1] ?? viewport).height,
  );
}

export function isInitiallyHidden({ visibility: [first] }: ObservedVisit): boolean {
  return first?.state === "hidden";
}

function metricOf(definition: Definition, seen: Seen): Metric {
  const { visit } = seen;
  const unsupported = whyUnsupported(definition, visit);
  if (unsupported) return { state: "unsupported", reasons: [unsupported] };
  const found = definition.valueOf(visit);
  const partial = whyPartial(definition, seen);
  if (found === undefined) {
    const missing = whyMissing(definition, seen);
    return {
      state: "unavailable",
      reasons: [...missing, ...pendingInput(definition, seen), ...partial],
    };
  }
  const open = whyOpen(definition, seen);
  const rating = ratingOf(definition.name, found.value);
  return {
    value: found.value,
    state: stateOf(partial, open),
    reasons: [...partial, ...open],
    ...(rating === undefined ? {} : { rating }),
    ...(found.attribution === undefined ? {} : { attribution: found.attribution }),
  };
}

function stateOf(partial: readonly MetricReason[], open: readonly MetricReason[]): Metric["state"] {
  if (partial.length > 0) return "partial";
  return open.length > 0 ? "provisional" : "available";
}

function whyUnsupported(
  { entryType, isLoad }: Definition,
  { unsupported, navigation }: ObservedVisit,
): MetricReason | undefined {
  if (unsupported.includes(entryType)) return "api_unsupported";
  if (!isLoad) return undefined;
  if (navigation === "back-forward-cache") return "back_forward_cache";
  if (navigation === "prerender") return "prerendered_page";
  return navigation === "soft-navigation" ? "soft_navigation" : undefined;
}

function whyMissing(
  { needsPaint, isNavigation }: Definition,
  { visit, ending }: Seen,
): MetricReason[] {
  const isHidden = visit.visibility.at(-1)?.state === "hidden";
  if (needsPaint && isInitiallyHidden(visit))
    return isHidden ? ["initially_hidden", "hidden"] : ["initially_hidden"];
  if (isHidden && !isNavigation && !visit.is_final) return ["hidden"];
  if (ending !== undefined || visit.is_final) return ["not_observed"];
  return ["not_observed_yet"];
}

/** What makes a value less than the whole truth, for good. */
function whyPartial(definition: Definition, seen: Seen): MetricReason[] {
  const { visit, ending } = seen;
  const hasEnd = definition.valueOf(visit) !== undefined || isOver(seen);
  const isSettled = definition.isFinal(seen) && hasEnd;
  const cut: MetricReason[] = ending !== undefined && !isSettled ? [ENDED[ending]] : [];
  if (definition.isNavigation) return cut;
  return [
    ...(visit.is_early ? [] : (["started_late"] as const)),
    ...(visit.is_buffer_full ? (["browser_entry_buffer_full"] as const) : []),
    ...(visit.visibility_truncated && definition.needsPaint
      ? (["visibility_history_limit"] as const)
      : []),
    ...(definition.name === "cls" && isViewportChanged(visit)
      ? (["viewport_changed_by_debugger"] as const)
      : []),
    ...cut,
  ];
}

/** Why a value may still change; empty: it does not. */
function whyOpen(definition: Definition, seen: Seen): MetricReason[] {
  if (definition.isFinal(seen)) return [];
  const { ending } = seen;
  return [...pendingInput(definition, seen), ...(ending === undefined ? STILL_OPEN : [])];
}

function pendingInput({ name }: Definition, { visit }: Seen): MetricReason[] {
  return name === "inp_ms" && isInputPending(visit) ? ["input_pending"] : [];
}

/** The latest input may have cost more than is known. */
function isInputPending({
  input_ms: input,
  read_ms: read,
  is_final: isFinal,
}: ObservedVisit): boolean {
  return !isFinal && input !== undefined && read - input < INPUT_SETTLES_MS;
}

/** The page's own end, or the last that can be heard of a page that is left. */
function isOver({ visit, ending }: Seen): boolean {
  return visit.is_final || ending === "left";
}

function isInpKnown(seen: Seen): boolean {
  return isOver(seen) && !isInputPending(seen.visit) && !isInputUntold(seen.visit);
}

/** Of a document's first interaction web-vitals tells however short it was; a machine that is slow may be left before. */
function isInputUntold({ navigation, input_ms: input, values }: ObservedVisit): boolean {
  const isFirst = navigation !== "soft-navigation" && navigation !== "back-forward-cache";
  return isFirst && input !== undefined && values.inp_ms === undefined;
}

/** What ended the visit before all of it was known. Undefined: nothing did. */
export function cutBy(seen: Seen): Ending | undefined {
  return isInpKnown(seen) ? undefined : seen.ending;
}

/** Ended by hiding, or by an input that is long enough ago for what was painted before it to be told. */
function isLcpClosed(seen: Seen): boolean {
  const { navigation, lcp_closed_ms: closed, read_ms: read } = seen.visit;
  if (isOver(seen) || navigation === "back-forward-cache") return true;
  return closed !== undefined && read - closed >= INPUT_SETTLES_MS;
}

function observed(
  name: keyof ObservedVisit["values"],
  entryType: Definition["entryType"],
  rest: Omit<Definition, "name" | "entryType" | "valueOf">,
): Definition {
  return { name, entryType, valueOf: ({ values }) => values[name], ...rest };
}

interface Tally {
  readonly count: number;
  readonly total_ms: number;
  readonly max_ms: number;
}

/** None is a count, and none is what they add up to; but none has no longest. */
function tallied(
  name: string,
  entryType: Definition["entryType"],
  tallyOf: (visit: ObservedVisit) => Tally,
): Definition[] {
  const define = (suffix: string, read: Definition["valueOf"]): Definition => ({
    name: `${name}_${suffix}`,
    entryType,
    valueOf: read,
    isFinal: isOver,
  });
  return [
    define("count", (visit) => ({ value: tallyOf(visit).count })),
    define("total_ms", (visit) => ({ value: round(tallyOf(visit).total_ms) })),
    define("max_ms", (visit) => {
      const { count, max_ms: max } = tallyOf(visit);
      return count === 0 ? undefined : { value: round(max) };
    }),
  ];
}

function round(durationMs: number): number {
  return Math.round(durationMs * 100) / 100;
}
