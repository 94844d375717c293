import { describe, expect, test } from "vitest";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { chainOf } from "./chains.js";
import { failed, finished, received, requestExtra, responseExtra, willBeSent } from "./events.js";
import { openNetwork } from "./openNetwork.js";

describe("trap 8: preflights", () => {
  const preflight = willBeSent("P", {
    method: "OPTIONS",
    type: "Other",
    initiator: { type: "preflight", requestId: "R" },
  });

  test.each(["before", "after"])(
    "one that comes %s its request is marked and linked to it",
    (when) => {
      const { say, records } = openNetwork();
      const events = [preflight, willBeSent("R", { timestamp: 11 })];
      if (when === "after") events.reverse();
      for (const event of events) say("requestWillBeSent", event);
      say("responseReceived", received("P", { type: "Preflight" }));
      say("loadingFinished", finished("P"));
      const [request] = records().filter(({ method }) => method === "GET");
      const [found] = records().filter(({ method }) => method === "OPTIONS");
      expect(found).toMatchObject({
        traffic: "preflight",
        resource_type: "Preflight",
        response_body: { state: "unavailable", reason: "preflight" },
        initiator: { type: "preflight", request_id: request?.id },
      });
      expect(request?.traffic).toBe("page");
    },
  );

  test("those whose request never comes are bounded", () => {
    const { say, network } = openNetwork();
    for (let id = 0; id < BOUNDS.extraInfoRequests + 5; id += 1) {
      const initiator = { type: "preflight" as const, requestId: `R${id}` };
      say("requestWillBeSent", willBeSent(`P${id}`, { initiator }));
      say("loadingFailed", failed(`P${id}`, "net::ERR_FAILED"));
    }
    expect(network.held).toBeLessThanOrEqual(BOUNDS.extraInfoRequests + BOUNDS.endedRequests);
  });
});

test("a prefetch is told by what went over the wire, of whatever type it is", () => {
  const { say, record } = openNetwork();
  say("requestWillBeSent", willBeSent("1.1", { type: "Other" }));
  say("requestWillBeSentExtraInfo", requestExtra("1.1", { "Sec-Purpose": "prefetch;prerender" }));
  say("requestWillBeSent", willBeSent("1.2", { type: "Other", timestamp: 11 }));
  say("requestWillBeSentExtraInfo", requestExtra("1.2", { Purpose: "prefetch" }));

  expect([record(1).traffic, record(2).traffic]).toEqual(["prefetch", "page"]);
});

test.each([404, 500])("an exchange that came to its end is complete, also with a %i", (status) => {
  const { say, record } = openNetwork();
  say("requestWillBeSent", willBeSent("1.1"));
  say("responseReceived", received("1.1", { status }));
  say("loadingFinished", finished("1.1"));

  expect(record(1)).toMatchObject({ state: "complete", status });
  expect(record(1).error).toBeUndefined();
});

test("trap 9: caches are told from the browser's flags alone", () => {
  const { say, record } = openNetwork();
  say("requestWillBeSent", willBeSent("1.1"));
  say(
    "responseReceived",
    received("1.1", { fromDiskCache: true, hasExtraInfo: false, encodedDataLength: 0 }),
  );
  say("requestWillBeSent", willBeSent("1.2", { timestamp: 11 }));
  say("requestServedFromCache", { requestId: "1.2" });
  say("responseReceived", received("1.2", { hasExtraInfo: false }));
  say("requestWillBeSent", willBeSent("1.3", { timestamp: 12 }));
  say("responseReceived", received("1.3", { fromServiceWorker: true, hasExtraInfo: false }));
  expect(record(1)).toMatchObject({ from_cache: true, transfer_bytes: 0 });
  expect(record(2).from_cache).toBe(true);
  expect(record(3)).toMatchObject({ from_service_worker: true });
  expect(record(3).from_cache).toBeUndefined();
});

