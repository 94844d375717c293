import { type Recording, validateResult } from "@bsk/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listTimeline } from "../dist/analysis/index.js";
import {
  consoleRecord,
  operationRecord,
  pageRecord,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  runRecord,
  START,
} from "../dist/testing/index.js";

const session = "abcd";
const seed = Number(process.env.FC_SEED ?? Math.floor(Math.random() * 2 ** 31));
const links = { request_ids: [], console_ids: [], links: [] };
const at = (ms: number) => START + ms;

/** A load, a save that fails while another request is open, and what the page said. */
function failedSave(parts: Partial<Recording> = {}): Recording {
  return recordingOf({
    run: runRecord({ next_since: 90 }),
    requests: [
      requestRecord(1, { started_at: at(10), resource_type: "Document", duration_ms: 40 }),
      requestRecord(2, { started_at: at(30), resource_type: "Image", mime_type: "image/png" }),
      requestRecord(3, { started_at: at(1000), method: "POST", status: 422, duration_ms: 118 }),
      requestRecord(4, { started_at: at(1010), duration_ms: 5 }),
      requestRecord(5, { started_at: at(1020), resource_type: "Font", status: 404 }),
    ],
    operations: [
      {
        ...operationRecord(1, {
          started_at: at(990),
          finished_at: at(1050),
          window_end: at(2550),
          observation_end: at(16_050),
          state: "completed",
        }),
        ...links,
      },
    ],
    console: [consoleRecord(1, { at: at(1120), level: "error", text: "save failed 422" })],
    pages: [
      pageRecord(1, { at: at(200), cause: "load", navigation: "navigate" }),
      pageRecord(2, { at: at(1000), cause: "before", operation_id: `${RUN_ID}:a1` }),
      pageRecord(3, {
        at: at(1100),
        cause: "after",
        operation_id: `${RUN_ID}:a1`,
        url: "http://app.test/saved",
      }),
    ],
    rules: [
      {
        record: "rule",
        id: `${RUN_ID}:r1`,
        run_id: RUN_ID,
        sequence: 7,
        match: { url: "/api/" },
        effect: { type: "mock" },
        times: 1,
        state: "enabled",
        hits: 0,
        failures: 0,
        created_at: at(995),
      },
    ],
    replays: [
      {
        record: "replay",
        id: `${RUN_ID}:x1`,
        run_id: RUN_ID,
        sequence: 8,
        key: "k",
        source_request_id: `${RUN_ID}:n3`,
        state: "complete",
        started_at: at(20_000),
      },
    ],
    ...parts,
  });
}

type Params = Omit<Parameters<typeof listTimeline>[1], "session">;

async function read(params: Params = {}, recording = failedSave()) {
  const result = await listTimeline(readerOf(recording), { session, ...params });
  expect(validateResult["debug/timeline"](result)).toBe(true);
  return result;
}

async function ids(params: Params = {}, recording = failedSave()) {
  const { rows } = await read(params, recording);
  return rows.map(({ id, phase }) => id.slice(RUN_ID.length + 1) + (phase ? `:${phase}` : ""));
}

