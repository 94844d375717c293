import { describe, expect, test } from "vitest";
import { chainOf, extrasOf } from "./chains.js";
import { failed, requestExtra, responseExtra, willBeSent } from "./events.js";
import { openNetwork } from "./openNetwork.js";

describe("trap 2: a chain that is too long", () => {
  test("has the headers of all 21 requests, though they come before them", () => {
    const { say, records, record, flags } = openNetwork();
    const { requests, responses } = extrasOf(21);
    // As recorded: the browser does not tell the answer at which it gave up.
    for (const [name, params] of [...requests, ...responses.slice(0, -1)]) say(name, params);
    for (const [name, params] of chainOf(21).slice(0, -2)) say(name, params);
    say("loadingFailed", failed("X", "net::ERR_TOO_MANY_REDIRECTS", { canceled: false }));
    expect(records().map(({ request_headers: headers }) => headers?.["x-hop"])).toEqual(
      Array.from({ length: 21 }, (_, hop) => `${hop}`),
    );
    expect(flags()).toEqual([]);
    expect(record(20).integrity.response_headers).toBe("complete");
    expect(record(21)).toMatchObject({
      state: "failed",
      error: "net::ERR_TOO_MANY_REDIRECTS",
      integrity: { metadata: "complete", response_headers: "unavailable" },
    });
    expect(record(21).response_headers).toBeUndefined();
  });

  test("says so only while they are not told", () => {
    const { say, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    say("loadingFailed", failed("1.1", "net::ERR_TOO_MANY_REDIRECTS", { canceled: false }));
    say("responseReceivedExtraInfo", responseExtra("1.1", 302, { Location: "/" }));
    expect(record(1)).toMatchObject({
      wire_status: 302,
      integrity: { response_headers: "complete" },
    });
  });
});

describe("trap 2, 16: a redirect that the page does not follow", () => {
  const aborted = failed("X", "net::ERR_ABORTED", { canceled: true });

  /** As recorded of `fetch(…, { redirect: "manual" })`: the target is announced, and cancelled at once. */
  function redirected() {
    const opened = openNetwork();
    const { requests } = extrasOf(1);
    const { say } = opened;
    const [first, second] = chainOf(2).map(([, params]) => params);
    say("requestWillBeSent", first);
    for (const [name, params] of requests) say(name, params);
    say("responseReceivedExtraInfo", responseExtra("X", 302));
    say("requestWillBeSent", second);
    return opened;
  }

  test("is the last of its chain: what was never sent is no request", () => {
    const { say, records, record, clock } = redirected();
    say("loadingFailed", aborted);
    clock.advance(60_000);
    expect(records()).toHaveLength(1);
    expect(record(1)).toMatchObject({ state: "redirected", status: 302 });
    expect(record(1).redirect_to).toBeUndefined();
    expect(clock.waiting).toBe(0);
  });

  test("headers from the wire say that it was sent, also when they come late", () => {
    for (const isLate of [false, true]) {
      const { say, record } = redirected();
      if (isLate) say("loadingFailed", aborted);
      say("requestWillBeSentExtraInfo", requestExtra("X", { "X-Hop": "1" }));
      if (!isLate) say("loadingFailed", aborted);
      expect(record(2)).toMatchObject({
        state: "failed",
        error: "net::ERR_ABORTED",
        redirect_from: record(1).id,
        request_headers: { "x-hop": "1" },
      });
      expect(record(1).redirect_to).toBe(record(2).id);
    }
  });

  test("one that is on its way for a while was sent", () => {
    const { say, record, records, clock } = redirected();
    expect(records()).toHaveLength(1);
    clock.advance(250);
    expect(record(2)).toMatchObject({ state: "pending", redirect_from: record(1).id });
    say("loadingFailed", aborted);
    expect(record(2)).toMatchObject({ state: "failed", error: "net::ERR_ABORTED" });
  });

  test("one that was blocked failed, though it was not sent either", () => {
    const { say, record } = redirected();
    say("loadingFailed", failed("X", "net::ERR_BLOCKED_BY_CSP", { blockedReason: "csp" }));
    expect(record(2)).toMatchObject({
      state: "failed",
      error: "net::ERR_BLOCKED_BY_CSP blocked: csp",
    });
    expect(record(1).redirect_to).toBe(record(2).id);
  });

  test("one that is open when the capture stops is told as cut off", async () => {
    const { network, record, clock } = redirected();
    await network.stop();
    expect(record(2)).toMatchObject({ state: "interrupted", redirect_from: record(1).id });
    expect(clock.waiting).toBe(0);
  });
});
