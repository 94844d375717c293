import type { ConsoleRecord } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { describe, expect, test } from "vitest";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { ConsoleRecorder } from "../../dist/capture/ConsoleRecorder.js";
import { redactText } from "../../dist/redaction/index.js";

type RemoteObject = Protocol.Runtime.RemoteObject;
const START = 1000;

function open() {
  const records: ConsoleRecord[] = [];
  let count = 0;
  let now = START + 1000;
  const recorder = new ConsoleRecorder({
    workers: {
      worker: (session) =>
        session === undefined
          ? undefined
          : { type: "dedicated", url: `http://app.test/${session}` },
      hearsWorkers: false,
    },
    runId: "d0123456789ab",
    startedAt: START,
    isAlone: async () => true,
    leftOut: () => undefined,
    requestOf: () => undefined,
    now: () => now,
    nextId: () => `c${++count}`,
    changed: (record) => {
      if (!records.includes(record)) records.push(record);
    },
  });
  const stack = (url: string, lineNumber = 4) => ({
    callFrames: [{ functionName: "save", scriptId: "1", url, lineNumber, columnNumber: 9 }],
  });
  const log = (
    args: unknown[],
    parts: { type?: string; at?: number; url?: string; line?: number; session?: string } = {},
  ) => {
    const { type = "log", at = START + 1, url = "http://app.test/a.js", line, session } = parts;
    const event = {
      type,
      args: args.map((arg) => (typeof arg === "string" ? { type: "string", value: arg } : arg)),
      executionContextId: 1,
      timestamp: at,
      stackTrace: stack(url, line),
    } as Protocol.Runtime.ConsoleAPICalledEvent;
    recorder.consoleCalled(event, session);
  };
  return { recorder, records, log, stack, goTo: (time: number) => (now = time) };
}

const text = (...args: unknown[]) => {
  const { log, records } = open();
  log(args);
  return records[0]?.text;
};

const preview = (parts: object, subtype?: string) => ({
  type: "object",
  ...(subtype === undefined ? {} : { subtype }),
  preview: { type: "object", overflow: false, properties: [], subtype, ...parts },
});
const property = (name: string, value: string, type = "string") => ({ name, value, type });

