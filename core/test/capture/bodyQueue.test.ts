import { describe, expect, test } from "vitest";
import { BodyQueue } from "../../dist/capture/BodyQueue.js";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { finished, received, willBeSent } from "./events.js";
import { openNetwork } from "./openNetwork.js";

describe("the queue", () => {
  const gate = () => {
    let open: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { wait, open: () => open() };
  };

  test("runs a few at a time, urgent ones first, and says no when too many wait", async () => {
    const queue = new BodyQueue(1, 2);
    const ran: string[] = [];
    const { wait, open } = gate();
    const job = (name: string) => async () => {
      ran.push(name);
      await wait;
    };
    expect([
      queue.add(job("first")),
      queue.add(job("late")),
      queue.add(job("urgent"), true),
      queue.add(job("too many")),
    ]).toEqual([true, true, true, false]);
    expect(ran).toEqual(["first"]);
    open();
    await queue.idle();
    expect(ran).toEqual(["first", "urgent", "late"]);
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

  test("a read that is not answered in 2.5 s is given up", async () => {
    const { say, session, record, clock, network } = openNetwork();
    session.hang("Network.getResponseBody");
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceived", received("1.1"));
    say("loadingFinished", finished("1.1"));

    clock.advance(2499);
    await new Promise((resolve) => setImmediate(resolve));
    expect(record(1).response_body).toEqual({ state: "pending" });
    clock.advance(1);
    await network.bodiesRead();
    expect(record(1).response_body).toMatchObject({ state: "unavailable" });
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
