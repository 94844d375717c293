import { describe, expect, test } from "vitest";
import { boundHeaders } from "../../dist/capture/boundHeaders.js";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { boundUrl } from "../../dist/capture/boundUrl.js";
import { cutText } from "../../dist/capture/cutText.js";
import { failureText } from "../../dist/capture/failureText.js";
import { initiatorOf } from "../../dist/capture/frames.js";
import { trafficOf } from "../../dist/capture/traffic.js";
import { redactUrl } from "../../dist/redaction/index.js";
import { failed, willBeSent } from "./events.js";

const LONG = "x".repeat(BOUNDS.urlChars);

describe("trap 23: URLs can be huge", () => {
  test("one within the bound is kept as it is", () => {
    const url = `http://a.test/${"p".repeat(BOUNDS.urlChars - 14)}`;
    expect(boundUrl(url)).toEqual({ url, cut: false });
  });

  test.each<[string, string, string]>([
    ["the last, partial parameter goes", `http://a.test/p?a=1&b=${LONG}`, "http://a.test/p?a=1"],
    ["the only one goes with its question mark", `http://a.test/p?a=${LONG}`, "http://a.test/p"],
    ["of a fragment, too", `http://a.test/p#a=1&token=${LONG}`, "http://a.test/p#a=1"],
    [
      "a slash in a value is no place to cut",
      `http://a.test/p?q={"password":"a/${LONG}`,
      "http://a.test/p",
    ],
    ["the last, partial part of a path goes", `http://a.test/p/q/${LONG}`, "http://a.test/p/q"],
    ["a host without end is only its scheme", `http://${LONG}`, "http:"],
    ["what has no part is only its scheme", `javascript:${LONG}`, "javascript:"],
    [
      "a data: URL keeps its type and its length",
      `data:text/plain;base64,${LONG}`,
      "data:text/plain;base64,[2048 chars]",
    ],
    ["a data: URL without a comma", `data:${LONG}`, "data:"],
  ])("%s", (_name, long, url) => {
    expect(boundUrl(long)).toEqual({ url, cut: true });
    expect(redactUrl(url)).toBe(url);
  });
});

describe("headers", () => {
  test("names are lower-case, values are whole", () => {
    expect(boundHeaders({ "X-A": "1", accept: "*/*" })).toEqual({
      headers: { "x-a": "1", accept: "*/*" },
      cut: false,
    });
  });

  test.each<[string, Record<string, string>, string[]]>([
    ["a value over the set's bound", { a: "x".repeat(BOUNDS.headerChars), b: "1" }, ["b"]],
    [
      "what is over the set's bound",
      { a: "x".repeat(2000), b: "x".repeat(2000), c: "x".repeat(200), d: "1" },
      ["a", "b", "d"],
    ],
    [
      "more than so many",
      Object.fromEntries(Array.from({ length: BOUNDS.headerCount + 2 }, (_, at) => [`h${at}`, ""])),
      Array.from({ length: BOUNDS.headerCount }, (_, at) => `h${at}`),
    ],
  ])("%s is left out whole", (_name, raw, kept) => {
    const { headers, cut } = boundHeaders(raw);
    expect(Object.keys(headers)).toEqual(kept);
    expect(cut).toBe(true);
  });

  test("one value may take the whole room of the set", () => {
    const raw = { a: "x".repeat(BOUNDS.headerChars - 1) };
    expect(boundHeaders(raw)).toEqual({ headers: raw, cut: false });
  });

  test("__proto__ is a name like any other", () => {
    const { headers } = boundHeaders(JSON.parse('{"__proto__":"1"}'));
    expect(Object.entries(headers)).toEqual([["__proto__", "1"]]);
  });
});

test.each<[string, number, string]>([
  ["short", 10, "short"],
  ["two words", 5, "two"],
  ["a,b;c]d}e", 8, "a,b;c]d"],
  ["abc", 2, ""],
  ["abc界界", 4, "abc界"],
  ["ab🙂", 3, "ab"],
])("cutting %j to %i gives %j", (text, limit, expected) => {
  expect(cutText(text, limit)).toBe(expected);
});

test("a failure is told in the browser's terms", () => {
  expect(failureText(failed("1", ""))).toBe("unknown");
  expect(failureText(failed("1", "net::ERR_BLOCKED", { blockedReason: "csp" }))).toBe(
    "net::ERR_BLOCKED blocked: csp",
  );
});

test("an initiator keeps its place, its frames and the request it belongs to", () => {
  const call = (functionName: string) => ({
    functionName,
    scriptId: "1",
    url: "http://a.test/a.js",
    lineNumber: 0,
    columnNumber: 0,
  });
  const initiator = initiatorOf(
    {
      type: "script",
      url: "http://a.test/a.js",
      lineNumber: 4,
      columnNumber: 1,
      requestId: "R",
      stack: {
        callFrames: Array.from({ length: 8 }, () => call("f")),
        parent: {
          description: "await",
          callFrames: Array.from({ length: 8 }, () => call("x".repeat(500))),
        },
      },
    },
    (id) => (id === "R" ? "d1:n1" : undefined),
  );
  expect(initiator).toMatchObject({ type: "script", line: 5, column: 2, request_id: "d1:n1" });
  expect(initiator.frames).toHaveLength(BOUNDS.initiatorFrames);
  expect(initiator.frames?.[8]).toEqual({
    url: "http://a.test/a.js",
    line: 1,
    column: 1,
    async: "await",
  });
  expect(initiatorOf({ type: "other" }, () => undefined)).toEqual({ type: "other" });
});

describe("trap 33 and its kin: what kind of thing a request is", () => {
  test.each<[string, Parameters<typeof willBeSent>[1], string]>([
    ["data:", { url: "data:,x" }, "inline"],
    ["blob:", { url: "blob:http://a.test/1" }, "inline"],
    ["an extension's file", { url: "chrome-extension://abc/x.js" }, "extension"],
    [
      "what an extension's script asks for",
      {
        initiator: {
          type: "script",
          stack: {
            callFrames: [
              {
                functionName: "",
                scriptId: "1",
                url: "chrome-extension://abc/x.js",
                lineNumber: 0,
                columnNumber: 0,
              },
            ],
          },
        },
      },
      "extension",
    ],
    [
      "what an extension's page asks for",
      { initiator: { type: "parser", url: "chrome-extension://abc/x.html" } },
      "extension",
    ],
    ["a preflight by its type", { type: "Preflight" }, "preflight"],
    ["a prefetch", { type: "Prefetch" }, "prefetch"],
    ["the page's own", {}, "page"],
  ])("%s", (_name, parts, traffic) => {
    expect(trafficOf(willBeSent("1", parts))).toBe(traffic);
  });
});
