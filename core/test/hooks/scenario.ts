import fc from "fast-check";

/** The hooks that are compared, by the name of the factory. */
export const kinds = [
  "syncHook",
  "syncBailHook",
  "syncWaterfallHook",
  "asyncSeriesHook",
  "asyncSeriesBailHook",
  "asyncSeriesWaterfallHook",
] as const;
export type HookKind = (typeof kinds)[number];

/** Everything that passes through a hook, so that a value can be logged by its index. */
export const pool: readonly unknown[] = [
  undefined,
  null,
  false,
  0,
  "",
  Number.NaN,
  1,
  "text",
  { an: "object" },
  new Error("an error"),
  Promise.resolve("adopted"),
];

/** An answer of an asynchronous tap; turn 0 is before the tap returns. */
export interface Answer {
  readonly fails: boolean;
  readonly value: unknown;
  readonly turn: number;
}
interface Named {
  readonly name: string;
  readonly stage: number | undefined;
  readonly before: string | readonly string[] | undefined;
}
export type Behaviour =
  | { readonly type: "sync"; readonly fails: boolean; readonly value: unknown }
  | { readonly type: "async" | "thenable"; readonly answers: readonly Answer[] }
  | { readonly type: "native"; readonly answer: Answer }
  | { readonly type: "throwing"; readonly tap: "async" | "promise"; readonly value: unknown }
  | { readonly type: "noPromise"; readonly value: unknown };
export interface TapStep {
  readonly step: "tap";
  readonly named: Named;
  readonly behaviour: Behaviour;
}
export const moments = ["call", "tap", "error", "result", "done"] as const;
export interface InterceptStep {
  readonly step: "intercept";
  readonly listens: readonly (typeof moments)[number][];
  readonly registers: boolean;
  readonly throwsAt: (typeof moments)[number] | undefined;
}
export interface CallStep {
  readonly setUp: readonly (TapStep | InterceptStep)[];
  readonly mode: "call" | "callAsync" | "promise";
  readonly given: readonly unknown[];
}
export interface Case {
  readonly args: string[];
  readonly calls: readonly CallStep[];
}

/**
 * How far taps and interceptors misbehave. Under `promise`, tapable leaves a rejection that nobody
 * can handle when a tap fails after the promise has settled, so those cases are not drawn; a test of
 * their own in `hooks.test.ts` says what ours do.
 */
type Manners = "good" | "throwing" | "repeating";

const value = fc.constantFrom(...pool);
const noThenable = fc.constantFrom(...pool.slice(0, -1));
const named: fc.Arbitrary<Named> = fc.record({
  name: fc.constantFrom("a", "b", "c", "d"),
  stage: fc.constantFrom(undefined, undefined, undefined, -1, 0, 1),
  before: fc.constantFrom(undefined, undefined, undefined, "a", "b", ["a", "c"], "nobody"),
});
const answer: fc.Arbitrary<Answer> = fc.record({
  fails: fc.constantFrom(false, false, false, true),
  value: fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 2 },
    { arbitrary: value, weight: 3 },
  ),
  turn: fc.nat({ max: 3 }),
});
const sync: fc.Arbitrary<Behaviour> = fc.record({
  type: fc.constant("sync" as const),
  fails: fc.constantFrom(false, false, false, false, true),
  value: fc.oneof(
    { arbitrary: fc.constant(undefined), weight: 2 },
    { arbitrary: value, weight: 3 },
  ),
});
const native: fc.Arbitrary<Behaviour> = fc.record({ type: fc.constant("native" as const), answer });
const noPromise: fc.Arbitrary<Behaviour> = fc.record({
  type: fc.constant("noPromise" as const),
  value: noThenable,
});
const throwing: fc.Arbitrary<Behaviour> = fc.record({
  type: fc.constant("throwing" as const),
  tap: fc.constantFrom("async" as const, "promise" as const),
  value,
});

function answering(type: "async" | "thenable", manners: Manners): fc.Arbitrary<Behaviour> {
  const maxLength = manners === "repeating" ? 2 : 1;
  return fc.record({ type: fc.constant(type), answers: fc.array(answer, { maxLength }) });
}

function behaviour(kind: HookKind, manners: Manners): fc.Arbitrary<Behaviour> {
  if (kind.startsWith("sync")) return sync;
  const answers = [sync, native, answering("async", manners), answering("thenable", manners)];
  return manners === "good"
    ? fc.oneof(...answers)
    : fc.oneof(...answers, ...answers, noPromise, throwing);
}

function setUp(
  kind: HookKind,
  manners: Manners,
  maxLength: number,
): fc.Arbitrary<CallStep["setUp"]> {
  const tap: fc.Arbitrary<TapStep> = fc.record({
    step: fc.constant("tap" as const),
    named,
    behaviour: behaviour(kind, manners),
  });
  const never = fc.constant(undefined);
  const intercept: fc.Arbitrary<InterceptStep> = fc.record({
    step: fc.constant("intercept" as const),
    listens: fc.subarray([...moments]),
    registers: fc.boolean(),
    throwsAt:
      manners === "good"
        ? never
        : fc.oneof(
            { arbitrary: never, weight: 5 },
            { arbitrary: fc.constantFrom(...moments), weight: 1 },
          ),
  });
  return fc.array(fc.oneof({ arbitrary: tap, weight: 4 }, { arbitrary: intercept, weight: 1 }), {
    maxLength,
  });
}

function modes(kind: HookKind, manners: Manners): CallStep["mode"][] {
  const own: CallStep["mode"][] = kind.startsWith("sync") ? ["call", "callAsync"] : ["callAsync"];
  return manners === "repeating" ? own : [...own, "promise"];
}

/** A hook's arguments, and what is tapped, intercepted and called, in order. */
export function scenario(kind: HookKind): fc.Arbitrary<Case> {
  const fewest = kind.includes("Waterfall") ? 1 : 0;
  const args = fc.constantFrom(...[[], ["a"], ["a", "b"], ["a", "b", "c"]].slice(fewest));
  const manners = fc.constantFrom<Manners[]>("good", "good", "throwing", "repeating");
  const isLong = fc.constantFrom(...Array<boolean>(99).fill(false), true);

  const hasMore = fc.constantFrom(false, false, true);

  return fc.tuple(args, manners, isLong, hasMore).chain(([args, manners, isLong, hasMore]) => {
    const call = (maxLength: number): fc.Arbitrary<CallStep> =>
      fc.record({
        setUp: setUp(kind, manners, maxLength),
        mode: fc.constantFrom(...modes(kind, manners)),
        given: fc.array(value, { maxLength: 4 }),
      });
    const first = call(isLong ? 40 : 5); // tapable splits its code after 20 sync taps
    return fc
      .tuple(first, fc.array(call(2), { maxLength: hasMore ? 1 : 0 }))
      .map(([first, more]) => ({ args, calls: [first, ...more] }));
  });
}
