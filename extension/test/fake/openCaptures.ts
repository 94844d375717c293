import { Core, type EvidenceStore, KnownSecrets, type Plugin } from "@bsk/core";
import { type ManualClock, MemoryState } from "@bsk/core/testing";
import { Captures, type RunOwner } from "../../dist/tsc/capture/Captures.js";
import type { CaptureTab } from "./CaptureTab.js";

export interface OpenCaptures {
  readonly clock: ManualClock;
  readonly store: EvidenceStore;
  readonly acquire: (tabId: number) => Promise<CaptureTab>;
  /** Gets the tabs that are let go of, in order. */
  readonly released?: number[];
  readonly plugins?: readonly Plugin[];
}

/** The captures of a browser whose tabs the test hands out. */
export function openCaptures({
  clock,
  store,
  acquire,
  released = [],
  plugins = [],
}: OpenCaptures): Captures<CaptureTab> {
  return new Captures<CaptureTab>({
    core: new Core(plugins, { now: () => clock.now() }),
    store,
    volatile: new MemoryState(),
    clock,
    debuggers: {
      acquire,
      release: async ({ tabId }) => void released.push(tabId),
      drop: async (tab) => tab.detach("debugger_detached"),
    },
    secretsOf: () => new KnownSecrets(),
    isAloneAt: async () => true,
    environment: { extension_version: "0.1.0" },
    observerSource: "",
  });
}

/** A session without runs. */
export function owner(id: string): RunOwner {
  return { id, runs: [] };
}
