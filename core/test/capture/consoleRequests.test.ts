import type { ConsoleRecord } from "@bsk/schema";
import { expect, test } from "vitest";
import { ConsoleRecorder } from "../../dist/capture/ConsoleRecorder.js";

const START = 1000;

test("the browser's messages name the request that they are of, and those of two are not folded", () => {
  const records: ConsoleRecord[] = [];
  const recorder = new ConsoleRecorder({
    workers: { worker: () => undefined, hearsWorkers: false },
    runId: "d0123456789ab",
    startedAt: START,
    now: () => START + 1000,
    isAlone: async () => true,
    leftOut: () => undefined,
    requestOf: (networkId) => (networkId === "gone" ? undefined : `n${networkId}`),
    nextId: () => `c${records.length + 1}`,
    changed: (record) => records.push(record),
  });
  for (const networkRequestId of ["7", "8", "gone"]) {
    const timestamp = START + 1 + records.length;
    recorder.logAdded({
      entry: { level: "error", text: "404", source: "network", timestamp, networkRequestId },
    });
  }

  expect(records.map(({ id, request_id }) => [id, request_id])).toEqual([
    ["c1", "n7"],
    ["c2", "n8"],
    ["c3", undefined],
  ]);
});
