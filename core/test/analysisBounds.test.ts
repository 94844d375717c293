import type { Recording } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import {
  fitBudget,
  listOperations,
  listPages,
  listRequests,
  readRequest,
  sizeOf,
  type TrimStep,
} from "../dist/analysis/index.js";
import { Core } from "../dist/Core.js";
import { MemoryStore, printableJson, savedReader } from "../dist/index.js";
import { seal } from "../dist/redaction/seal.js";
import {
  operationRecord,
  pageRecord,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  runRecord,
} from "../dist/testing/index.js";
import { field, key, page, read, request, saving } from "./analysis/saving.js";
import { chainOf } from "./capture/chains.js";
import { finished, received, willBeSent } from "./capture/events.js";
import { openNetwork } from "./capture/openNetwork.js";

const session = "abcd";
const many = (count: number) => Array.from({ length: count }, (_, at) => requestRecord(at + 1));
const readerWith = (parts: Partial<Recording>) => readerOf(recordingOf(parts));

function withText(text: string) {
  return requestRecord(1, { response_body: { state: "available", text, chars: text.length } });
}

describe("a reading's defaults", () => {
  test("gives thirty rows where no limit is named, a hundred where they are asked for", async () => {
    const operations = Array.from({ length: 40 }, (_, at) => ({
      ...operationRecord(at + 1),
      request_ids: [],
      console_ids: [],
      links: [],
    }));
    const reader = readerWith({ requests: many(120), operations });

    expect((await listRequests(reader, { session })).requests).toHaveLength(30);
    expect((await listOperations(reader, { session })).operations).toHaveLength(30);
    expect((await listRequests(reader, { session, limit: 100 })).requests).toHaveLength(100);
  });

  test("gives every page where no limit is named", async () => {
    const pages = Array.from({ length: 45 }, (_, at) => pageRecord(at + 1, { cause: "load" }));

    expect((await listPages(readerWith({ pages }), { session })).pages).toHaveLength(45);
  });

  test("gives 4096 characters of a body where no size is named", async () => {
    const reader = readerWith({ requests: [withText("x".repeat(5000))] });

    const { request: row } = await readRequest(reader, { session, id: "n1", part: "response" });

    expect(row.response_body).toMatchObject({ offset: 0, next_offset: 4096, chars: 5000 });
    expect(row.response_body.text).toHaveLength(4096);
  });

  test("ends with an empty page that keeps its cursor", async () => {
    const reader = readerWith({ requests: many(3) });

    expect(await listRequests(reader, { session, since: 3 })).toMatchObject({
      requests: [],
      next_since: 3,
      truncated: false,
    });
  });
});

describe("what is asked for wrongly", () => {
  test("wants the part of a body with a pointer", async () => {
    const reader = readerWith({ requests: [withText("{}")] });

    for (const part of ["metadata", "headers", "timing"] as const)
      await expect(
        readRequest(reader, { session, id: "n1", part, pointer: "/a" }),
      ).rejects.toMatchObject({ code: "invalid_params" });
  });

  test("refuses a field that does not exist, and names those that do", async () => {
    const reader = readerWith({ requests: many(1) });

    for (const name of ["headers", "id", "__proto__", ""])
      await expect(
        listRequests(reader, { session, fields: ["status", name] }),
      ).rejects.toMatchObject({
        code: "invalid_params",
        message: expect.stringContaining("duration_ms"),
      });
  });

  test("compares a URL by its case, and a type as a whole", async () => {
    const reader = readerWith({ requests: [requestRecord(1, { url: "http://app.test/API/x" })] });
    const matched = async (filter: object) =>
      (await listRequests(reader, { session, ...filter })).matched;

    expect(await matched({ url: "/API/" })).toBe(1);
    expect(await matched({ url: "/api/" })).toBe(0);
    expect(await matched({ method: "GE" })).toBe(0);
    expect(await matched({ resource_type: "Fet" })).toBe(0);
  });
});

describe("a pointer", () => {
  test("points into what redaction left, never at the secret", async () => {
    const text = '{"user":{"password":"correct horse","name":"Ada"}}';
    const sealed = seal(new Core().hooks, {
      kind: "request",
      record: { ...withText(""), response_body: { state: "available" } },
      bodies: { response: { text, contentType: "application/json" } },
    });
    if (!sealed) throw new Error("not sealed");
    const store = new MemoryStore();
    await store.write({
      records: [runRecord(), sealed.record],
      bodies: sealed.bodies,
      evicted: [],
    });
    const reader = await savedReader(store, RUN_ID, new AbortController().signal);
    if (!reader) throw new Error("not saved");
    const at = async (pointer: string) =>
      (await readRequest(reader, { session, id: "n1", part: "response", pointer })).request
        .response_body.text;

    expect(await at("/user/name")).toBe('"Ada"');
    expect(await at("/user/password")).toBe('"[redacted:password]"');
  });
});

