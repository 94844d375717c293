import { Random } from "../../sites/index.js";
import type { Comparison, Finding, Sides } from "../compare/Comparison.js";
import { claimOf } from "../compare/claimOf.js";
import { compareRun } from "../compare/compareRun.js";
import { pairUp } from "../compare/pairUp.js";
import { BODY_LIES } from "./bodyLies.js";
import { FACT_LIES } from "./factLies.js";
import type { Mutation, Subject } from "./Mutation.js";
import { ORDER_LIES } from "./orderLies.js";
import { RECORD_LIES } from "./recordLies.js";

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  ...RECORD_LIES,
  ...ORDER_LIES,
  ...BODY_LIES,
  ...FACT_LIES,
};

export interface Proof {
  readonly seed: number;
  readonly made: number;
  /** The kinds of lie that could be told. */
  readonly told: readonly string[];
  /** Lies that the comparer did not notice. */
  readonly missed: readonly string[];
}

/** A run with what the comparer says of it as it is. */
export interface Good {
  readonly name: string;
  readonly sides: Sides;
  readonly comparison: Comparison;
}

/** Tells `count` lies, each of one run, every kind in turn: each must be found. */
export function prove(goods: readonly Good[], count: number, seed: number): Proof {
  const random = new Random(seed);
  const names = random.several(Object.keys(MUTATIONS), Object.keys(MUTATIONS).length);
  const missed: string[] = [];
  const told = new Set<string>();
  let made = 0;
  for (let at = 0; made < count && at < count * 20; at += 1) {
    const name = names[at % names.length] ?? "";
    const lie = tell(name, goods, random);
    if (!lie) continue;
    made += 1;
    told.add(name);
    if (!isFound(lie.good, lie.sides)) missed.push(`${name} (${lie.good.name}): ${lie.said}`);
  }
  return { seed, made, told: [...told], missed };
}

interface Lie {
  readonly good: Good;
  readonly sides: Sides;
  readonly said: string;
}

/** A lie of this kind about the first run that has what it takes; undefined: none has. */
function tell(name: string, goods: readonly Good[], random: Random): Lie | undefined {
  for (const good of random.several(goods, goods.length)) {
    const sides = { ...good.sides, run: structuredClone(good.sides.run) };
    const said = MUTATIONS[name]?.(subjectOf(sides, random));
    if (said !== undefined) return { good, sides, said };
  }
  return undefined;
}

/** Of what the server never got, or got before the capture, nobody can tell a lie from the truth. */
function subjectOf({ log, run, isOrdered }: Sides, random: Random): Subject {
  // A copy is its owner's to change.
  const mutable = run as Subject["run"];
  const onWire = mutable.requests.filter((record) => claimOf(record) === "network");
  const known = new Set(
    pairUp(log.exchanges, onWire)
      .pairs.filter(({ served }) => served.arrived_at >= run.run.started_at)
      .map(({ record }) => record.id),
  );
  const records = onWire.filter(({ id }) => known.has(id));
  return { log, isOrdered, run: mutable, records, random };
}

/** Found: something is told that was not told of the run as it was. */
function isFound({ comparison }: Good, sides: Sides): boolean {
  const known = new Set(comparison.findings.map(keyOf));
  return compareRun(sides).findings.some((finding) => !known.has(keyOf(finding)));
}

function keyOf({ kind, what, url, record, run }: Finding): string {
  return `${kind} ${what} ${url} ${record} ${run}`;
}
