import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SessionGrace } from "../dist/tsc/sessions/SessionGrace.js";
import { Sessions } from "../dist/tsc/sessions/Sessions.js";
import { installChrome } from "./fake/FakeChrome.js";

let sessions: Sessions;
let grace: SessionGrace;
const ending = vi.fn(async () => undefined);
const unknownHere = vi.fn();

beforeEach(async () => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  installChrome();
  const closeTab = async (): Promise<void> => undefined;
  sessions = new Sessions({ ending, closeTab, returnTab: closeTab, ended: () => undefined });
  await sessions.ready;
  await sessions.open({ session: "abcd" });
  await sessions.open({ session: "efgh" });
  grace = new SessionGrace({ sessions, unknownHere });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (): readonly string[] => sessions.list().map(({ id }) => id);

describe("sessions whose daemon is gone", () => {
  it("end as disconnected when none comes within 10 s", async () => {
    const state = sessions.require("abcd");
    grace.lost();

    await vi.advanceTimersByTimeAsync(9999);
    expect(open()).toEqual(["abcd", "efgh"]);
    await vi.advanceTimersByTimeAsync(1);

    expect(open()).toEqual([]);
    expect(ending).toHaveBeenCalledWith(state, "disconnected");
  });

  it("go on when a daemon comes that knows them; those that it does not know end", async () => {
    grace.lost();
    await vi.advanceTimersByTimeAsync(9000);

    await grace.welcomed(["abcd"]);
    await vi.advanceTimersByTimeAsync(60_000);

    expect(open()).toEqual(["abcd"]);
  });

  it("tell the daemon which of its sessions are not here", async () => {
    await grace.welcomed(["abcd", "efgh", "zzzz"]);

    expect(unknownHere.mock.calls).toEqual([["zzzz"]]);
    expect(open()).toEqual(["abcd", "efgh"]);
  });
});