describe("a timeline", () => {
  test("is one list in browser time, a load and a changed address among it", async () => {
    const { rows, matched, total, hidden } = await read();

    expect(rows.map(({ id, offset_ms: ms }) => `${ms} ${id.slice(RUN_ID.length + 1)}`)).toEqual([
      "10 n1",
      "200 g1",
      "990 a1",
      "995 r1",
      "1000 n3",
      "1010 n4",
      "1020 n5",
      "1100 g3",
      "1120 c1",
      "20000 x1",
    ]);
    expect(rows.find(({ id }) => id.endsWith(":g3"))?.navigation).toBe("url_changed");
    expect({ matched, total, hidden }).toEqual({
      matched: 11,
      total: 11,
      hidden: { static: 1, extension: 0 },
    });
  });

  test("leaves out static files that did not fail, and counts them; --all shows them", async () => {
    expect(await ids()).not.toContain("n2");
    expect(await ids()).toContain("n5");
    expect(await ids({ all: true })).toContain("n2");
  });

  test("says of a request and a message which operation they are near", async () => {
    const { rows } = await read({ kind: ["request", "console"], from: "n3" });

    expect(rows.map(({ operation_id: by, relation }) => [by, relation])).toEqual(
      rows.map(() => [`${RUN_ID}:a1`, "window"]),
    );
  });

  test("shows one operation with what is linked to it and what lies in its time", async () => {
    expect(await ids({ operation: "a1" })).toEqual(["a1", "r1", "n3", "n4", "n5", "g3", "c1"]);
    await expect(read({ operation: "a9" })).rejects.toMatchObject({ code: "operation_not_found" });
  });

  test("leaves to the next operation what begins with it", async () => {
    const recording = failedSave();
    const next = { ...operationRecord(2, { started_at: at(995), state: "completed" }), ...links };
    const both = { ...recording, operations: [...recording.operations, next] };

    expect(await ids({ operation: "a1", kind: ["rule"] }, both)).toEqual([]);
    expect(await ids({ operation: "a2", kind: ["rule"] }, both)).toEqual(["r1"]);
  });

  test("adds ends where something else began meanwhile, and only there", async () => {
    expect(await ids({ ends: true, operation: "a1" })).toEqual([
      ...["a1", "r1", "n3", "n4", "n5", "a1:end", "g3", "n3:end", "c1"],
    ]);
  });

  test.each([
    [{ from: "1000", to: "1020" }, "n3 n4 n5"],
    [{ from: "+1000ms", to: "n4" }, "n3 n4"],
    [{ from: `${RUN_ID}:n4`, to: "1100ms" }, "n4 n5 g3"],
    [{ from: "n3:end" }, "c1 x1"],
    [{ from: "a1", to: "a1:end" }, "a1 r1 n3 n4 n5"],
    [{ kind: ["console" as const, "navigation" as const] }, "g1 g3 c1"],
    [{ since: 5 }, "r1 x1"],
  ])("takes the part that %j names", async (params, wanted) => {
    expect((await ids(params)).join(" ")).toBe(wanted);
  });

  test("tells the start of what took no time from its end", async () => {
    const recording = failedSave({ requests: [requestRecord(4, { duration_ms: 0 })] });

    expect(await ids({ to: "n4" }, recording)).toEqual(["n4"]);
    expect(await ids({ from: "n4:end", to: "+5ms" }, recording)).toEqual([]);
  });

  test.each(["n99", "g2", "nonsense", "d000000000000:n1"])(
    "says that %s names no row, and how to see which do",
    async (from) => {
      await expect(read({ from })).rejects.toMatchObject({
        code: "record_not_found",
        hint: "bsk debug timeline --session abcd",
      });
    },
  );

  test("counts what it hides within the part only", async () => {
    const { hidden, matched } = await read({ from: "1000" });

    expect(hidden.static).toBe(0);
    expect(matched).toBe(6);
  });

  test("is read on page by page, each row once, also at an end's row", async () => {
    for (const limit of [1, 2, 3, 5]) {
      const seen: string[] = [];
      let from: string | undefined;
      for (let page = 0; page < 20; page += 1) {
        const params = { ends: true, limit, ...(from === undefined ? {} : { from }) };
        const { rows, next_from: next, past_limit: past } = await read(params);
        seen.push(...rows.map(({ id, phase }) => `${id.slice(RUN_ID.length + 1)}${phase ?? ""}`));
        expect(past > 0).toBe(next !== undefined);
        from = next;
        if (from === undefined) break;
      }
      expect(seen.join(" ")).toBe("n1 g1 a1 r1 n3 n4 n5 a1end g3 n3end c1 x1");
    }
  });

  test("goes on where the budget cut it", async () => {
    const requests = Array.from({ length: 100 }, (_, index) =>
      requestRecord(index + 1, { url: `http://app.test/${"x".repeat(500)}` }),
    );
    const recording = failedSave({ requests });

    const {
      rows,
      next_from: next,
      past_limit: past,
      output,
    } = await read({ budget: 8192, limit: 100 }, recording);
    const rest = await read({ limit: 1, ...(next === undefined ? {} : { from: next }) }, recording);

    expect(output.omitted).toContain("rows");
    expect(rows.length + past).toBe(106);
    expect(rest.rows[0]?.id).toBe(next);
  });

  test("has the same order for equal times, however the evidence comes: kind, then number", async () => {
    const same = { started_at: at(5) };
    const requests = [3, 1, 20, 2].map((number) => requestRecord(number, same));
    const console = [2, 1].map((number) => consoleRecord(number, { at: at(5) }));
    const operations = [2, 1].map((number) => ({ ...operationRecord(number, same), ...links }));
    const pages = [pageRecord(1, { at: at(5), cause: "load" })];
    const shuffled = <T>(list: readonly T[]) =>
      fc.shuffledSubarray([...list], { minLength: list.length });
    await fc.assert(
      fc.asyncProperty(
        shuffled(requests),
        shuffled(console),
        shuffled(operations),
        async (some, messages, done) => {
          const recording = recordingOf({
            requests: some,
            console: messages,
            operations: done,
            pages,
          });
          expect(await ids({}, recording)).toEqual([
            ...["a1", "a2", "n1", "n2", "n3", "n20", "g1", "c1", "c2"],
          ]);
        },
      ),
      { seed, numRuns: 50 },
    );
  });
});
