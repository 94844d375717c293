import type { AnimationFrame, LongTask, ScriptTiming } from "@bsk/schema";
import { BOUNDS } from "../bounds.js";
import { epochAt, roundMs } from "../time.js";

/** Told of each entry, with what it would be kept as. */
export interface TaskListener {
  readonly task: (startMs: number, durationMs: number, make: () => LongTask) => void;
  readonly frame: (startMs: number, durationMs: number, make: () => AnimationFrame) => void;
}

/** Long tasks and long animation frames, those before it too. */
export function watchTasks({ task, frame }: TaskListener): void {
  observe("longtask", (entry) => {
    const { startTime, duration, name } = entry;
    task(startTime, duration, () => ({
      at: epochAt(startTime),
      duration_ms: duration,
      culprit: name.slice(0, BOUNDS.culpritChars),
    }));
  });
  observe("long-animation-frame", (entry) => {
    if (!isAnimationFrame(entry)) return;
    frame(entry.startTime, entry.duration, () => animationFrame(entry));
  });
}

/** The part of a script's timing that a record keeps. */
export function scriptTiming(script: PerformanceScriptTiming): ScriptTiming {
  const { invoker, sourceURL, sourceFunctionName, sourceCharPosition } = script;
  return {
    ...(invoker ? { invoker: invoker.slice(0, BOUNDS.invokerChars) } : {}),
    ...(sourceURL ? { source_url: sourceURL.slice(0, BOUNDS.scriptUrlChars) } : {}),
    ...(sourceFunctionName
      ? { function_name: sourceFunctionName.slice(0, BOUNDS.functionChars) }
      : {}),
    ...(sourceCharPosition >= 0 ? { char_position: sourceCharPosition } : {}),
    duration_ms: roundMs(script.duration),
    ...(script.forcedStyleAndLayoutDuration > 0
      ? { forced_layout_ms: roundMs(script.forcedStyleAndLayoutDuration) }
      : {}),
  };
}

function animationFrame(entry: PerformanceLongAnimationFrameTiming): AnimationFrame {
  const { startTime, duration, blockingDuration, styleAndLayoutStart, scripts } = entry;
  const layoutMs = styleAndLayoutStart > 0 ? startTime + duration - styleAndLayoutStart : 0;
  const longest = [...scripts].sort((a, b) => b.duration - a.duration);
  return {
    at: epochAt(startTime),
    duration_ms: roundMs(duration),
    blocking_ms: roundMs(blockingDuration),
    ...(layoutMs > 0 ? { style_and_layout_ms: roundMs(layoutMs) } : {}),
    scripts: longest.slice(0, BOUNDS.scripts).map(scriptTiming),
  };
}

function isAnimationFrame(entry: PerformanceEntry): entry is PerformanceLongAnimationFrameTiming {
  return "blockingDuration" in entry;
}

function observe(type: string, heard: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) heard(entry);
  }).observe({ type, buffered: true });
}