describe("trap 32: what is fetched ahead", () => {
  test("is a prefetch by its own header too, which no page can set", () => {
    const { say, record } = openNetwork();
    const headers = { "Sec-Purpose": "prefetch;prerender" };
    say("requestWillBeSentExtraInfo", requestExtra("1.1", headers));
    say("requestWillBeSent", willBeSent("1.1", { type: "Other", headers }));
    say(
      "requestWillBeSent",
      willBeSent("1.2", { timestamp: 11, headers: { Purpose: "prefetch" } }),
    );
    expect(record(1).traffic).toBe("prefetch");
    expect(record(2).traffic).toBe("page");
  });

  test("was fetched from the server; who uses it later has it from a cache", () => {
    const { say, record } = openNetwork();
    const prefetch = { type: "Prefetch" as const, fromPrefetchCache: true };
    say("requestWillBeSent", willBeSent("P", { type: "Prefetch" }));
    say("requestWillBeSentExtraInfo", requestExtra("P", { Host: "app.test" }));
    say("responseReceivedExtraInfo", responseExtra("P"));
    say("responseReceived", received("P", prefetch));
    say("loadingFinished", finished("P"));
    say("requestWillBeSent", willBeSent("D", { type: "Document", timestamp: 11 }));
    const used = { ...prefetch, type: "Document" as const, hasExtraInfo: false };
    say("responseReceived", received("D", used));
    expect(record(1)).toMatchObject({ traffic: "prefetch", status: 200 });
    expect(record(1).from_cache).toBeUndefined();
    expect(record(2)).toMatchObject({ traffic: "page", from_cache: true });
  });
});

describe("trap 10: requests from before the capture", () => {
  test("a response of an unknown request is kept and marked as begun before", () => {
    const { say, record, flags } = openNetwork();
    say("responseReceived", received("9.9", { responseTime: 1_700_000_000_123 }));
    say("loadingFinished", finished("9.9"));
    expect(record(1)).toMatchObject({
      state: "complete",
      status: 200,
      started_at: 1_700_000_000_123,
      frame_id: "F1",
      integrity: { start: "incomplete", metadata: "truncated" },
    });
    expect(record(1).duration_ms).toBeUndefined();
    expect(flags()).toEqual(["unknown_request"]);
  });

  test("a redirect of an unknown request gives the hop before it, too", () => {
    const { say, records, clock } = openNetwork();
    const [, redirected] = chainOf(2);
    if (redirected) say(...redirected);
    clock.advance(250);
    expect(records()).toMatchObject([
      { state: "redirected", url: "http://app.test/r0", integrity: { start: "incomplete" } },
      { state: "pending", url: "http://app.test/r1" },
    ]);
  });

  test("the end of an unknown request is nothing", () => {
    const { say, records } = openNetwork();
    say("dataReceived", { requestId: "9.9", dataLength: 3 });
    say("requestServedFromCache", { requestId: "9.9" });
    say("loadingFinished", finished("9.9"));
    say("loadingFailed", failed("9.8", "net::ERR_FAILED"));
    expect(records()).toEqual([]);
  });
});

test("timing is kept as numbers, its base with its unit", () => {
  const { say, record } = openNetwork();
  const timing = { requestTime: 12.5, dnsStart: -1, odd: Number.NaN, text: "x" };
  say("requestWillBeSent", willBeSent("1.1"));
  say("responseReceived", received("1.1", { protocol: "h2", timing: timing as never }));
  expect(record(1)).toMatchObject({ protocol: "h2" });
  expect(record(1).timing).toEqual({ request_time_s: 12.5, dnsStart: -1 });
});

