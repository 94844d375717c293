import { cutMiddle, gapLines, milliseconds, shortId } from "@bsk/core";
import type { Metric, MetricAttribution, ScriptTiming, VisitRecord } from "@bsk/schema";
import type { PerformanceReport } from "./generated/types.js";

const URL_CHARS = 72;
const SHOWN = ["ttfb_ms", "fcp_ms", "lcp_ms", "cls", "inp_ms", "load_ms"];
const INDENT = "   ";

/** A visit is a line of what it is, one of its metrics, and one for each thing that made a metric what it is. */
export function format({ performance, analysis }: PerformanceReport): readonly string[] {
  const { visits, thresholds, coverage } = analysis;
  if (performance.length === 0) return [`0 of ${visits} visits`, ...gapLines(coverage)];
  const limits = thresholds.map(
    ({ metric, good_up_to: good, poor_above: poor }) => `${short(metric)} ${good}/${poor}`,
  );
  return [
    `${performance.length} of ${visits} visits`,
    // core's own records, handed through
    ...performance.flatMap((visit) => visitLines(visit as unknown as VisitRecord)),
    `good up to / poor above: ${limits.join(", ")}  https://web.dev/articles/vitals`,
    ...gapLines(coverage),
  ];
}

function visitLines(visit: VisitRecord): readonly string[] {
  const { id, navigation, state, url, viewport, metrics, coverage } = visit;
  const size = viewport ? `  ${viewport.width}x${viewport.height}` : "";
  const of = (name: string): Metric | undefined =>
    Object.hasOwn(metrics, name) ? metrics[name] : undefined;
  const values = SHOWN.flatMap((name) => {
    const metric = of(name);
    return metric ? metricText(name, metric) : [];
  });
  const details = [
    ...detail("lcp", of("lcp_ms")?.attribution, lcpText),
    ...detail("inp", of("inp_ms")?.attribution, inpText),
    ...detail("cls", of("cls")?.attribution, clsText),
    ...taskLines(visit, of("long_task_count"), of("long_task_total_ms")),
    ...gapLines(coverage),
  ];
  return [
    `${shortId(id)} ${navigation} ${state}  ${cutMiddle(url, URL_CHARS)}${size}`,
    `${INDENT}${values.join("  ")}`,
    ...details.map((line) => `${INDENT}${line}`),
  ];
}

function metricText(name: string, { value, state, reasons, rating }: Metric): string {
  const why = reasons.filter((reason) => reason !== "may_still_change");
  const note =
    state === "available" ? "" : ` ${state}${why.length > 0 ? `(${why.join(",")})` : ""}`;
  if (value === undefined) return `${short(name)}${note}`;
  const amount = name.endsWith("_ms")
    ? milliseconds(value)
    : String(Math.round(value * 1000) / 1000);
  return `${short(name)} ${amount}${rating === undefined ? "" : ` ${rating}`}${note}`;
}

function detail(
  name: string,
  attribution: MetricAttribution | undefined,
  textOf: (attribution: MetricAttribution) => readonly (string | undefined)[],
): readonly string[] {
  const parts = attribution ? textOf(attribution).filter((part) => part !== undefined) : [];
  return parts.length === 0 ? [] : [`${name}  ${parts.join("  ")}`];
}

function lcpText(a: MetricAttribution): readonly (string | undefined)[] {
  if (a.target === undefined && a.url === undefined) return [];
  const phases = sum([
    ["first byte", a.first_byte_ms],
    ["load delay", a.resource_load_delay_ms],
    ["load", a.resource_load_ms],
    ["render delay", a.render_delay_ms],
  ]);
  return [a.target, a.url === undefined ? undefined : cutMiddle(a.url, URL_CHARS), phases];
}

function inpText(a: MetricAttribution): readonly (string | undefined)[] {
  const phases = sum([
    ["input delay", a.input_delay_ms],
    ["processing", a.processing_ms],
    ["presentation", a.presentation_ms],
  ]);
  return [a.interaction, a.target, phases, a.script && scriptText(a.script)];
}

function clsText(a: MetricAttribution): readonly (string | undefined)[] {
  if (a.value === undefined) return [];
  const at = a.at_ms === undefined ? "" : ` at ${milliseconds(a.at_ms)}`;
  const others = (a.sources ?? []).flatMap(({ target }) => target ?? []);
  const moved = [...new Set([...(a.target === undefined ? [] : [a.target]), ...others])];
  return [`largest shift ${Math.round(a.value * 1000) / 1000}${at}`, ...moved];
}

function taskLines(
  { time_origin: origin, long_tasks: tasks, animation_frames: frames }: VisitRecord,
  count: Metric | undefined,
  total: Metric | undefined,
): readonly string[] {
  const waited = tasks.filter(({ dialog_ms: ms }) => ms !== undefined);
  const dialogs =
    waited.length === 0
      ? []
      : [
          `dialogs  ${milliseconds(waited.reduce((ms, task) => ms + (task.dialog_ms ?? 0), 0))} open in ${waited.length} tasks, not counted`,
        ];
  if (!count?.value) return dialogs;
  const worst = tasks.reduce((a, b) => (ownMs(b) > ownMs(a) ? b : a), NONE);
  const frame = frames.reduce((a, b) => (ownMs(b) > ownMs(a) ? b : a), NO_FRAME);
  const [script] = frame.scripts;
  const parts = [
    `${count.value} long`,
    `${milliseconds(total?.value ?? 0)} in all`,
    `longest ${milliseconds(ownMs(worst))} at ${milliseconds(worst.at - origin)}`,
  ];
  const framed = `worst frame ${milliseconds(ownMs(frame))}`;
  return [
    `tasks  ${parts.join("  ")}`,
    ...(frame.duration_ms > 0
      ? [`frames  ${script ? `${framed}  ${scriptText(script)}` : framed}`]
      : []),
    ...dialogs,
  ];
}

/** Without a dialog that was open in it. */
function ownMs({ duration_ms: ms, dialog_ms: dialogMs = 0 }: Timed): number {
  return ms - dialogMs;
}

interface Timed {
  readonly duration_ms: number;
  readonly dialog_ms?: number;
}

const NONE = { at: 0, duration_ms: 0 };
const NO_FRAME = { duration_ms: 0, scripts: [] as readonly ScriptTiming[] };

function scriptText(script: ScriptTiming): string {
  const { invoker, function_name: name, source_url: url, char_position: at } = script;
  const place =
    url === undefined ? [] : [`${cutMiddle(url, URL_CHARS)}${at === undefined ? "" : `@${at}`}`];
  const who = [invoker, name].flatMap((part) => part ?? []);
  return `${milliseconds(script.duration_ms)} in ${[...who, ...place].join(" ") || "a script"}`;
}

function sum(parts: readonly (readonly [string, number | undefined])[]): string {
  return parts
    .flatMap(([name, ms]) => (ms === undefined ? [] : [`${name} ${milliseconds(ms)}`]))
    .join(" + ");
}

function short(metric: string): string {
  return metric.replace(/_ms$/, "");
}