describe("the text of a call", () => {
  test.each<[string, unknown[], string]>([
    ["strings are joined", ["saved", "twice"], "saved twice"],
    [
      "placeholders take the next arguments",
      ["%s took %d ms", "save", { type: "number", value: 12 }],
      "save took 12 ms",
    ],
    ["a style shows nothing", ["%cbig%c small", "color: red", "color: blue"], "big small"],
    ["a doubled percent is one", ["100%% of %s", "it"], "100% of it"],
    ["a placeholder without argument stays", ["%s and %s", "one"], "one and %s"],
    ["what is left follows", ["%s", "a", "b"], "a b"],
    ["a percent alone is text", ["100%"], "100%"],
    ["undefined", [{ type: "undefined" }], "undefined"],
    ["null", [{ type: "object", subtype: "null", value: null }], "null"],
    ["numbers that JSON has not", [{ type: "number", unserializableValue: "-0" }], "-0"],
    ["booleans", [{ type: "boolean", value: false }], "false"],
    [
      "an error by its stack",
      [{ type: "object", subtype: "error", description: "Error: no\n  at a" }],
      "Error: no\n  at a",
    ],
    ["an error without a word", [{ type: "object", subtype: "error" }], "Error"],
    [
      "an object by its preview",
      [preview({ properties: [property("id", "7", "number"), property("n", "x")] })],
      '{id: 7, n: "x"}',
    ],
    ["a class by its name", [preview({ description: "User", properties: [] })], "User {}"],
    [
      "more than the preview shows",
      [preview({ overflow: true, properties: [property("a", "1", "number")] })],
      "{a: 1, …}",
    ],
    [
      "an array",
      [preview({ properties: [property("0", "a"), property("1", "2", "number")] }, "array")],
      '["a", 2]',
    ],
    [
      "a nested preview",
      [
        preview({
          properties: [
            {
              name: "o",
              type: "object",
              valuePreview: { type: "object", overflow: false, properties: [property("k", "v")] },
            },
          ],
        }),
      ],
      '{o: {k: "v"}}',
    ],
    [
      "a property without a value",
      [preview({ properties: [{ name: "f", type: "function" }] })],
      "{f: function}",
    ],
    [
      "a map",
      [
        preview(
          {
            description: "Map(1)",
            entries: [
              {
                key: { type: "string", description: "k" },
                value: { type: "number", description: "1" },
              },
            ],
          },
          "map",
        ),
      ],
      'Map(1) {"k" => 1}',
    ],
    [
      "a set",
      [preview({ description: "Set(1)", entries: [{ value: { type: "string" } }] }, "set")],
      'Set(1) {""}',
    ],
    [
      "what has no preview by its description",
      [{ type: "function", description: "function f() {}" }],
      "function f() {}",
    ],
    ["what has nothing by its type", [{ type: "symbol" }], "symbol"],
  ])("%s", (_name, args, expected) => {
    expect(text(...args)).toBe(expected);
  });

  test("a quote in a value does not end it before redaction sees it", () => {
    const shown = text(
      preview({ properties: [property("password", 'ab"cd-ef99'), property('my "pass', "x")] }),
    );
    expect(shown).toBe('{password: "ab\\"cd-ef99", "my \\"pass": "x"}');
    expect(redactText(shown ?? "")).not.toContain("ef99");
  });

  test("a long text is cut between words, and says so", () => {
    const { log, records } = open();
    log([`${"word ".repeat(600)}end`]);
    const [record] = records;
    expect(record?.truncated).toBe(true);
    expect(record?.text.length).toBeLessThanOrEqual(BOUNDS.consoleChars);
    expect(record?.text.endsWith("word")).toBe(true);
  });

  test("a secret that the bound would cut in two is left out whole", () => {
    const secret = `sk_live_${"q".repeat(40)}`;
    const { log, records } = open();
    log([`${"x".repeat(BOUNDS.consoleChars - 20)} ${secret}`]);
    expect(records[0]?.text).not.toContain("sk_live");
    const template = open();
    template.log([`${"%c".repeat(BOUNDS.consoleChars - 8)} ${secret}`, ...Array(10).fill("s")]);
    expect(template.records[0]?.text ?? "").not.toContain("sk_live");
  });

  test("a million arguments cost no more than the bound", () => {
    expect(text(...Array(10_000).fill("long enough "))?.length).toBeLessThanOrEqual(
      BOUNDS.consoleChars,
    );
  });

  test("text of another script is cut between its characters, not in half of one", () => {
    const long = text("界".repeat(3000)) ?? "";
    expect(long.length).toBe(BOUNDS.consoleChars);
    const emoji = text(`a${"🙂".repeat(1500)}`) ?? "";
    expect(emoji).not.toMatch(/\p{Surrogate}/u);
    expect(emoji.length).toBeGreaterThan(BOUNDS.consoleChars - 3);
  });
});

describe("what a record says", () => {
  test("level, place and source", () => {
    const { log, records } = open();
    for (const type of ["error", "warning", "info", "debug", "log", "assert", "table"])
      log([type], { type });
    expect(records.map(({ level }) => level)).toEqual([
      "error",
      "warning",
      "info",
      "debug",
      "log",
      "error",
      "log",
    ]);
    expect(records[0]).toMatchObject({
      origin: "console",
      source: "website",
      source_url: "http://app.test/a.js",
      line: 5,
      column: 10,
      stack: [{ function: "save", line: 5 }],
    });
  });

  test.each([
    ["https://x.test/a.js", "website"],
    ["chrome-extension://abc/a.js", "extension"],
    ["", "unknown"],
    ["webpack://a.js", "unknown"],
  ])("%s is %s", (url, source) => {
    const { log, records } = open();
    log(["x"], { url });
    expect(records[0]?.source).toBe(source);
  });

  test("old messages that the browser tells again are not recorded", () => {
    const { log, records } = open();
    log(["before"], { at: START - 0.5 });
    log(["at"], { at: START });
    expect(records.map(({ text: shown }) => shown)).toEqual(["at"]);
  });

  test("an uncaught exception has its whole stack and place", () => {
    const { recorder, records, stack } = open();
    const exception: RemoteObject = {
      type: "object",
      subtype: "error",
      description: "TypeError: no\n    at save",
    };
    recorder.exceptionThrown({
      timestamp: START + 1,
      exceptionDetails: {
        exceptionId: 1,
        text: "Uncaught",
        lineNumber: 0, // as of JSON.parse, whose place is in the JSON
        columnNumber: 2,
        url: "http://app.test/a.js",
        exception,
        stackTrace: {
          ...stack("http://app.test/a.js"),
          parent: { ...stack("http://app.test/b.js"), description: "setTimeout" },
        },
      },
    });
    expect(records[0]).toMatchObject({
      level: "error",
      origin: "exception",
      text: "Uncaught TypeError: no\n    at save",
      line: 5,
      column: 10,
      stack: [
        { url: "http://app.test/a.js" },
        { url: "http://app.test/b.js", async: "setTimeout" },
      ],
    });
  });

  test.each([
    [{ type: "string", value: "thrown text" } as RemoteObject, "Uncaught thrown text"],
    [undefined, "Uncaught"],
  ])("a thrown value that is no error", (exception, expected) => {
    const { recorder, records } = open();
    recorder.exceptionThrown({
      timestamp: START + 1,
      exceptionDetails: {
        exceptionId: 1,
        text: "Uncaught",
        lineNumber: 0,
        columnNumber: 0,
        ...(exception ? { exception } : {}),
      },
    });
    expect(records[0]).toMatchObject({ text: expected, source: "unknown" });
    expect(records[0]?.line).toBeUndefined();
  });

  test("the browser's own log", () => {
    const { recorder, records } = open();
    const entry = { level: "error" as const, text: "Failed to load", timestamp: START + 1 };
    recorder.logAdded({
      entry: { ...entry, source: "network", url: "http://app.test/x", lineNumber: 0 },
    });
    recorder.logAdded({ entry: { ...entry, source: "deprecation", level: "verbose" } });
    recorder.logAdded({ entry: { ...entry, source: "other", level: "odd" as never } });
    expect(records).toMatchObject([
      { origin: "browser", level: "error", source: "website", line: 1 },
      { source: "browser", level: "verbose" },
      { source: "unknown", level: "log" },
    ]);
  });

  test("a stack is bounded over its async parents", () => {
    const { log, records, stack, recorder } = open();
    let trace: Protocol.Runtime.StackTrace | undefined;
    for (let at = 0; at < 30; at += 1) {
      trace = { ...stack("http://app.test/a.js"), ...(trace ? { parent: trace } : {}) };
    }
    recorder.consoleCalled({
      type: "log",
      args: [],
      executionContextId: 1,
      timestamp: START + 1,
      ...(trace ? { stackTrace: trace } : {}),
    });
    log(["none"], { at: START + 2 });
    expect(records[0]?.stack).toHaveLength(BOUNDS.stackFrames);
  });
});

