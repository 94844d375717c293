import { describe, expect, test } from "vitest";
import { readRule } from "../dist/readRule.js";

const URL = "http://localhost:3000/api/profile";
const match = { url: URL };
const block = { type: "block" };
const modify = (parts: object) => ({ match, effect: { type: "modify", ...parts } });
const mock = (parts: object = {}) => ({
  match,
  effect: { type: "mock", status: 200, body: "", ...parts },
});
/** A URL of the match's origin with so many characters. */
const urlOf = (chars: number): string => `${URL}?`.padEnd(chars, "q");
const manyHeaders = Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`x-${i}`, "v"]));
const wideHeaders = Object.fromEntries(
  Array.from({ length: 3 }, (_, i) => [`x-${i}`, "v".repeat(4000)]),
);
let deep: unknown = 1;
for (let level = 0; level < 5000; level += 1) deep = [deep];

/** What a rule may not be, and where its error points. */
const REFUSED: readonly (readonly [place: string, rule: unknown, why?: string])[] = [
  ["rule", null],
  ["rule", []],
  ["rule", "block"],
  ['rule["extra"]', { match, effect: block, extra: 1 }],
  [
    'rule["__proto__"]',
    JSON.parse(`{"match":{"url":"${URL}"},"effect":{"type":"block"},"__proto__":{}}`),
  ],
  ["rule", { match, effect: { type: "mock", status: 200, body: "a".repeat(81 * 1024) } }],
  ["name", { name: "n".repeat(121), match, effect: block }],
  ["name", { name: 5, match, effect: block }],
  ["times", { match, effect: block, times: 101 }],
  ["times", { match, effect: block, times: -1 }],
  ["times", { match, effect: block, times: 1.5 }],
  ["times", { match, effect: block, times: "1" }],
  ["times", { match, effect: block, times: null }],
  ["match", { effect: block }],
  ["match.url", { match: {}, effect: block }],
  ["match.url", { match: { url: "/api" }, effect: block }],
  ["match.url", { match: { url: "*" }, effect: block }],
  ["match.url", { match: { url: "*://app.test/" }, effect: block }],
  ["match.url", { match: { url: "http:app.test/" }, effect: block }],
  ["match.url", { match: { url: "file:///etc/passwd" }, effect: block }],
  ["match.url", { match: { url: "javascript:alert(1)" }, effect: block }],
  ["match.url", { match: { url: "http://*.test/" }, effect: block }],
  ["match.url", { match: { url: "http://app.test:*/" }, effect: block }],
  ["match.url", { match: { url: "http://user:pw@app.test/" }, effect: block }],
  ["match.url", { match: { url: "http://@app.test/" }, effect: block }],
  ["match.url", { match: { url: "http://app.test/#x" }, effect: block }],
  ["match.url", { match: { url: "http://app.test/\n" }, effect: block }],
  ["match.url", { match: { url: "http://app.test/a b" }, effect: block }],
  ["match.url", { match: { url: "http://[::1/" }, effect: block }],
  ["match.url", { match: { url: `http://app.test/${"a".repeat(16_384)}` }, effect: block }],
  ["match.url", { match: { url: urlOf(16_385) }, effect: block }],
  ["effect.url", modify({ url: urlOf(16_385) })],
  ['match["host"]', { match: { url: URL, host: "x" }, effect: block }],
  ["match.method", { match: { url: URL, method: "post" }, effect: block }],
  ["match.method", { match: { url: URL, method: "CONNECT" }, effect: block }],
  ["match.resource_type", { match: { url: URL, resource_type: "Image" }, effect: block }],
  ["effect", { match }],
  ["effect.type", { match, effect: {} }],
  ["effect.type", { match, effect: { type: "constructor" } }],
  ['effect["status"]', { match, effect: { type: "block", status: 200 } }],
  ["effect", modify({})],
  ["effect", modify({ body: "x", json: { remove: ["a"] } })],
  ["effect", modify({ method: "GET", body: "x" })],
  ["effect", { match: { url: URL, method: "HEAD" }, effect: { type: "modify", body: "x" } }],
  ["effect.url", modify({ url: "http://localhost:3001/api" })],
  ["effect.url", modify({ url: "https://localhost:3000/api" })],
  ["effect.url", modify({ url: "http://localhost:3000@evil.test/" })],
  ["effect.url", modify({ url: "//evil.test/" })],
  ["effect.method", modify({ method: "TRACE" })],
  ["effect.body", modify({ body: {} })],
  ["effect.body", modify({ body: "x".repeat(65_537) })],
  ["effect.json", modify({ json: {} })],
  ["effect.json", modify({ json: [] })],
  ['effect.json["merge"]', modify({ json: { merge: {} } })],
  ["effect.json.remove", modify({ json: { remove: "a" } })],
  ["effect.json.remove[0]", modify({ json: { remove: [1] } })],
  ["effect.json.remove", modify({ json: { remove: ["a", "a"] } })],
  ["effect.json.rename", modify({ json: { rename: { a: "a" } } })],
  ['effect.json.rename["a"]', modify({ json: { rename: { a: 1 } } })],
  ['effect.json.set["id"]', modify({ json: { set: { id: 2 ** 53 } } })],
  ['effect.json.set["id"]', modify({ json: { set: { id: [{ x: -(2 ** 60) }] } } })],
  ['effect.json.set["id"]', modify({ json: { set: { id: Number.POSITIVE_INFINITY } } })],
  ['effect.json.set["id"]', modify({ json: { set: { id: deep } } })],
  ["effect.json", modify({ json: { remove: Array.from({ length: 33 }, (_, i) => `k${i}`) } })],
  ["effect.headers", modify({ headers: [] })],
  ["effect.headers", modify({ headers: manyHeaders })],
  ["effect.headers", modify({ headers: wideHeaders })],
  ["effect.headers", modify({ headers: { "X-A": "1", "x-a": "2" } })],
  ['effect.headers["x a"]', modify({ headers: { "x a": "1" } })],
  ['effect.headers["x:"]', modify({ headers: { "x:": "1" } })],
  ['effect.headers[""]', modify({ headers: { "": "1" } })],
  ['effect.headers["x-a"]', modify({ headers: { "x-a": 1 } })],
  ['effect.headers["x-a"]', modify({ headers: { "x-a": "a\r\nset-cookie: b" } })],
  ['effect.headers["x-a"]', modify({ headers: { "x-a": "a\0b" } })],
  ['effect.headers["x-a"]', modify({ headers: { "x-a": "€" } })],
  ['effect.headers["x-a"]', modify({ headers: { "x-a": "v".repeat(4097) } })],
  ...[
    "Host",
    "cookie",
    "Origin",
    "Referer",
    "Content-Length",
    "transfer-encoding",
    "Sec-Fetch-Site",
    "proxy-authorization",
    "user-agent",
    "access-control-request-method",
  ].map((name): [string, unknown] => [
    `effect.headers["${name}"]`,
    modify({ headers: { [name]: null } }),
  ]),
  ["effect.status", mock({ status: 199 })],
  ["effect.status", mock({ status: 600 })],
  ["effect.status", mock({ status: 999 })],
  ["effect.status", mock({ status: 301 })],
  ["effect.status", mock({ status: 302 })],
  ["effect.status", mock({ status: 303 })],
  ["effect.status", mock({ status: 307 })],
  ["effect.status", mock({ status: 308 })],
  ["effect.status", mock({ status: 304 })],
  ["effect.status", mock({ status: "200" })],
  ["effect.status", { match, effect: { type: "mock", body: "" } }],
  ["effect.body", { match, effect: { type: "mock", status: 200 } }],
  ["effect.body", mock({ status: 204, body: "x" })],
  ["effect.body", mock({ status: 205, body: " " })],
  ["effect.body", mock({ body: { a: 1 } })],
  ["effect.delay_ms", mock({ delay_ms: 10_001 })],
  ["effect.delay_ms", mock({ delay_ms: -1 })],
  ['effect.headers["set-cookie"]', mock({ headers: { "set-cookie": "a=b" } })],
  ['effect.headers["content-encoding"]', mock({ headers: { "content-encoding": "gzip" } })],
  ['effect.headers["x-a"]', mock({ headers: { "x-a": null } })],
];

