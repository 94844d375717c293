/** An event's own time, epoch ms: when the input was made, not when somebody came to handle it. */
export function epochOf(event: Event): number {
  return performance.timeOrigin + event.timeStamp;
}

export function now(): number {
  return performance.timeOrigin + performance.now();
}
