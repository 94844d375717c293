import { describe, expect, test } from "vitest";
import { BodyQueue } from "../../dist/capture/BodyQueue.js";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { finished, received, willBeSent } from "./events.js";
import { openNetwork, unknown } from "./openNetwork.js";

describe("the queue", () => {
  const gate = () => {
    let open: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { wait, open: () => open() };
  };

  test("runs a few at a time, urgent ones first, and says no when too many wait", async () => {
    const queue = new BodyQueue(1, 3);
    const ran: string[] = [];
    const { wait, open } = gate();
    const job = (name: string) => async () => {
      ran.push(name);
      await wait;
    };
    expect([
      queue.add(job("first")),
      queue.add(job("again"), "last"),
      queue.add(job("late")),
      queue.add(job("urgent"), "first"),
      queue.add(job("too many")),
    ]).toEqual([true, true, true, true, false]);
    expect(ran).toEqual(["first"]);
    open();
    await queue.idle();
    expect(ran).toEqual(["first", "urgent", "late", "again"]);
  });

  test("idle waits for all, and at once when there is nothing", async () => {
    const queue = new BodyQueue(2, 5);
    await queue.idle();
    const { wait, open } = gate();
    let done = 0;
    for (let at = 0; at < 4; at += 1) {
      queue.add(async () => {
        await wait;
        done += 1;
      });
    }
    const idle = queue.idle();
    open();
    await idle;
    expect(done).toBe(4);
  });

  test("a full one costs the body and is told", () => {
    const { say, session, record, flags } = openNetwork();
    session.hang("Network.getResponseBody");
    const total = BOUNDS.bodyReads + BOUNDS.bodyQueue + 1;
    for (let at = 1; at <= total; at += 1) {
      say("requestWillBeSent", willBeSent(`1.${at}`));
      say("responseReceived", received(`1.${at}`));
      say("loadingFinished", finished(`1.${at}`));
    }
    expect(record(total).response_body).toEqual({ state: "omitted", reason: "capture_busy" });
    expect(record(total - 1).response_body).toEqual({ state: "pending" });
    expect(flags()).toEqual(["body_queue_full"]);
  });

  describe("a read that is not answered in 2.5 s", () => {
    const settled = () => new Promise((resolve) => setImmediate(resolve));

    function begin(count = 1) {
      const opened = openNetwork();
      opened.session.hang("Network.getResponseBody");
      for (let at = 1; at <= count; at += 1) {
        opened.say("requestWillBeSent", willBeSent(`1.${at}`));
        opened.say("responseReceived", received(`1.${at}`));
        opened.say("loadingFinished", finished(`1.${at}`));
      }
      return opened;
    }

    test("is asked once more, then told as not answered", async () => {
      const { session, record, clock, network } = begin();
      clock.advance(2499);
      await settled();
      expect(session.count("Network.getResponseBody")).toBe(1);
      clock.advance(1);
      await settled();
      expect(session.count("Network.getResponseBody")).toBe(2);
      expect(record(1).response_body).toEqual({ state: "pending" });
      clock.advance(2500);
      await network.bodiesRead();
      expect(session.count("Network.getResponseBody")).toBe(2);
      expect(record(1).response_body).toEqual({ state: "unavailable", reason: "browser_busy" });
    });

    test("is there when the browser answers again, after all that waits", async () => {
      const { session, record, clock, network } = begin(BOUNDS.bodyReads + 1);
      session.answer("Network.getResponseBody", () => ({ body: "[]", base64Encoded: false }));
      clock.advance(2500);
      await network.bodiesRead();
      const asked = session.sent.map(({ params }) => (params as { requestId: string }).requestId);
      expect(asked.slice(BOUNDS.bodyReads)).toEqual([
        "1.7",
        "1.1",
        "1.2",
        "1.3",
        "1.4",
        "1.5",
        "1.6",
      ]);
      for (let at = 1; at <= BOUNDS.bodyReads + 1; at += 1) {
        expect(record(at).response_body).toMatchObject({ state: "available", chars: 2 });
      }
    });

    test("and one that the browser no longer has is told as that", async () => {
      const { session, record, clock, network } = begin();
      session.answer("Network.getResponseBody", unknown);
      clock.advance(2500);
      await network.bodiesRead();
      expect(record(1).response_body.reason).toBe("browser_buffer_unavailable");
    });
  });

  test("a stop waits for reads, but not for ever: those that are left are told as cut off", async () => {
    const { say, session, network, record, clock, hops } = openNetwork();
    let answer: (result: unknown) => void = () => undefined;
    session.answer("Network.getResponseBody", ({ params }) =>
      (params as { requestId: string }).requestId === "1.1"
        ? { body: "{}", base64Encoded: false }
        : new Promise((resolve) => {
            answer = resolve;
          }),
    );
    session.hang("Network.getRequestPostData");
    for (const id of ["1.1", "1.2"]) {
      say("requestWillBeSent", willBeSent(id, { request: { hasPostData: id === "1.2" } }));
      say("responseReceived", received(id));
      say("loadingFinished", finished(id));
    }
    let isStopped = false;
    const stopped = network.stop().then(() => {
      isStopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isStopped).toBe(false);
    expect(record(1).response_body.state).toBe("available");
    clock.advance(BOUNDS.stopDrainMs);
    await stopped;
    const cut = { state: "unavailable", reason: "capture_stopped" };
    expect(record(2)).toMatchObject({ request_body: cut, response_body: cut });
    answer({ body: "late", base64Encoded: false });
    await new Promise((resolve) => setImmediate(resolve));
    expect(record(2).response_body).toEqual(cut);
    expect(
      [...hops.values()].flatMap(({ bodies }) => (bodies.response ? ["text"] : [])),
    ).toHaveLength(1);
  });
});
