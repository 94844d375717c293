import fc from "fast-check";
import * as tapable from "tapable";
import { describe, expect, test, vi } from "vitest";
import * as ours from "../dist/hooks.js";
import { type Case, type HookKind, kinds, scenario } from "./hooks/scenario.js";
import { type AnyHook, trace } from "./hooks/trace.js";

/** Dealt out evenly; `BSK_LONG=1` compares 50,000. FC_SEED plays a run again. */
const casesPerKind = Math.ceil((process.env.BSK_LONG === "1" ? 50_000 : 2400) / kinds.length);
const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));

interface Makers {
  readonly ours: (args: string[]) => AnyHook;
  readonly genuine: (args: string[]) => AnyHook;
}

/** The arguments are drawn, so no type can know how many there are. */
function pair(factory: unknown, Genuine: unknown): Makers {
  const make = factory as (args: string[], name: string) => AnyHook;
  const Constructor = Genuine as new (args: string[], name: string) => AnyHook;
  return {
    ours: (args) => make(args, "compared"),
    genuine: (args) => new Constructor(args, "compared"),
  };
}

const makers: Record<HookKind, Makers> = {
  syncHook: pair(ours.syncHook, tapable.SyncHook),
  syncBailHook: pair(ours.syncBailHook, tapable.SyncBailHook),
  syncWaterfallHook: pair(ours.syncWaterfallHook, tapable.SyncWaterfallHook),
  asyncSeriesHook: pair(ours.asyncSeriesHook, tapable.AsyncSeriesHook),
  asyncSeriesBailHook: pair(ours.asyncSeriesBailHook, tapable.AsyncSeriesBailHook),
  asyncSeriesWaterfallHook: pair(ours.asyncSeriesWaterfallHook, tapable.AsyncSeriesWaterfallHook),
};

async function compare(kind: HookKind, given: Case): Promise<string[]> {
  const expected = await trace(makers[kind].genuine(given.args), given);
  const actual = await trace(makers[kind].ours(given.args), given);

  // `expect` costs more than both runs, so it is asked only for its message.
  if (actual.join("\n") !== expected.join("\n")) expect(actual).toEqual(expected);
  return actual;
}

/** What a comparison must have come across to be worth anything. */
function expectedSights(kind: HookKind): string[] {
  const sights = ["called back", "rejected", "resolved", "returned", "tap", "thrown"];
  for (const moment of ["call", "error", "tap"]) sights.push(`interceptor ${moment}`);
  if (!kind.includes("Waterfall")) sights.push("interceptor done");
  if (/Waterfall|Bail/.test(kind)) sights.push("interceptor result");
  if (kind.startsWith("async")) sights.push("escaped");
  return sights;
}

describe("compared with tapable", () => {
  process.stdout.write(`hooks.test.ts runs with FC_SEED=${seed}\n`);

  test.each(kinds)(
    `${casesPerKind} times, %s does what tapable's does`,
    async (kind) => {
      const seen = new Set<string>();

      await fc.assert(
        fc.asyncProperty(scenario(kind), async (given) => {
          for (const line of await compare(kind, given)) {
            seen.add(line.replace(/^\S+ (interceptor) \d+|^\S+ /, "$1"));
          }
        }),
        { seed, numRuns: casesPerKind },
      );

      const isSeen = (sight: string) => [...seen].some((line) => line.startsWith(sight));
      expect(expectedSights(kind).filter((sight) => !isSeen(sight))).toEqual([]);
    },
    180_000,
  );
});

describe("where tapable's own way is left", () => {
  test("a failure after the promise has settled is dropped, and rejects nothing unheard", async () => {
    const hook = ours.asyncSeriesHook<[]>([], "answersTwice");
    hook.tapAsync("answersTwice", (answer) => {
      answer();
      answer(new Error("too late"));
    });
    const unheard = vi.fn();
    process.on("unhandledRejection", unheard);

    await hook.promise();
    await new Promise((resolve) => setTimeout(resolve, 0));
    process.off("unhandledRejection", unheard);

    expect(unheard).not.toHaveBeenCalled();
  });

  test("a tap added during a call is first run, and first announced, by the next call", () => {
    const hook = ours.syncHook<[]>([], "growing");
    const announced: string[] = [];
    hook.intercept({ tap: ({ name }) => announced.push(name) });
    hook.tap("first", () => {
      if (hook.taps.length < 3) hook.tap({ name: "added", stage: -1 }, () => {});
    });
    hook.tap("last", () => {});

    hook.call();
    hook.call();

    expect(announced).toEqual(["first", "last", "added", "first", "last"]);
  });
});

test("a hook is tapable's own object, with its name and its list of taps", () => {
  const hook = ours.asyncSeriesBailHook<[event: string], number | undefined>(["event"], "answered");
  hook.tap("one", () => undefined);

  expect(hook.constructor).toBe(tapable.AsyncSeriesBailHook);
  expect(hook.name).toBe("answered");
  expect(hook.taps.map(({ name }) => name)).toEqual(["one"]);
  expect(hook.isUsed()).toBe(true);
});

test("no hook generates code", async () => {
  const generate = vi.spyOn(globalThis, "Function");

  for (const kind of kinds) {
    const hook = makers[kind].ours(["value"]);
    hook.tap({ name: "tap" }, () => undefined);
    if (kind.startsWith("sync")) hook.call(1);
    hook.callAsync(1, () => {});
    await hook.promise(1);
  }

  expect(generate).not.toHaveBeenCalled();
  await makers.asyncSeriesHook.genuine([]).promise(); // and tapable's own does, so the spy can see it
  expect(generate).toHaveBeenCalled();
  generate.mockRestore();
});

test("a thousand synchronous taps of an asynchronous hook do not fill the stack", async () => {
  const hook = ours.asyncSeriesWaterfallHook<[count: number]>(["count"], "long");
  for (let index = 0; index < 20_000; index += 1) hook.tap("add", (count) => count + 1);

  expect(await hook.promise(0)).toBe(20_000);
});

describe("hookMap", () => {
  test("makes one hook for each key, when it is first asked for", () => {
    const factory = vi.fn((key: string) => ours.syncBailHook<[], string | undefined>([], key));
    const map = ours.hookMap(factory, "byName");

    const hook = map.for("one");
    hook.tap("tap", () => "answer");

    expect(map.get("two")).toBeUndefined();
    expect(map.for("one")).toBe(hook);
    expect(map.for("two").call()).toBeUndefined();
    expect(hook.call()).toBe("answer");
    expect(factory.mock.calls).toEqual([["one"], ["two"]]);
  });

  test("is tapable's own, with its interceptors", () => {
    const map = ours.hookMap((key) => ours.syncHook<[]>([], key), "byName");
    const made: string[] = [];
    map.intercept({
      factory: (key, hook) => {
        made.push(key);
        return hook;
      },
    });

    map.for("__proto__");

    expect(map).toBeInstanceOf(tapable.HookMap);
    expect(made).toEqual(["__proto__"]);
  });
});
