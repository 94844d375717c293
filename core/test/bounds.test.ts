import { expect, test } from "vitest";
import { BOUNDS, CAPTURES_PER_BROWSER } from "../dist/capture/bounds.js";
import { HISTORY_LIMITS, STORAGE_LIMITS } from "../dist/storage/index.js";

/** The numbers themselves: other tests take them by name, and would follow any change. */
test("what one capture may take is this much", () => {
  expect(CAPTURES_PER_BROWSER).toBe(4);
  expect(BOUNDS).toEqual({
    urlChars: 2048,
    bodyChars: 65_536,
    bodyBytes: 262_144,
    headerChars: 4096,
    headerCount: 80,
    consoleChars: 2048,
    targetChars: 160,
    pageTextChars: 6000,
    fieldChars: 256,
    pageLoads: 20,
    observationsPerOperation: 4,
    operations: 64,
    childTargets: 16,
    workerTargets: 32,
    initiatorFrames: 10,
    stackFrames: 20,
    openRequests: 1000,
    endedRequests: 256,
    extraInfoMs: 10_000,
    extraInfoPerRequest: 21,
    extraInfoRequests: 256,
    bodyReads: 6,
    bodyQueue: 4000,
    bodyDeadlineMs: 2500,
    stopDrainMs: 3000,
    startDeadlineMs: 10_000,
    snapshotDeadlineMs: 600,
    browserBufferBytes: 33_554_432,
    browserResourceBytes: 1_048_576,
    postDataBytes: 65_536,
    windowMs: 1500,
    observationMs: 15_000,
  });
});

test("what one run may keep is this much", () => {
  expect(STORAGE_LIMITS).toEqual({
    requests: 2000,
    requestUnits: 8_388_608,
    pins: 20,
    console: 100,
    consoleErrors: 100,
    operations: 64,
    liveTextUnits: 524_288,
    pendingEntries: 256,
    pendingUnits: 4_194_304,
    batchEntries: 32,
    flushMs: 100,
    runCheckpointMs: 2000,
  });
});

test("what the history of a profile may keep is this much", () => {
  expect(HISTORY_LIMITS).toEqual({ ageMs: 2_592_000_000, runs: 50, units: 52_428_800 });
});