describe("folding", () => {
  test("repeats within a second are one record with a count and both times", () => {
    const { log, records } = open();
    for (const at of [1, 500, 1400]) log(["same"], { at: START + at });
    expect(records).toMatchObject([{ count: 3, at: START + 1, last_at: START + 1400, id: "c1" }]);
  });

  test("after more than a second it is a new one", () => {
    const { log, records } = open();
    log(["same"], { at: START + 1 });
    log(["same"], { at: START + 1002 });
    expect(records.map(({ count }) => count)).toEqual([1, 1]);
  });

  test.each<
    [string, { args?: string[]; type?: string; url?: string; line?: number; session?: string }]
  >([
    ["text", { args: ["other"] }],
    ["level", { type: "error" }],
    ["place", { line: 9 }],
    ["source", { url: "chrome-extension://abc/a.js" }],
    ["worker", { session: "worker.js" }],
  ])("another %s is not a repeat", (_name, { args = ["same"], ...parts }) => {
    const { log, records } = open();
    log(["same"]);
    log(args, parts);
    expect(records).toHaveLength(2);
  });

  test("what a restored page has told anew, without its previews, is what was told before", () => {
    const { log, recorder, records, goTo } = open();
    const object = { type: "object", className: "Object", description: "Object" };
    const preview = { properties: [{ name: "a", type: "number", value: "1" }] };
    const entry = {
      source: "network",
      level: "error",
      text: "404",
      timestamp: START + 1,
      url: "u",
    };
    log(["cfg", { ...object, preview }]);
    recorder.logAdded({ entry } as never);
    goTo(START + 60_000);

    log(["cfg", object]);
    recorder.logAdded({ entry } as never);
    log(["cfg", object], { at: START + 59_999 });

    const told = records.map(({ at, text }) => `${at - START} ${text}`);
    expect(told).toEqual(["1 cfg {a: 1}", "1 404", "59999 cfg Object"]);
  });

  test("another worker's is not a repeat", () => {
    const { log, records } = open();
    for (const session of ["a.js", "b.js", "b.js"]) log(["same"], { session });
    expect(records.map(({ worker, count }) => [worker?.url, count])).toEqual([
      ["http://app.test/a.js", 1],
      ["http://app.test/b.js", 2],
    ]);
  });

  test("only what follows at once is folded, and nothing over an operation's beginning", () => {
    const { log, records, recorder } = open();
    log(["a"]);
    log(["b"]);
    log(["a"]);
    recorder.separate();
    log(["a"]);
    expect(records.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });
});
