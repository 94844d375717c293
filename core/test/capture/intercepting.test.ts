import { describe, expect, test, vi } from "vitest";
import type { CaptureContext } from "../../dist/Core.js";
import type { PausedRequest, PausedVerdict } from "../../dist/intercept.js";
import { willBeSent } from "./events.js";
import { openCapture, settle, tapping } from "./openCapture.js";

const PATTERNS = [{ url: "http://app.test/*", resourceType: "XHR" as const }];

/** A capture whose plugin decides as it is told. */
async function open(
  decide: (paused: PausedRequest, context: CaptureContext) => Promise<PausedVerdict | undefined>,
) {
  let context: CaptureContext | undefined;
  const plugin = tapping("hand", ({ hooks }) => {
    hooks.captureStarting.tapPromise("hand", async (given) => {
      context = given;
    });
    hooks.requestPaused.tapPromise("hand", decide);
  });
  const opened = openCapture({ plugins: [plugin] });
  await opened.capture.start();
  await context?.intercept(PATTERNS);
  const { session } = opened;
  return {
    ...opened,
    context: () => context,
    pause: (id: string, networkId: string = id) =>
      session.dispatch("Fetch.requestPaused", {
        requestId: id,
        networkId,
        frameId: "F1",
        resourceType: "XHR",
        request: { url: `http://app.test/${networkId}`, method: "GET", headers: {} },
      }),
    answers: () =>
      session.sent
        .filter(({ params }) => (params as { requestId?: string } | undefined)?.requestId)
        .map(({ method, params }) => `${method} ${(params as { requestId: string }).requestId}`)
        .filter((line) => line.startsWith("Fetch.")),
  };
}

type Opened = Awaited<ReturnType<typeof open>>;

const applied = { rule_id: "r", type: "block", state: "applied" } as const;

describe("a held request", () => {
  test("goes on when nobody wants it", async () => {
    const { pause, answers } = await open(async () => undefined);

    pause("i1");
    await settle();

    expect(answers()).toEqual(["Fetch.continueRequest i1"]);
  });

  test("is aborted when the plugin that decides throws, which costs that plugin", async () => {
    const { pause, answers, coverage } = await open(async () => {
      throw new RangeError("bang");
    });

    pause("i1");
    await settle();

    expect(answers()).toEqual(["Fetch.failRequest i1"]);
    expect(await coverage("plugin_failed")).toMatchObject([{ detail: "hand" }]);
  });

  test("is aborted when nobody decides in time", async () => {
    const { pause, answers, clock } = await open(() => new Promise(() => undefined));

    pause("i1");
    clock.advance(11_999);
    await settle();
    expect(answers()).toEqual([]);
    clock.advance(1);
    await settle();

    expect(answers()).toEqual(["Fetch.failRequest i1"]);
  });

  test("is aborted when the capture stops, whatever its plugin does", async () => {
    const { pause, answers, capture, volatile } = await open(() => new Promise(() => undefined));
    pause("i1");
    await settle();
    expect(volatile.keys()).toEqual(["paused:7"]);

    await capture.stop("requested");

    expect(answers()).toEqual(["Fetch.failRequest i1"]);
    expect(volatile.keys()).toEqual([]);
  });

  test.each<[string, (opened: Opened) => unknown, string]>([
    [
      "was not written down",
      ({ volatile, pause }) => {
        volatile.set = async () => {
          throw new Error("QUOTA_BYTES quota exceeded");
        };
        pause("i1");
      },
      "it could not be written down",
    ],
    [
      "waited too long",
      ({ clock, pause }) => {
        pause("i1");
        clock.advance(12_000);
      },
      "nobody decided within 12 s",
    ],
    [
      "was held as the capture stopped",
      ({ capture, pause }) => {
        pause("i1");
        return capture.stop("requested");
      },
      "the capture ended",
    ],
  ])("that %s is told to whoever decides later", async (_what, happen, aborted) => {
    const settled = vi.fn();
    let decide: (verdict: PausedVerdict) => void = () => undefined;
    const decided = new Promise<PausedVerdict>((resolve) => {
      decide = resolve;
    });
    const opened = await open(() => decided);
    await happen(opened);
    await settle();
    expect(opened.answers()).toEqual(["Fetch.failRequest i1"]);
    expect(settled).not.toHaveBeenCalled();

    decide({ kind: "continue", settled });
    await settle();

    expect(opened.answers()).toEqual(["Fetch.failRequest i1"]);
    expect(settled.mock.calls).toEqual([[{ aborted }]]);
  });

  test("of which notes wait for a record is one of sixty-four", async () => {
    const { pause, context, all, say, coverage } = await open(async (paused, own) => {
      own.annotate(paused, { intervention: applied });
      return undefined;
    });
    for (let index = 0; index < 65; index += 1) pause(`n${index}`);
    await settle();

    for (const id of ["n0", "n1", "n64"]) {
      say("Network.requestWillBeSent", willBeSent(id, { url: `http://app.test/${id}` }));
    }

    expect(context()).toBeDefined();
    const marked = (await all("request")).map(({ intervention }) => intervention?.state);
    expect(marked).toEqual([undefined, "applied", "applied"]);
    expect(await coverage("control_not_recorded")).toMatchObject([{ count: 1 }]);
  });

  test("is the hop of its redirect that has its URL", async () => {
    const { pause, all, say } = await open(async (paused, own) => {
      own.annotate(paused, { intervention: applied });
      return undefined;
    });
    say("Network.requestWillBeSent", willBeSent("1.1", { url: "http://app.test/first" }));
    pause("i1", "1.1");
    say("Network.requestWillBeSent", {
      ...willBeSent("1.1", { url: "http://app.test/1.1", timestamp: 11 }),
      redirectResponse: { url: "http://app.test/first", status: 302, headers: {} },
    });
    await settle();

    const marked = (await all("request")).map(({ url, intervention }) => [
      url,
      intervention?.state,
    ]);
    expect(marked).toEqual([
      ["http://app.test/first", undefined],
      ["http://app.test/1.1", "applied"],
    ]);
  });
});
