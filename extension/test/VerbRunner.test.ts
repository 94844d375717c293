import { errors } from "@bsk/core";
import { drive, type LiveCapture, liveCapture } from "@bsk/core/testing";
import { type ActionParams, CATALOGUE, type OperationRecord } from "@bsk/schema";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { VerbRunner } from "../dist/tsc/VerbRunner.js";
import { VERBS } from "../dist/tsc/verbs/index.js";
import type { VerbMethod } from "../src/verbs/Verb.js";

const TAB = 7;

/** The verbs that act, as the catalogue has them. */
const ACTING: readonly (readonly [name: string, method: VerbMethod])[] = CATALOGUE.flatMap(
  ({ method, operation }) =>
    operation === undefined ? [] : [[method.replace("page/", ""), method as VerbMethod] as const],
); // a method that no verb has fails where it is run
const LOOKING = (Object.keys(VERBS) as VerbMethod[]).filter(
  (method) => !ACTING.some(([, acting]) => acting === method),
);

let live: LiveCapture;
let runner: VerbRunner;

beforeEach(async () => {
  live = await liveCapture([]);
  const parts = {
    sessions: { requireTab: async () => ({ tabId: TAB, state: { id: "abcd" } }) },
    held: {
      get: () => live.session,
      use: (_tabId: number, run: (tab: object) => Promise<unknown>) => run(live.session),
    },
    // A real capture: what it keeps is what counts.
    captures: {
      operation: async (
        _tabId: number,
        ...asked: Parameters<LiveCapture["capture"]["operation"]>
      ) => {
        const { result, operationId } = await live.capture.operation(...asked);
        return { result, operation_id: operationId };
      },
    },
    overlays: {
      acting: () => () => undefined,
      control: () => ({ hide: async () => undefined }),
    },
  };
  runner = new VerbRunner(parts as unknown as ConstructorParameters<typeof VerbRunner>[0]); // only what it asks
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** What the verb itself does is not looked at here. */
function verbIs(method: VerbMethod, does: () => Promise<object>): void {
  vi.spyOn(VERBS as Record<VerbMethod, () => Promise<object>>, method).mockImplementation(does);
}

function run(method: VerbMethod, call: { readonly isAction?: boolean } = {}): Promise<object> {
  const params = { session: "abcd" } as ActionParams[VerbMethod]; // the verb does not read them
  const { signal } = new AbortController();
  return drive(live.clock, runner.run(method, params, { signal, ...call }));
}

async function operations(): Promise<OperationRecord[]> {
  const list: OperationRecord[] = [];
  for await (const operation of live.reader().operations()) list.push(operation);
  return list;
}

describe("a verb that acts", () => {
  it("is each of those that the floor names, and the answer to a dialog", () => {
    const names =
      "blur click dialog evaluate fill focus hover navigate navigate-back navigate-forward press reload scroll-to select wheel";

    expect(ACTING.map(([name]) => name).sort()).toEqual(names.split(" "));
  });

  it.each(ACTING)("is an operation of the capture under its own name: %s", async (name, method) => {
    let during: readonly OperationRecord[] = [];
    verbIs(method, async () => {
      during = await operations();
      return {};
    });

    expect(await run(method)).toEqual({ operation_id: `${live.capture.runId}:a1` });
    expect(during).toMatchObject([{ method: name, source: "agent", state: "running" }]);
    expect(await operations()).toMatchObject([{ method: name, state: "completed" }]);
  });

  it.each(ACTING)("is one under its own name also when it fails: %s", async (name, method) => {
    verbIs(method, async () => {
      throw errors.dialogOpen(TAB, "abcd");
    });

    await expect(run(method)).rejects.toMatchObject({ code: "dialog_open" });
    expect(await operations()).toMatchObject([
      { method: name, source: "agent", state: "error", error: expect.stringContaining("dialog") },
    ]);
  });
});

describe("a verb that looks", () => {
  it.each(LOOKING)("is no operation: %s", async (method) => {
    verbIs(method, async () => ({}));

    expect(await run(method)).toEqual({});
    expect(await operations()).toEqual([]);
  });

  it("is also one that could act and is told to look", async () => {
    verbIs("page/dialog", async () => ({}));

    expect(await run("page/dialog", { isAction: false })).toEqual({});
    expect(await operations()).toEqual([]);
  });
});
