import { describe, expect, test } from "vitest";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { chainOf, extrasOf } from "./chains.js";
import { failed, finished, received, requestExtra, responseExtra, willBeSent } from "./events.js";
import { openNetwork } from "./openNetwork.js";

const COOKIE = "Set-Cookie";

/** Every merge of lists that keeps each list's own order. */
function* merges<T>(lists: readonly (readonly T[])[]): Generator<T[]> {
  if (lists.every((list) => list.length === 0)) {
    yield [];
    return;
  }
  for (const [index, list] of lists.entries()) {
    const [first, ...rest] = list;
    if (first === undefined) continue;
    for (const tail of merges(lists.map((other, at) => (at === index ? rest : other))))
      yield [first, ...tail];
  }
}

describe("trap 1: ExtraInfo has no order against its base events", () => {
  test.each([
    [1, 20],
    [2, 420],
    [3, 9240],
  ])("a chain of %i hops: in all %i merges each hop has its own headers", (hops, merged) => {
    const { requests, responses } = extrasOf(hops);
    const expected = Array.from({ length: hops }, (_, hop) => [`${hop}`, `hop=${hop}`, undefined]);
    let count = 0;
    for (const events of merges<readonly [string, unknown]>([chainOf(hops), requests, responses])) {
      const { say, records } = openNetwork();
      for (const [name, params] of events) say(name, params);
      const found = records().map((record) => [
        record.request_headers?.["x-hop"],
        record.response_headers?.["set-cookie"],
        record.wire_status,
      ]);
      count += 1;
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        expect.fail(`${JSON.stringify(found)} after ${events.map(([name]) => name).join(", ")}`);
      }
    }
    expect(count).toBe(merged);
  });

  test("ExtraInfo that comes before its request waits for it", () => {
    const { say, record } = openNetwork();
    say("requestWillBeSentExtraInfo", requestExtra("1.1", { Cookie: "a=1" }));
    say("requestWillBeSent", willBeSent("1.1"));
    expect(record(1).request_headers).toEqual({ cookie: "a=1" });
  });

  test("more ids than fit push the oldest out, and coverage counts it", () => {
    const { say, coverage, network } = openNetwork();
    for (let id = 0; id < BOUNDS.extraInfoRequests + 3; id += 1) {
      say("requestWillBeSentExtraInfo", requestExtra(`E${id}`));
    }
    expect(network.held).toBe(BOUNDS.extraInfoRequests);
    expect(coverage.list()).toMatchObject([{ flag: "extra_info_overflow", count: 3 }]);
  });

  test("what waited too long for its request is forgotten without a word", () => {
    const { say, network, clock, flags } = openNetwork();
    say("requestWillBeSentExtraInfo", requestExtra("old"));
    clock.advance(BOUNDS.extraInfoMs + 1);
    say("requestWillBeSentExtraInfo", requestExtra("new"));
    expect(network.held).toBe(1);
    expect(flags()).toEqual([]);
  });

  test("more ExtraInfo than a chain can hold marks its hops as truncated", () => {
    const { say, record, flags } = openNetwork();
    for (let at = 0; at < BOUNDS.extraInfoPerRequest + 2; at += 1) {
      say("requestWillBeSentExtraInfo", requestExtra("X"));
    }
    say("requestWillBeSent", willBeSent("X"));
    say("requestWillBeSentExtraInfo", requestExtra("X"));
    expect(record(1).integrity.metadata).toBe("truncated");
    expect(flags()).toContain("extra_info_overflow");
  });
});

describe("trap 2: redirect hops share one request id", () => {
  test.each([2, 3, 4, 5])("a chain of %i hops is as many linked records", (hops) => {
    const { say, records, record } = openNetwork();
    const { requests, responses } = extrasOf(hops);
    for (const [name, params] of [...requests, ...responses, ...chainOf(hops)]) say(name, params);
    expect(records().map(({ url }) => url)).toEqual(
      Array.from({ length: hops }, (_, hop) => `http://app.test/r${hop}`),
    );
    for (let hop = 1; hop < hops; hop += 1) {
      expect(record(hop)).toMatchObject({
        state: "redirected",
        status: 302,
        duration_ms: 1000,
        redirect_to: record(hop + 1).id,
        response_headers: { "set-cookie": `hop=${hop - 1}` },
        response_body: { state: "unavailable", reason: "redirect" },
      });
      expect(record(hop + 1).redirect_from).toBe(record(hop).id);
    }
    expect(record(hops)).toMatchObject({ state: "complete", status: 200 });
  });

  test.each(["before", "after"])(
    "an internal redirect has none: its ExtraInfo, %s it, is the next hop's",
    (when) => {
      const { say, record } = openNetwork();
      const [first, ...rest] = chainOf(2, (hop) => hop === 1);
      const extras = [
        ["requestWillBeSentExtraInfo", requestExtra("X", { "X-Hop": "1" })],
        ["responseReceivedExtraInfo", responseExtra("X", 200, { [COOKIE]: "hop=1" })],
      ] as [string, unknown][];
      const events = when === "before" ? [first, ...extras, ...rest] : [first, ...rest, ...extras];
      for (const event of events) if (event) say(event[0], event[1]);
      expect(record(1).request_headers).toEqual({});
      expect(record(1).response_headers).toEqual({});
      expect(record(1).wire_status).toBeUndefined();
      expect(record(2).request_headers).toEqual({ "x-hop": "1" });
      expect(record(2).response_headers).toEqual({ "set-cookie": "hop=1" });
    },
  );

  test("a missing ExtraInfo does not shift the following ones: the status tells", () => {
    const { say, record } = openNetwork();
    for (const [name, params] of chainOf(2)) say(name, params);
    say("responseReceivedExtraInfo", responseExtra("X", 200, { [COOKIE]: "hop=1" }));
    expect(record(1).response_headers).toEqual({});
    expect(record(2).response_headers).toEqual({ "set-cookie": "hop=1" });
  });
});

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

