/** An event's own time, epoch ms: when the input was made, not when somebody came to handle it. */
export function epochOf(event: Event): number {
  return performance.timeOrigin + event.timeStamp;
}

export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Epoch ms, to a tenth, of a moment on the document's own clock. */
export function epochAt(documentMs: number): number {
  return Math.round((performance.timeOrigin + documentMs) * 10) / 10;
}

/** To a hundredth: finer is noise. Never below 0, which the clamping of browser times makes here and there. */
export function roundMs(durationMs: number): number {
  return Math.max(0, Math.round(durationMs * 100) / 100);
}
