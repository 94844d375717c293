import fc from "fast-check";
import { expect, test } from "vitest";
import {
  data,
  failed,
  finished,
  received,
  requestExtra,
  response,
  responseExtra,
  willBeSent,
} from "./events.js";
import { openNetwork } from "./openNetwork.js";

type Event = readonly [name: string, params: unknown];

/** Base events and both kinds of ExtraInfo of one exchange with redirects, each list in its own order. */
function exchange(id: string, hops: number, ending: "finished" | "failed" | "open"): Event[][] {
  const base: Event[] = [];
  const requests: Event[] = [];
  const responses: Event[] = [];
  for (let hop = 0; hop < hops; hop += 1) {
    const redirect = {
      redirectResponse: response(`http://app.test/${id}/${hop - 1}`, { status: 302, headers: {} }),
      redirectHasExtraInfo: true,
    };
    const parts = { url: `http://app.test/${id}/${hop}`, timestamp: 10 + hop };
    base.push(["requestWillBeSent", willBeSent(id, hop === 0 ? parts : { ...parts, ...redirect })]);
    const status = hop === hops - 1 ? 200 : 302;
    requests.push(["requestWillBeSentExtraInfo", requestExtra(id, { "X-Hop": `${id}/${hop}` })]);
    responses.push([
      "responseReceivedExtraInfo",
      responseExtra(id, status, { "Set-Cookie": `hop=${id}/${hop}` }),
    ]);
  }
  base.push(["responseReceived", received(id)], ["dataReceived", data(id, 7)]);
  if (ending === "finished") base.push(["loadingFinished", finished(id, 90)]);
  if (ending === "failed") base.push(["loadingFailed", failed(id, "net::ERR_CONNECTION_RESET")]);
  return [base, requests, responses];
}

/** Takes from the lists by the drawn numbers, so that each list keeps its order. */
function merge(lists: readonly (readonly Event[])[], draws: readonly number[]): Event[] {
  const left = lists.map((list) => [...list]);
  const out: Event[] = [];
  for (let at = 0; left.some((list) => list.length > 0); at += 1) {
    const open = left.filter((list) => list.length > 0);
    const event = open[(draws[at % draws.length] ?? 0) % open.length]?.shift();
    if (event) out.push(event);
  }
  return out;
}

const exchanges = fc.array(
  fc.record({
    hops: fc.integer({ min: 1, max: 5 }),
    ending: fc.constantFrom("finished" as const, "failed" as const, "open" as const),
  }),
  { minLength: 1, maxLength: 6 },
);
const draws = fc.array(fc.nat(1000), { minLength: 40, maxLength: 80 });

test("in any interleaving of any exchanges each hop is one record with its own headers", async () => {
  await fc.assert(
    fc.asyncProperty(exchanges, draws, async (made, order) => {
      const { say, records, network } = openNetwork();
      const lists = made.flatMap(({ hops, ending }, at) => exchange(`1.${at}`, hops, ending));
      for (const [name, params] of merge(lists, order)) say(name, params);
      await network.bodiesRead();
      const wanted = made.flatMap(({ hops }, at) =>
        Array.from({ length: hops }, (_, hop) => `1.${at}/${hop}`),
      );
      const found = records().map(({ url }) => url.slice("http://app.test/".length));
      expect(found.sort()).toEqual(wanted.sort());
      for (const record of records()) {
        const hop = record.url.slice("http://app.test/".length);
        expect(record.request_headers?.["x-hop"]).toBe(hop);
        expect(record.response_headers?.["set-cookie"]).toBe(`hop=${hop}`);
      }
      await network.stop();
      expect(network.held).toBe(0);
    }),
    { numRuns: 1000 },
  );
});

test("events that are lost, doubled or of unknown ids never throw, double a hop or leave anything behind", async () => {
  const noise = fc.array(
    fc.record({ at: fc.nat(200), what: fc.constantFrom("drop", "double", "unknown") }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(exchanges, draws, noise, async (made, order, faults) => {
      const { say, records, hops, network, session, clock } = openNetwork();
      session.hang("Network.getResponseBody");
      const lists = made.flatMap(({ hops, ending }, at) => exchange(`1.${at}`, hops, ending));
      const events = merge(lists, order);
      for (const { at, what } of faults) {
        const index = at % events.length;
        const event = events[index];
        if (!event) continue;
        if (what === "drop") events.splice(index, 1);
        else if (what === "double") events.splice(index, 0, event);
        else {
          const params = { ...(event[1] as object), requestId: "0.404" };
          events.splice(index, 0, [event[0], params]);
        }
      }
      for (const [name, params] of events) say(name, params);
      const ids = records().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const known = [...hops.values()].filter(
        ({ cdpId, startedMonotonic }) => cdpId !== "0.404" && startedMonotonic !== undefined,
      );
      const urls = known.map(({ record }) => record.url);
      expect(new Set(urls).size, urls.join()).toBe(urls.length);
      const stopped = network.stop();
      clock.advance(60_000);
      await stopped;
      expect(network.held).toBe(0);
      expect(clock.waiting).toBe(0);
      expect(records().filter(({ response_body: body }) => body.state === "pending")).toEqual([]);
      expect(records().filter(({ state }) => state === "pending")).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