describe("trap 3: hasExtraInfo is no promise", () => {
  test("an opaque response says it has none, and keeps what had come", () => {
    const { say, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceivedExtraInfo", responseExtra("1.1", 200, { [COOKIE]: "a=1" }));
    say("responseReceived", received("1.1", { hasExtraInfo: false }));
    say("loadingFinished", finished("1.1"));
    expect(record(1)).toMatchObject({
      state: "complete",
      response_headers: { "set-cookie": "a=1" },
    });
  });

  test("a record is finished without them, and takes them when they come late", () => {
    const { say, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceived", received("1.1"));
    say("loadingFinished", finished("1.1"));
    expect(record(1).state).toBe("complete");
    say("requestWillBeSentExtraInfo", requestExtra("1.1", { Cookie: "a=1" }));
    say("responseReceivedExtraInfo", responseExtra("1.1", 200, { [COOKIE]: "b=1" }));
    expect(record(1)).toMatchObject({
      request_headers: { cookie: "a=1" },
      response_headers: { "set-cookie": "b=1" },
    });
  });

  test("a CORS failure has no response event and still shows the real status", () => {
    const { say, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceivedExtraInfo", responseExtra("1.1", 200, { Server: "x" }));
    say(
      "loadingFailed",
      failed("1.1", "net::ERR_FAILED", {
        corsErrorStatus: { corsError: "MissingAllowOriginHeader", failedParameter: "" },
      }),
    );
    expect(record(1)).toMatchObject({
      state: "failed",
      wire_status: 200,
      error: "net::ERR_FAILED CORS: MissingAllowOriginHeader",
      response_headers: { server: "x" },
    });
    expect(record(1).status).toBeUndefined();
  });
});

test("trap 4: a revalidation shows 200 to the page and 304 on the wire, in both orders", () => {
  for (const isFirst of [true, false]) {
    const { say, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    if (isFirst) say("responseReceivedExtraInfo", responseExtra("1.1", 304));
    say("responseReceived", received("1.1"));
    if (!isFirst) say("responseReceivedExtraInfo", responseExtra("1.1", 304));
    expect(record(1)).toMatchObject({ status: 200, wire_status: 304 });
  }
});

describe("trap 5: request ids come again", () => {
  test("a new request under an id that ended is a record of its own", () => {
    const { say, records } = openNetwork();
    for (const timestamp of [10, 20]) {
      say("requestWillBeSent", willBeSent("7.1", { timestamp }));
      say("responseReceived", received("7.1"));
      say("loadingFinished", finished("7.1", timestamp + 1));
    }
    expect(records().map(({ state }) => state)).toEqual(["complete", "complete"]);
  });

  test("what the old one left open is told as interrupted", () => {
    const { say, record } = openNetwork();
    say("requestWillBeSent", willBeSent("7.1"));
    say("requestWillBeSent", willBeSent("7.1", { timestamp: 20 }));
    expect(record(1)).toMatchObject({
      state: "interrupted",
      response_body: { state: "unavailable", reason: "frame_detached" },
    });
    expect(record(2).state).toBe("pending");
  });

  test("ExtraInfo of the new one that came early is not lost with the old one", () => {
    const { say, record } = openNetwork();
    say("requestWillBeSent", willBeSent("7.1"));
    say("requestWillBeSentExtraInfo", requestExtra("7.1", { Cookie: "old=1" }));
    say("responseReceived", received("7.1"));
    say("loadingFinished", finished("7.1"));
    say("requestWillBeSentExtraInfo", requestExtra("7.1", { Cookie: "new=1" }));
    say("requestWillBeSent", willBeSent("7.1", { timestamp: 20 }));
    expect(record(1).request_headers).toEqual({ cookie: "old=1" });
    expect(record(2).request_headers).toEqual({ cookie: "new=1" });
  });
});

describe("trap 6: a document's events are split over two sessions", () => {
  test.each([
    [undefined, "child"],
    ["child", undefined],
  ])("begun on %s, finished on %s, it is one complete record", (first, second) => {
    const { say, records } = openNetwork();
    say("requestWillBeSent", willBeSent("D".repeat(32), { type: "Document" }), first);
    say("responseReceived", received("D".repeat(32), { type: "Document" }), first);
    say(
      "dataReceived",
      { requestId: "D".repeat(32), timestamp: 1, dataLength: 9, encodedDataLength: 9 },
      second,
    );
    say("loadingFinished", finished("D".repeat(32)), second);
    expect(records()).toHaveLength(1);
    expect(records()[0]).toMatchObject({ state: "complete", decoded_bytes: 9 });
  });

  test("the adopting session reports the same request again, and it stays one", () => {
    const { say, records } = openNetwork();
    say("requestWillBeSent", willBeSent("D1"));
    say("requestWillBeSent", willBeSent("D1"), "child");
    say("responseReceived", received("D1"), "child");
    say("loadingFinished", finished("D1"), "child");
    say("requestWillBeSent", willBeSent("D1"), "child");
    expect(records()).toHaveLength(1);
  });

  test("a redirect that is reported twice does not end the hop that follows it", () => {
    const { say, records } = openNetwork();
    const events = chainOf(2);
    for (const event of [events[0], events[1], events[1], events[0], events[2], events[3]]) {
      if (event) say(event[0], event[1]);
    }
    expect(records().map(({ state }) => state)).toEqual(["redirected", "complete"]);
  });
});
