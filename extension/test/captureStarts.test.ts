import { errors, MemoryStore } from "@bsk/core";
import { drive, ManualClock } from "@bsk/core/testing";
import { beforeEach, describe, expect, it } from "vitest";
import type { Captures, RunOwner } from "../dist/tsc/capture/Captures.js";
import { CaptureTab as Tab } from "./fake/CaptureTab.js";
import { openCaptures, owner } from "./fake/openCaptures.js";

const { signal } = new AbortController();
const never = new Promise<never>(() => undefined);
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A disk of which one thing is not answered until it is let go. */
class Disk extends MemoryStore {
  hangs: "runs" | "write" | undefined;
  readonly #held: (() => void)[] = [];

  letGo(): void {
    this.hangs = undefined;
    for (const go of this.#held.splice(0)) go();
  }

  override async runs(): ReturnType<MemoryStore["runs"]> {
    return this.hangs === "runs" ? never : super.runs();
  }

  override async write(batch: Parameters<MemoryStore["write"]>[0]): Promise<void> {
    if (this.hangs === "write") await new Promise<void>((resolve) => this.#held.push(resolve));
    await super.write(batch);
  }
}

let clock: ManualClock;
let store: Disk;
let acquire: (tabId: number) => Promise<Tab>;
let captures: Captures<Tab>;

beforeEach(() => {
  clock = new ManualClock();
  store = new Disk();
  acquire = async (tabId) => new Tab(tabId, clock);
  captures = openCaptures({ clock, store, acquire: (tabId) => acquire(tabId) });
});

const start = (by: RunOwner) => captures.start(by, 1, { session: by.id }, signal);
/** A tab on which the command is never answered, nor given up before the start itself is. */
const hanging = async (tabId: number) =>
  new Tab(tabId, new ManualClock()).hang("Network.enable") as Tab;

describe("a start that comes to no end", () => {
  it.each([
    ["history is cleaned up", () => (store.hangs = "runs"), []],
    ["the browser attaches", () => (acquire = () => never), []],
    ["a domain is enabled", () => (acquire = hanging), ["start_timeout"]],
    ["the first records are stored", () => (store.hangs = "write"), ["start_timeout"]],
  ])(
    "is given up after ten seconds while %s, and says so where a run had begun",
    async (_name, hang, reasons) => {
      hang();
      const abcd = owner("abcd");
      const begun = clock.now();
      let outcome: unknown;
      const starting = start(abcd).catch((error: unknown) => (outcome = error));

      await turn();
      clock.advance(9999);
      await turn();
      expect(outcome).toBeUndefined();
      clock.advance(1);
      await turn();
      await drive(clock, starting);
      expect(outcome).toMatchObject({ code: "timeout" });
      expect(clock.now() - begun).toBeLessThanOrEqual(15_000);

      store.letGo();
      await turn();
      expect(abcd.runs).toEqual([]);
      expect((await store.runs()).map(({ stop_reason: reason }) => reason)).toEqual(reasons);
      acquire = async (tabId) => new Tab(tabId, clock);
      expect((await start(abcd)).run.state).toBe("capturing");
    },
  );

  it("says that it failed where the browser refused", async () => {
    acquire = async (tabId) =>
      new Tab(tabId, clock).answer("Network.enable", () => {
        throw errors.cdpFailed("Network.enable", "no");
      }) as Tab;

    await expect(start(owner("abcd"))).rejects.toMatchObject({ code: "cdp_failed" });

    expect(await store.runs()).toMatchObject([{ state: "stopped", stop_reason: "start_failed" }]);
  });

  it("of a tab whose run is ending waits for its end, and begins another one", async () => {
    const abcd = owner("abcd");
    const { run } = await captures.start(abcd, 1, { session: "abcd" }, signal);
    const ended = captures.stop(abcd, { session: "abcd" }); // by the popup, for one

    const next = await captures.start(abcd, 1, { session: "abcd" }, signal);

    expect(next.already_running).toBeUndefined();
    expect(next.run).toMatchObject({ state: "capturing" });
    expect(next.run.id).not.toBe(run.id);
    expect((await ended).run).toMatchObject({ id: run.id, state: "stopped" });
  });
});
