import { fileURLToPath } from "node:url";
import {
  redactBody,
  redactHeader,
  redactText,
  redactUrl,
} from "../../core/dist/redaction/index.js";
import { bundled } from "../bundled.mjs";
import { median } from "../statistics.mjs";

const TEXTS = fileURLToPath(
  new URL("../../core/test/redaction/adversarialTexts.ts", import.meta.url),
);
const [SHORT, LONG] = [8 * 1024, 64 * 1024];
const RUNS = {
  text: redactText,
  URL: redactUrl,
  JSON: (text) => redactBody(text, "application/json"),
  "a JSON string": (text) => redactBody(JSON.stringify({ a: text }), "application/json"),
  form: (text) => redactBody(text, "application/x-www-form-urlencoded"),
  HTML: (text) => redactBody(text, "text/html"),
  header: (text) => redactHeader("x-any", text),
};
/** Below this a pair says more about the clock than about the scanner. */
const LEAST_MS = 0.5;

function timed(run, text, rounds) {
  const samples = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    run(text);
    samples.push(performance.now() - from);
  }
  return median(samples);
}

/** The slowest of the texts that a careless scanner searches again and again, at eight times the length. */
export async function measure(bench) {
  const rounds = bench.isQuick ? 3 : 7;
  const code = await bundled(TEXTS);
  const { adversarialTexts } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const [short, long] = [adversarialTexts(SHORT), adversarialTexts(LONG)];
  let slowest = { ms: 0 };
  let steepest = { ratio: 0 };
  for (const [name, run] of Object.entries(RUNS)) {
    for (const [index, text] of long.entries()) {
      const ms = timed(run, text, rounds);
      if (ms < LEAST_MS) continue;
      const found = {
        ms,
        ratio: ms / timed(run, short[index], rounds),
        name,
        text: text.slice(0, 20),
      };
      if (ms > slowest.ms) slowest = found;
      if (found.ratio > steepest.ratio) steepest = found;
    }
  }
  const label = ({ name, text }) => `${name}, \`${JSON.stringify(text).replaceAll("|", "¦")}\``;
  const row = (what, found) => ({
    what: `${what} (${label(found)})`,
    against: "the same at 8 Ki",
    value: found.ratio,
    figures: `${found.ms.toFixed(1)} / ${(found.ms / found.ratio).toFixed(2)} ms`,
    n: rounds,
    bar: 12,
    aim: 9,
    note: "the steps are counted by a test, and grow eightfold; the rest is the machine.",
  });
  return [
    row("redaction at 64 Ki characters, the slowest text", slowest),
    row("redaction at 64 Ki characters, the steepest text", steepest),
  ];
}
