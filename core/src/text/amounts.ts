/** `42ms`; unknown is `-`. */
export function milliseconds(value: number | undefined): string {
  return value === undefined ? "-" : `${Math.round(value)}ms`;
}

/** `3 requests`, `1 request`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
