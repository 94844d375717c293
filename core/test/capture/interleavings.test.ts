import fc from "fast-check";
import { expect, test } from "vitest";
import { Interception } from "../../dist/capture/Interception.js";
import { PausedJournal } from "../../dist/capture/PausedJournal.js";
import { errors } from "../../dist/errors.js";
import type { PausedVerdict } from "../../dist/intercept.js";
import type { CdpSession } from "../../dist/ports.js";
import { ManualClock, MemoryState } from "../../dist/testing/index.js";

const PATTERN = { url: "http://app.test/*", resourceType: "XHR" as const };
const CHILD = "S1";

/** What can happen next: on the side of the rules, of the page, and on the way between the two. */
const STEPS = ["on", "off", "stop", "ask", "askChild", "browser", "extension", "decide"] as const;
type Step = (typeof STEPS)[number];

/** What became of a request. `released`: the Fetch domain went off while it was held. */
type Fate = "free" | "released" | "continued" | "failed";

/** A browser that takes one command, and a way back on which one message arrives, when the test says so. */
class SlowBrowser {
  readonly fates = new Map<string, Fate | "held">();
  readonly commands: (() => void)[] = [];
  readonly messages: (() => void)[] = [];
  readonly #held = new Map<string, Set<string>>();
  handle: (requestId: string, sessionId: string | undefined) => void = () => undefined;

  readonly session = {
    send: (method: string, params: { requestId?: string }, { sessionId }: { sessionId?: string }) =>
      new Promise((resolve, reject) => {
        this.commands.push(() => {
          const isTaken = this.#take(method, params?.requestId, sessionId ?? "");
          this.messages.push(
            isTaken
              ? () => resolve({})
              : () => reject(errors.cdpFailed(method, "Invalid InterceptionId.")),
          );
        });
      }),
  } as unknown as CdpSession; // all that an interception uses

  isOn(sessionId = ""): boolean {
    return this.#held.has(sessionId);
  }

  /** The page sends a request. */
  ask(sessionId?: string): void {
    const id = `i${this.fates.size}`;
    const held = this.#held.get(sessionId ?? "");
    this.fates.set(id, held ? "held" : "free");
    held?.add(id);
    if (held) this.messages.push(() => this.handle(id, sessionId));
  }

  #take(method: string, requestId: string | undefined, sessionId: string): boolean {
    const held = this.#held.get(sessionId);
    if (method === "Fetch.enable") this.#held.set(sessionId, held ?? new Set());
    else if (method === "Fetch.disable") {
      for (const id of held ?? []) this.fates.set(id, "released");
      this.#held.delete(sessionId);
    } else {
      if (requestId === undefined || !held?.delete(requestId)) return false;
      this.fates.set(requestId, method === "Fetch.failRequest" ? "failed" : "continued");
    }
    return true;
  }
}

/** Carries out the steps, then all that is still on its way, with somebody who wants every request blocked. */
async function run(steps: readonly Step[]) {
  const browser = new SlowBrowser();
  const undecided: (() => void)[] = [];
  const wanted = new Set<string>();
  const outcomes: unknown[] = [];
  let isWanted = false;
  const interception = new Interception({
    session: browser.session,
    clock: new ManualClock(),
    journal: new PausedJournal(new MemoryState(), 7),
    children: () => [CHILD],
    decide: ({ networkId = "" }) => {
      wanted.add(networkId);
      return new Promise<PausedVerdict>((resolve) => {
        const settled = (outcome: unknown): void => void outcomes.push(outcome);
        undecided.push(() => resolve({ kind: "fail", reason: "BlockedByClient", settled }));
      });
    },
    exactType: async () => undefined,
    childFailed: () => undefined,
  });
  browser.handle = (requestId, sessionId) =>
    interception.handle({
      method: "Fetch.requestPaused",
      params: { requestId, networkId: requestId, resourceType: "XHR", request: {} },
      ...(sessionId === undefined ? {} : { sessionId }),
    });
  const want = (isOn: boolean): void => {
    isWanted = isOn;
    void interception.want(isOn ? [PATTERN] : []);
  };
  const does: { readonly [S in Step]: () => void } = {
    on: () => want(true),
    off: () => want(false),
    stop: () => {
      isWanted = false;
      void interception.stop();
    },
    ask: () => browser.ask(),
    askChild: () => browser.ask(CHILD),
    browser: () => browser.commands.shift()?.(),
    extension: () => browser.messages.shift()?.(),
    decide: () => undecided.shift()?.(),
  };
  for (const step of steps) {
    does[step]();
    await microtasks();
  }
  while (browser.commands.length + browser.messages.length + undecided.length > 0) {
    for (const step of ["browser", "extension", "decide"] as const) does[step]();
    await microtasks();
  }
  return { browser, wanted, outcomes, isWanted };
}

async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

test("whatever comes between, nobody's request hangs and no wanted one is let through", async () => {
  const delivered: Step[] = ["browser", "browser", "extension", "extension"];
  const steps = fc.array(fc.constantFrom(...STEPS, ...delivered), { maxLength: 24 });
  const ready: Step[] = ["on", ...delivered];
  const held: Step[] = ["ask", "extension"];
  const answered: Step[] = ["decide", "browser", "extension"];
  const regressions: Step[][] = [
    // The second is held for whoever wants it while the domain waits for the first in order to go off.
    [...ready, ...held, "off", "on", ...held, ...answered, ...delivered],
    [...ready, ...held, "off", "on", ...held, "off", ...answered, ...delivered],
    // It is on its way while the domain goes off.
    [...ready, "off", "on", ...held, ...delivered],
  ];
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { browser, wanted, outcomes, isWanted } = await run(given);

      const fates = [...browser.fates];
      expect(fates.filter(([, fate]) => fate === "held")).toEqual([]);
      expect(fates.filter(([id, fate]) => wanted.has(id) && fate !== "failed")).toEqual([]);
      expect(outcomes).toHaveLength(wanted.size);
      expect([browser.isOn(), browser.isOn(CHILD)]).toEqual([isWanted, isWanted]);
    }),
    { numRuns: 2000, examples: regressions.map((one) => [one] as [Step[]]) },
  );
});
