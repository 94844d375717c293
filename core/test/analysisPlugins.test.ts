import { type Recording, validateResult } from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { analyzeRun, capabilities, declaredReader } from "../dist/analysis/index.js";
import { Core } from "../dist/Core.js";
import type { EvidenceReader } from "../dist/EvidenceReader.js";
import type { Evidence, Plugin } from "../dist/Plugin.js";
import {
  matches,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  runSample,
} from "../dist/testing/index.js";
import { collect } from "./storage/openLog.js";

const session = "abcd";
const readerWith = (parts: Partial<Recording>) => readerOf(recordingOf(parts));
const short = (rows: readonly { readonly id: string }[]) =>
  rows.map(({ id }) => id.slice(RUN_ID.length + 1));

describe("a plugin's reader", () => {
  test("gives what is declared and refuses the rest by name", async () => {
    const reader = readerWith({ requests: [requestRecord(1)] });
    const calls: { readonly [E in Evidence]: (reader: EvidenceReader) => Promise<unknown> } = {
      run: (given) => given.run(),
      requests: (given) => collect(given.requests()),
      bodies: (given) => given.body(`${RUN_ID}:n1`, "request"),
      operations: (given) => collect(given.operations()),
      console: (given) => collect(given.console()),
      pages: (given) => collect(given.pages()),
      visits: (given) => collect(given.visits()),
      rules: (given) => collect(given.rules()),
      replays: (given) => collect(given.replays()),
    };
    const every = Object.keys(calls) as Evidence[]; // the type above asks for each kind and no other

    for (const declared of every) {
      const limited = declaredReader(reader, { name: "mine", reads: [declared] });
      expect(limited.signal).toBe(reader.signal);
      for (const what of every) {
        const called = (async () => calls[what](limited))();
        if (what === declared) await called;
        else
          await expect(called).rejects.toMatchObject({
            code: "evidence_not_declared",
            data: { plugin: "mine", what },
          });
      }
    }
  });
});

const accept = Object.assign(() => true, { errors: null });

/** Lists the ids of all requests, in pages. */
const pager: Plugin = {
  manifest: {
    name: "pager",
    summary: "Lists ids.",
    api: 1,
    params: { type: "object", properties: { offset: { type: "integer" } } },
    result: { type: "object" },
    reads: ["requests"],
    live: false,
  },
  validators: { params: accept, result: accept },
  apply(core) {
    core.hooks.analyze.for("pager").tapPromise("pager", async (params, reader) => {
      const rows: object[] = [];
      for await (const { id } of reader.requests()) rows.push({ id, text: "t".repeat(100) });
      const offset = typeof params.offset === "number" ? params.offset : 0;
      return { rows: rows.slice(offset), small: [1, 2], count: rows.length };
    });
  },
};

describe("an analyzer's answer", () => {
  const requests = Array.from({ length: 60 }, (_, index) => requestRecord(index + 1));

  test("comes with the run, within its budget, and says where to read on", async () => {
    const core = new Core([pager]);
    const seen: unknown[] = [];
    let offset = 0;
    for (let page = 0; page < 60 && offset < 60; page++) {
      const params = { session, name: "pager", params: { offset }, budget: 4096 };
      const result = await analyzeRun(core, readerWith({ requests }), params);
      expect(validateResult["debug/analyze"](result)).toBe(true);
      const rows = result.report.rows as unknown as readonly { readonly id: string }[];
      seen.push(...short(rows));
      offset = typeof result.report.next_offset === "number" ? result.report.next_offset : 60;
    }

    expect(seen).toEqual(requests.map((_, index) => `n${index + 1}`));
  });

  test("that needs no cut is whole", async () => {
    const result = await analyzeRun(
      new Core([pager]),
      readerWith({ requests: requests.slice(0, 3) }),
      { session, name: "pager", params: {} },
    );

    expect(result.report).toMatchObject({ count: 3 });
    expect(result.output).toEqual({ budget: 65536, truncated: false, omitted: [] });
  });
});

describe("capabilities", () => {
  test("name actions, analyzers, limits and what is not recorded", () => {
    const offline = capabilities({
      plugins: [pager],
      extension: null,
    });
    const online = capabilities({
      plugins: [],
      extension: { version: "1", build: "b" },
    });

    expect(offline.capabilities.unsupported).toEqual([
      "shared_worker_requests",
      "websocket_frames",
      "event_source_messages",
      "binary_bodies",
      "popup_capture",
      "iframe_fields",
      "iframe_vitals",
      "cpu_profiles",
      "recorded_screenshots",
      "response_rewriting",
      "cross_origin_replay",
    ]);
    expect(offline.capabilities).toMatchObject({
      schema_version: 1,
      extension: null,
      analyzers: [{ name: "pager", reads: ["requests"], live: false, parameters: ["offset"] }],
      redaction: { rules: expect.arrayContaining(["password"]) as unknown },
    });
    expect(offline.capabilities.actions.map(({ name }) => name)).toContain("debug/requests");
    expect(offline.capabilities.limits).toMatchObject({ body_chars: 65536 });
    expect(offline.capabilities.storage.bounds).toMatchObject({ run_requests: 2000, run_pins: 20 });
    expect(offline.note).toBeDefined();
    expect(online.note).toBeUndefined();
    for (const result of [offline, online])
      expect(validateResult["debug/capabilities"](result)).toBe(true);
  });
});

describe("the test kit", () => {
  test("compares a subset, and numbers within their tolerance", () => {
    expect(matches({ a: 1, b: [{ c: "100±10" }] }, { a: 1, b: [{ c: 109, d: 0 }], e: 2 })).toEqual(
      [],
    );
    expect(matches("100±10", 111)).toEqual(["/: expected 100±10, got 111"]);
    expect(matches("-1.5±0.5", -2)).toEqual([]);
    expect(matches("1±1", "1±1")).toEqual([]);
    expect(matches({ a: { b: 1 } }, { a: { b: 2 } })).toEqual(["/a/b: expected 1, got 2"]);
    expect(matches({ a: 1 }, {})).toEqual(["/a: expected 1, got undefined"]);
    expect(matches([1], [1, 2])).toEqual(["/: expected 1 entries, got 2"]);
    expect(matches([1], { 0: 1 })).toHaveLength(1);
    expect(matches({}, [])).toHaveLength(1);
    expect(matches(null, undefined)).toHaveLength(1);
    expect(matches({ ["__proto__"]: undefined }, {})).toEqual([]);
  });

  test("runs a sample through the core, its validators with it", async () => {
    const sample = {
      case: { description: "two requests", params: {} },
      recording: recordingOf({ requests: [requestRecord(1), requestRecord(2)] }),
      report: { count: "2±0" },
    };

    expect(await runSample(pager, sample)).toEqual([]);
    expect(await runSample(pager, { ...sample, report: { count: 3 } })).toEqual([
      "/count: expected 3, got 2",
    ]);
  });
});