describe("a rule that is given", () => {
  test.each(REFUSED)("is refused at %s: %j", (place, rule) => {
    const read = () => readRule(rule);

    expect(read).toThrowError(expect.objectContaining({ code: "invalid_rule" }));
    expect(read).toThrowError(expect.objectContaining({ data: { place } }));
  });

  test("has the floor's defaults: one match, Fetch and XHR, a mock that is JSON", () => {
    expect(readRule({ match, effect: { type: "mock", status: 200, body: "{}" } })).toEqual({
      match: { url: URL },
      effect: {
        type: "mock",
        status: 200,
        headers: [["content-type", "application/json"]],
        body: "{}",
        delayMs: 0,
      },
      times: 1,
    });
  });

  test("has its URL as the browser writes it, stars and question marks kept", () => {
    expect(
      readRule({ match: { url: "HTTP://LocalHost:80/ä/*?q=*" }, effect: block }).match.url,
    ).toBe("http://localhost/%C3%A4/*?q=*");
  });

  test("keeps what is set as its own JSON text, under any name", () => {
    const json = JSON.parse('{"set":{"__proto__":{"a":[1,2.5,null]},"toString":9007199254740991}}');

    expect(readRule(modify({ json })).effect).toMatchObject({
      json: {
        set: [
          ["__proto__", '{"a":[1,2.5,null]}'],
          ["toString", "9007199254740991"],
        ],
      },
    });
  });

  test("takes a URL of 16384 characters", () => {
    const url = urlOf(16_384);

    expect(readRule({ match: { url }, effect: { type: "modify", url } })).toMatchObject({
      match: { url },
      effect: { url },
    });
  });

  test("may use every bound to the full", () => {
    expect(() =>
      readRule(mock({ body: "x".repeat(65_536), delay_ms: 10_000, status: 599 })),
    ).not.toThrow();
    expect(() => readRule({ ...mock(), name: "n".repeat(120), times: 100 })).not.toThrow();
    expect(() => readRule({ match: { url: URL }, effect: block, times: 0 })).not.toThrow();
  });
});