describe("bounds of what is held", () => {
  test("requests that ended leave once the time for late ExtraInfo is over", () => {
    const { say, network, clock } = openNetwork();
    for (const id of ["1.1", "1.2"]) {
      say("requestWillBeSent", willBeSent(id));
      say("loadingFailed", failed(id, "net::ERR_FAILED"));
      clock.advance(BOUNDS.extraInfoMs + 1);
    }
    expect(network.held).toBe(1);
  });

  test("of many that ended the oldest leave at once", () => {
    const { say, network } = openNetwork();
    for (let id = 0; id < BOUNDS.endedRequests + 20; id += 1) {
      say("requestWillBeSent", willBeSent(`1.${id}`));
      say("loadingFailed", failed(`1.${id}`, "net::ERR_FAILED"));
    }
    expect(network.held).toBe(BOUNDS.endedRequests);
  });

  test("too many that never end: the oldest is given up, and coverage says so", () => {
    const { say, network, record, coverage } = openNetwork();
    for (let id = 0; id < BOUNDS.openRequests + 2; id += 1) {
      say("requestWillBeSent", willBeSent(`1.${id}`));
    }
    expect(record(1)).toMatchObject({
      state: "interrupted",
      response_body: { state: "unavailable", reason: "tracking_limit" },
    });
    expect(coverage.list()).toMatchObject([{ flag: "tracking_limit", count: 2 }]);
    expect(network.held).toBe(BOUNDS.openRequests + 2);
  });

  test("a stop says of everything open that the capture ended, and holds nothing", async () => {
    const { say, network, records, session } = openNetwork();
    session.answer("Network.getResponseBody", () => Promise.reject(new Error("no data")));
    session.answer("Network.streamResourceContent", () => Promise.reject(new Error("no data")));
    say("requestWillBeSent", willBeSent("1.1"));
    say("requestWillBeSent", willBeSent("1.2"));
    say("responseReceived", received("1.2"));
    say("dataReceived", { requestId: "1.2", dataLength: 5 });
    say("requestWillBeSent", willBeSent("1.3"));
    say("responseReceived", received("1.3", { mimeType: "text/event-stream" }));
    say("requestWillBeSentExtraInfo", requestExtra("unborn"));
    await network.stop();
    const why = { state: "unavailable", reason: "capture_stopped" };
    expect(records()).toMatchObject([
      { state: "interrupted", response_body: why },
      { state: "open", response_body: why, decoded_bytes: 5 },
      { state: "open", response_body: { state: "omitted", reason: "stream" } },
    ]);
    expect(network.held).toBe(0);
  });
});

describe("workers", () => {
  const attach = (type: string, sessionId: string, url: string) => ({
    sessionId,
    targetInfo: { targetId: sessionId, type, url },
  });

  test("trap 26: what a worker asks for is its own, and one that ends leaves nothing on its way", () => {
    const { session, say, records, clock } = openNetwork();
    session.dispatch("Target.attachedToTarget", attach("worker", "W", "http://a/w.js"));
    say("requestWillBeSent", willBeSent("R"), "W");
    expect(records()).toMatchObject([
      { traffic: "worker", worker: { type: "dedicated", url: "http://a/w.js" } },
    ]);
    session.dispatch("Target.detachedFromTarget", { sessionId: "W" });
    clock.advance(1000);
    expect(records()).toMatchObject([{ state: "interrupted" }]);
  });

  test("trap 26: a script told on the page's session and answered on the worker's is one record", () => {
    const { session, say, records } = openNetwork();
    say("requestWillBeSent", willBeSent("R"));
    session.dispatch("Target.attachedToTarget", attach("worker", "W", "http://a/w.js"));
    say("responseReceived", received("R"), "W");
    say("loadingFinished", finished("R"), "W");
    expect(records()).toMatchObject([{ state: "complete", status: 200, traffic: "page" }]);
  });

  test("trap 26: a shared worker's script is counted, and its end is not waited for", async () => {
    const { say, records, coverage, network } = openNetwork();
    say("requestWillBeSent", willBeSent("R"));
    say("requestWillBeSentExtraInfo", requestExtra("R", { "Sec-Fetch-Dest": "sharedworker" }));
    say("responseReceivedExtraInfo", responseExtra("R", 200, {}));
    await network.quiet(0);
    expect(records()).toMatchObject([
      {
        state: "open",
        wire_status: 200,
        response_body: { state: "unavailable", reason: "shared_worker" },
      },
    ]);
    expect(coverage.list()).toMatchObject([{ flag: "shared_worker_unseen", count: 1 }]);
  });
});

test("request headers that only the response tells are bounded, and that is said", () => {
  const { say, record } = openNetwork();
  say("requestWillBeSent", willBeSent("R"));
  const requestHeaders = { "x-long": "x".repeat(5000), "x-short": "1" };
  say("responseReceived", received("R", { requestHeaders }));

  expect(record(1)).toMatchObject({
    request_headers: { "x-short": "1" },
    integrity: { metadata: "truncated" },
  });
});
