import type { RequestRecord } from "@bsk/schema";
import { ChildSessions } from "../../dist/capture/ChildSessions.js";
import { CoverageLog } from "../../dist/capture/CoverageLog.js";
import type { Hop } from "../../dist/capture/Hop.js";
import { NetworkRecorder } from "../../dist/capture/NetworkRecorder.js";
import { routeEvent } from "../../dist/capture/routeEvent.js";
import { errors } from "../../dist/errors.js";
import { ManualClock, RUN_ID, ScriptedSession } from "../../dist/testing/index.js";
import { WALL } from "./events.js";

const nothing = () => undefined;

/** A network recorder with a scripted tab. Records are taken raw: nothing here redacts. */
export function openNetwork() {
  const clock = new ManualClock(WALL * 1000);
  const session = new ScriptedSession(clock);
  const coverage = new CoverageLog();
  const hops = new Map<string, Hop>();
  let count = 0;
  /** No other tab of the site is open. */
  const alone = { isAlone: true };
  const children = new ChildSessions({
    session,
    clock,
    coverage,
    frameAttached: nothing,
    workerGone: (child) => network.workerGone(child),
    workerMissed: (targetId) => network.workerMissed(targetId),
  });
  const network = new NetworkRecorder({
    runId: RUN_ID,
    session,
    clock,
    coverage,
    workerOf: (child) => children.worker(child),
    isAlone: async () => alone.isAlone,
    nextId: () => `${RUN_ID}:n${++count}`,
    changed: (hop) => hops.set(hop.record.id, hop),
  });
  session.answer("Network.getResponseBody", () => ({ body: "{}", base64Encoded: false }));
  session.onEvent((event) => {
    routeEvent(event, {
      network,
      console: { consoleCalled: nothing, exceptionThrown: nothing, logAdded: nothing } as never,
      childAttached: (child) => children.attached(child),
      childDetached: (child) => children.detached(child),
      gap: nothing,
    });
  });
  return {
    clock,
    session,
    network,
    coverage,
    alone,
    hops,
    /** An event of the Network domain. */
    say: (name: string, params: unknown, sessionId?: string) =>
      session.dispatch(`Network.${name}`, params, sessionId),
    /** Records in the order in which their requests began. */
    records: (): RequestRecord[] => [...hops.values()].map(({ record }) => record),
    record(number: number): RequestRecord {
      const hop = hops.get(`${RUN_ID}:n${number}`);
      if (!hop) throw new Error(`no request n${number}`);
      return hop.record;
    },
    flags: () => coverage.list().map(({ flag }) => flag),
  };
}

/** What the browser says of a body that it let go for want of room. */
export function evicted(): never {
  throw errors.cdpFailed(
    "Network.getResponseBody",
    "Request content was evicted from inspector cache",
  );
}

/** What the browser says of a body that it does not have. */
export function unknown(): never {
  throw errors.cdpFailed("Network.getResponseBody", "No resource with given identifier found");
}
