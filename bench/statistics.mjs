/** The p-th percentile by nearest rank; `p` is 0 to 1. */
export function percentile(values, p) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)];
}

export const median = (values) => percentile(values, 0.5);

/** `{median, p95, n}` of milliseconds. */
export function figures(values) {
  return { median: median(values), p95: percentile(values, 0.95), n: values.length };
}

/** Milliseconds of processor time since the process began: what other programs do meanwhile is not in it. */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs every case once a round, in turn, and gives each one's results by its name. */
export async function interleave(cases, rounds) {
  const results = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(cases)) results[name].push(await run(round));
  }
  return results;
}

/** Ratio of the medians, with the milliseconds it was made of. */
export function ratio(values, against, unit = "ms") {
  const [one, other] = [figures(values), figures(against)];
  const text = ({ median, p95 }) => `${round(median)} (p95 ${round(p95)})`;
  return {
    value: one.median / other.median,
    figures: `${text(one)} / ${text(other)} ${unit}`,
    n: one.n,
  };
}

function round(value) {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
