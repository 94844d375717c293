import { fileURLToPath } from "node:url";
import {
  redactBody,
  redactHeader,
  redactText,
  redactUrl,
} from "../../core/dist/redaction/index.js";
import { bundled } from "../bundled.mjs";
import { cpuMs, interleave, ratio } from "../statistics.mjs";

const TEXTS = fileURLToPath(
  new URL("../../core/test/redaction/adversarialTexts.ts", import.meta.url),
);
const [SHORT, LONG] = [8 * 1024, 64 * 1024];
const RUNS = {
  text: redactText,
  URL: redactUrl,
  JSON: (text) => redactBody(text, "application/json"),
  "a JSON string": (text) => redactBody(text, "application/json"),
  form: (text) => redactBody(text, "application/x-www-form-urlencoded"),
  HTML: (text) => redactBody(text, "text/html"),
  header: (text) => redactHeader("x-any", text),
};
/** Below this a pair says more about the clock than about the scanner. */
const LEAST_MS = 2;
/** So many of the steepest at first sight are looked at again. */
const SUSPECTS = 4;

function timed(run, text) {
  const from = cpuMs();
  run(text);
  return cpuMs() - from;
}

/** The best of a few: what is compiled or collected meanwhile is not the scanner's. */
function quick(run, text) {
  return Math.min(...[1, 2, 3].map(() => timed(run, text)));
}

function* pairs(texts) {
  const [short, long] = [texts(SHORT), texts(LONG)];
  for (const [name, run] of Object.entries(RUNS)) {
    for (const [index, text] of long.entries())
      yield { name, run, long: text, short: short[index] };
  }
}

/** The slowest of the texts that a careless scanner searches again and again, at eight times the length. */
export async function measure(bench) {
  const code = await bundled(TEXTS);
  const { adversarialTexts } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const seen = [];
  for (const pair of pairs(adversarialTexts)) {
    const ms = quick(pair.run, pair.long);
    if (ms >= LEAST_MS) seen.push({ ...pair, ms, steepness: ms / quick(pair.run, pair.short) });
  }
  const [slowest] = seen.sort((one, other) => other.ms - one.ms);
  const steep = seen.sort((one, other) => other.steepness - one.steepness).slice(0, SUSPECTS);
  const measured = [];
  for (const { name, run, long, short } of [slowest, ...steep]) {
    const cases = { long: () => timed(run, long), short: () => timed(run, short) };
    await interleave(cases, 5);
    const ms = await interleave(cases, bench.isQuick ? 7 : 30);
    measured.push({ name, long, ...ratio(ms.long, ms.short, "ms of CPU") });
  }
  const [first, ...rest] = measured;
  const steepest = rest.sort((one, other) => other.value - one.value)[0];
  return [row("the slowest text", first), row("the steepest text", steepest)];
}

function row(which, { name, long, ...rest }) {
  const text = JSON.stringify(long.slice(0, 20)).replaceAll("|", "¦");
  return {
    what: `redaction at 64 Ki characters, ${which} (${name}, \`${text}\`)`,
    against: "the same at 8 Ki",
    ...rest,
    bar: 12,
    aim: 9,
    note: "a test counts the scanner's steps, which grow eightfold; the rest is memory and the machine.",
  };
}
