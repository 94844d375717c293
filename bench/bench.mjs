// `npm run bench [-- --quick] [ROW…]`: measures, prints a line a row, writes RESULTS.md.
import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Bench } from "./Bench.mjs";
import { commitId, line, load, machine, markdown } from "./report.mjs";

const here = dirname(fileURLToPath(import.meta.url));
/** The quiet ones first; memory before a capture has grown the worker. */
const ORDER = ["memory", "text", "command", "capture", "redaction", "worst", "linear"];

const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const asked = words.filter((word) => !word.startsWith("--"));
const unknown = asked.filter((name) => !ORDER.includes(name));
if (unknown.length > 0 || readdirSync(join(here, "rows")).length !== ORDER.length) {
  console.error(`error: no row ${unknown.join(", ")}\nhint: npm run bench -- ${ORDER.join(" ")}`);
  process.exit(1);
}

const bench = await Bench.start({ isQuick });
const rows = [];
try {
  console.log(machine(bench.browser));
  for (const name of ORDER.filter((one) => asked.length === 0 || asked.includes(one))) {
    const { measure } = await import(`./rows/${name}.mjs`);
    const measured = (await measure(bench)).map((row) => ({ ...row, load: load() }));
    for (const row of measured) console.log(line(row));
    rows.push(...measured);
  }
} finally {
  await bench.close();
}
if (asked.length === 0) {
  const { browser } = bench;
  const page = markdown(rows, { browser, isQuick, commit: commitId(dirname(here)) });
  writeFileSync(join(here, "RESULTS.md"), page);
  console.log("\nwrote bench/RESULTS.md");
}
