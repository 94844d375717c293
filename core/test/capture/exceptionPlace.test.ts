import type { ConsoleRecord } from "@bsk/schema";
import { expect, test } from "vitest";
import { ConsoleRecorder } from "../../dist/capture/ConsoleRecorder.js";

const START = 1000;

function thrown(description: string): ConsoleRecord | undefined {
  const records: ConsoleRecord[] = [];
  const recorder = new ConsoleRecorder({
    workers: { worker: () => undefined, hearsWorkers: false },
    runId: "d0123456789ab",
    startedAt: START,
    isAlone: async () => true,
    leftOut: () => undefined,
    requestOf: () => undefined,
    now: () => START + 1000,
    nextId: () => "c1",
    changed: (record) => records.push(record),
  });
  recorder.exceptionThrown({
    timestamp: START + 1,
    exceptionDetails: {
      exceptionId: 1,
      text: "Uncaught",
      lineNumber: 0, // of JSON.parse: in the JSON
      columnNumber: 1,
      url: "http://app.test/sse",
      exception: { type: "object", subtype: "error", description },
    },
  });
  return records[0];
}

test.each([
  ["    at JSON.parse (<anonymous>)\n    at es.onmessage (http://app.test/sse:3:126)", [3, 126]],
  ["    at http://app.test/sse:3:126\n    at http://app.test/a.js:9:9", [3, 126]],
  ["see http://app.test/sse:3:126", [1, 2]],
  ["    at <anonymous>", [1, 2]],
])(
  "without a trace an exception is where its description's stack begins, else where the browser says: %j",
  (stack, [line, column]) => {
    expect(thrown(`SyntaxError: bad\n${stack}`)).toMatchObject({
      source_url: "http://app.test/sse",
      line,
      column,
    });
  },
);