describe("a budget", () => {
  const long = "x".repeat(300);
  const wide = Array.from({ length: 100 }, (_, at) =>
    requestRecord(at + 1, { url: `http://app.test/${at}?q=${long}`, error: `${long}é` }),
  );

  test.each(["", "\u007f\u200b\ue000"])(
    "fits an answer into every budget of the range, as it is printed, with %j in it",
    async (more) => {
      const url = `http://app.test/${more.repeat(200)}`;
      const requests = wide.map((request) => (more === "" ? request : { ...request, url }));
      const reader = readerWith({ requests });

      for (const budget of [4096, 5000, 8192, 65_536, 262_144]) {
        const answer = await listRequests(reader, { session, limit: 100, budget });
        const printed = printableJson(JSON.stringify(answer, null, 2));
        expect(Buffer.byteLength(printed)).toBeLessThanOrEqual(budget);
        expect(answer.requests.length).toBeGreaterThan(0);
      }
    },
  );

  test("counts bytes, not characters", () => {
    expect(sizeOf("é€😀")).toBe(2 + 2 + 3 + 4);
    // What nobody sees is printed as an escape of six bytes.
    expect(sizeOf("\u007f\u00ad\u200b\ufe0f")).toBe(2 + 4 * 6);
  });

  test("names what it left out, at most twelve, the last for the rest", () => {
    const parts = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`part${at}`, long]));
    const steps = Object.keys(parts).map(
      (name): TrimStep<Record<string, string>> => ({
        name,
        apply: ({ [name]: _gone, ...rest }) => rest,
      }),
    );

    const { output } = fitBudget(parts, { budget: 700, steps });

    expect(output.truncated).toBe(true);
    expect(output.omitted).toHaveLength(12);
    expect(output.omitted.at(0)).toBe("part0");
    expect(output.omitted.at(-1)).toBe("additional_fields");
  });

  test("leaves the stored evidence whole", async () => {
    const recording = recordingOf({ requests: wide });
    const before = JSON.stringify(recording);

    await listRequests(readerOf(recording), { session, limit: 100, budget: 4096 });

    expect(JSON.stringify(recording)).toBe(before);
  });
});

describe("a response that has no body", () => {
  test.each([
    ["HEAD", 200],
    ["GET", 204],
    ["GET", 205],
    ["GET", 304],
  ])("is empty and not asked for: %s %i", async (method, status) => {
    const { say, session: tab, network, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1", { method }));
    say("responseReceived", received("1.1", { status }));
    say("loadingFinished", finished("1.1"));
    await network.bodiesRead();

    expect(record(1).response_body.state).toBe("empty");
    expect(tab.count("Network.getResponseBody")).toBe(0);
  });

  test("of a redirect is none, with its reason", () => {
    const { say, record } = openNetwork();
    for (const [name, params] of chainOf(2)) say(name, params);

    expect(record(1)).toMatchObject({
      state: "redirected",
      response_body: { state: "unavailable", reason: "redirect" },
    });
  });
});

describe("a field chain", () => {
  test("reads 96 scalars, then says that there were more", async () => {
    const parts = saving({ later: [page(5, 3000, [field("Ada")], { cause: "load" })] });
    const body = (count: number) => {
      const rest = Array.from({ length: count - 1 }, (_, at) => `"k${at}":${at}`).join(",");
      return { state: "available" as const, text: `{"displayName":"Ada L.",${rest}}` };
    };
    const chain = async (count: number) => {
      const requests = [request(1, 1050, { method: "POST", request_body: body(count) })];
      const { evidence } = await read({ ...parts, requests });
      return { gaps: evidence.gaps, chain: evidence.fields.find((one) => one.key === key) };
    };

    expect((await chain(96)).chain?.submitted).toMatchObject([{ value: "Ada L." }]);
    expect((await chain(96)).gaps).not.toContain("payload_partial");
    const over = await chain(97);
    expect(over.gaps).toContain("payload_partial");
    expect(over.chain?.submitted.some(({ value }) => value === "Ada L.")).toBe(false);
  });
});
