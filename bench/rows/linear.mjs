import { Core, listFolds, listRequests, summarize } from "../../core/dist/index.js";
import {
  operationRecord,
  readerOf,
  recordingOf,
  requestRecord,
  START,
} from "../../core/dist/testing/index.js";
import { createPlugins } from "../../plugins/all/dist/index.js";
import { cpuMs, interleave, median } from "../statistics.mjs";

const SIZES = [20, 200, 2000];
const session = "abcd";

function recordingWith(count) {
  const requests = Array.from({ length: count }, (_, index) =>
    requestRecord(index + 1, {
      url: `http://app.test/api/kind${index % 40}/${index}?page=${index}`,
      duration_ms: index % 90,
      resource_type: "Fetch",
      started_at: START + index * 10,
    }),
  );
  const operations = Array.from({ length: Math.ceil(count / 20) }, (_, index) => ({
    ...operationRecord(index + 1, {
      state: "completed",
      started_at: START + index * 200,
      finished_at: START + index * 200 + 50,
    }),
    ...{ request_ids: [], console_ids: [], links: [] },
  }));
  return recordingOf({ requests, operations });
}

/** What reading a run costs by its size, in Node: once, ten times and a hundred times the records. */
export async function measure(bench) {
  const core = new Core(createPlugins());
  const reads = {
    "debug requests (text)": (reader) => listFolds(reader, { session }),
    "debug requests --json": (reader) => listRequests(reader, { session }),
    "debug summary": (reader) => summarize(reader, { session }),
    "debug aggregate": (reader) => core.analyze("aggregate", {}, reader),
  };
  const readers = SIZES.map((size) => readerOf(recordingWith(size)));
  const rows = [];
  for (const [what, read] of Object.entries(reads)) {
    const cases = Object.fromEntries(
      SIZES.map((size, index) => [
        size,
        async () => {
          const from = cpuMs();
          await read(readers[index]);
          return cpuMs() - from;
        },
      ]),
    );
    await interleave(cases, 5); // compiled by now
    const ms = await interleave(cases, bench.isQuick ? 5 : 30);
    const [one, ten, hundred] = SIZES.map((size) => median(ms[size]));
    rows.push({
      what: `\`${what}\` over 2,000 requests`,
      against: "over 200 (linear: × 10)",
      value: hundred / ten,
      figures: `20: ${one.toFixed(2)}, 200: ${ten.toFixed(2)}, 2,000: ${hundred.toFixed(2)} ms of CPU`,
      n: ms[20].length,
    });
  }
  return rows;
}
