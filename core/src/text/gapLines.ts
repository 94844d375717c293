/** `gaps console_limit detached`, the last line of a report; none without gaps. */
export function gapLines(flags: readonly string[]): readonly string[] {
  return flags.length === 0 ? [] : [`gaps ${flags.join(" ")}`];
}
