import { redactBody } from "../core/dist/redaction/index.js";

/** Text of about so many characters, without a secret in it: the usual body. */
function jsonOf(shape, size) {
  const items = [];
  for (let index = 0, length = 2; length < size; index++) {
    const item = ITEMS[shape](index);
    items.push(item);
    length += JSON.stringify(item).length + 1;
  }
  return JSON.stringify(items);
}

const WORDS =
  "the quick brown fox jumps over a lazy dog while nobody looks at the clock on the wall ";
const ITEMS = {
  records: (index) => ({
    id: index,
    name: `item ${index}`,
    state: index % 3 === 0 ? "open" : "closed",
    owner: { name: "Ada Lovelace", city: "London" },
    tags: ["red", "green"],
    updated_at: "2026-01-15T10:00:00Z",
  }),
  texts: (index) => ({ id: index, text: WORDS.repeat(1 + (index % 12)) }),
  numbers: (index) => ({ x: index * 1.5, y: index % 97, z: [index, index + 1, -index / 3] }),
};

/** Processor time where it can be had, so that other programs are not in it; a worker has only a clock. */
function now() {
  if (typeof process === "undefined") return performance.now();
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of one run, from as many runs as take long enough to be measured. */
function timed(run) {
  let count = 1;
  for (;;) {
    const from = now();
    for (let index = 0; index < count; index++) run();
    const ms = now() - from;
    if (ms > 5) return ms / count;
    count *= 2;
  }
}

/** Milliseconds of redacting and of parsing and printing the same text, in turn. */
export function compare(shape, size, rounds) {
  const text = jsonOf(shape, size);
  const redact = () => redactBody(text, "application/json");
  const parse = () => JSON.stringify(JSON.parse(text));
  const result = { redact: [], parse: [] };
  for (let round = -1; round < rounds; round++) {
    const one = { redact: timed(redact), parse: timed(parse) };
    if (round < 0) continue; // the first one is compiled on the way
    for (const name of ["redact", "parse"]) result[name].push(one[name]);
  }
  return result;
}
