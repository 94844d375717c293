import type { MetricAttribution, ScriptTiming, ShiftSource } from "@bsk/schema";
import type {
  CLSMetricWithAttribution,
  FCPMetricWithAttribution,
  INPMetricWithAttribution,
  LCPMetricWithAttribution,
  TTFBMetricWithAttribution,
} from "web-vitals/attribution";
import { BOUNDS } from "../bounds.js";
import { selectorOf } from "../target.js";
import { roundMs } from "../time.js";
import { scriptTiming } from "./watchTasks.js";

// What web-vitals says a value is made of, without the nodes and entries that it holds: nothing of the page is
// kept alive by being measured.

type Found = { readonly [name in keyof MetricAttribution]?: MetricAttribution[name] | undefined };

export function ofTtfb({ attribution: a }: TTFBMetricWithAttribution): MetricAttribution {
  return known({
    waiting_ms: roundMs(a.waitingDuration),
    cache_ms: roundMs(a.cacheDuration),
    dns_ms: roundMs(a.dnsDuration),
    connection_ms: roundMs(a.connectionDuration),
    request_ms: roundMs(a.requestDuration),
  });
}

export function ofFcp({ attribution: a }: FCPMetricWithAttribution): MetricAttribution {
  return known({
    first_byte_ms: roundMs(a.timeToFirstByte),
    render_ms: roundMs(a.firstByteToFCP),
    load_state: a.loadState,
  });
}

export function ofLcp({ attribution: a }: LCPMetricWithAttribution): MetricAttribution {
  return known({
    target: selector(a.target),
    url: a.url?.slice(0, BOUNDS.lcpUrlChars),
    first_byte_ms: roundMs(a.timeToFirstByte),
    resource_load_delay_ms: roundMs(a.resourceLoadDelay),
    resource_load_ms: roundMs(a.resourceLoadDuration),
    render_delay_ms: roundMs(a.elementRenderDelay),
  });
}

export function ofCls({ attribution: a }: CLSMetricWithAttribution): MetricAttribution {
  const sources = a.largestShiftEntry?.sources.slice(0, BOUNDS.shiftSources);
  return known({
    target: selector(a.largestShiftTarget),
    at_ms: a.largestShiftTime === undefined ? undefined : roundMs(a.largestShiftTime),
    value: a.largestShiftValue && Math.round(a.largestShiftValue * 1e6) / 1e6,
    sources: sources?.map(shiftSource),
    load_state: a.loadState,
  });
}

export function ofInp({ attribution: a }: INPMetricWithAttribution): MetricAttribution {
  return known({
    target: selector(a.interactionTarget),
    interaction: a.interactionType,
    at_ms: a.interactionTime === undefined ? undefined : roundMs(a.interactionTime),
    input_delay_ms: roundMs(a.inputDelay),
    processing_ms: roundMs(a.processingDuration),
    presentation_ms: roundMs(a.presentationDelay),
    load_state: a.loadState,
    script: longestScript(a.longestScript),
    script_ms: optionalMs(a.totalScriptDuration),
    style_and_layout_ms: optionalMs(a.totalStyleAndLayoutDuration),
    paint_ms: optionalMs(a.totalPaintDuration),
    unattributed_ms: optionalMs(a.totalUnattributedDuration),
  });
}

type LongestScript = INPMetricWithAttribution["attribution"]["longestScript"];

function longestScript(longest: LongestScript): ScriptTiming | undefined {
  return longest && { ...scriptTiming(longest.entry), subpart: longest.subpart };
}

/** How web-vitals is to name a node; undefined: as it does itself. */
export function nodeName(node: Node | null): string | undefined {
  const element = node instanceof Element ? node : node?.parentElement;
  return element ? selectorOf(element) : undefined;
}

function shiftSource({ node, previousRect, currentRect }: LayoutShiftAttribution): ShiftSource {
  const target = selector(nodeName(node));
  return {
    ...(target === undefined ? {} : { target }),
    from: rectangle(previousRect),
    to: rectangle(currentRect),
  };
}

function rectangle({ x, y, width, height }: DOMRectReadOnly): ShiftSource["from"] {
  return { x, y, width, height };
}

/** Undefined where the element is gone. */
function selector(text: string | undefined): string | undefined {
  return text ? text.slice(0, BOUNDS.selectorChars) : undefined;
}

function optionalMs(value: number | undefined): number | undefined {
  return value === undefined ? undefined : roundMs(value);
}

function known(parts: Found): MetricAttribution {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
