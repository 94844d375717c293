import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { Workspace } from "../harness/index.js";
import { compareRun } from "./compare/compareRun.js";
import { type Good, type Proof, prove } from "./mutate/prove.js";
import { TRAP_PAGES } from "./pages/index.js";
import { Player } from "./play.js";
import { describe, isClean, lastLine, type PageResult } from "./report.js";
import { saveSamples } from "./samples.js";
import { OracleSite } from "./site/OracleSite.js";

const USAGE = "usage: npm run oracle -- [--page NAME]… [--json] [--seed N] [--save FILE.jsonl]";

/** Mutations of the run that was just made: the comparer must find each. */
const LIES = 200;
/** A page of more requests than this is left out of the proof: each lie compares all of it again. */
const MOST_REQUESTS = 200;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      page: { type: "string", multiple: true },
      json: { type: "boolean", default: false },
      seed: { type: "string" },
      save: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  const unknown = values.page?.filter((name) => !TRAP_PAGES.some((page) => page.name === name));
  if (values.help || unknown?.length) {
    console.log(`${USAGE}\npages: ${TRAP_PAGES.map(({ name }) => name).join(" ")}`);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const pages = TRAP_PAGES.filter(({ name }) => values.page?.includes(name) ?? true);
  const say = values.json ? () => {} : (text: string) => console.log(text);
  const goods: Good[] = [];
  const results: PageResult[] = [];
  const site = await OracleSite.start(TRAP_PAGES);
  const workspace = await Workspace.create({ isDirect: true });
  try {
    const player = await Player.open(site, workspace);
    for (const page of pages) {
      const { log, run } = await player.play(page);
      const sides = { log, run, isOrdered: page.isOrdered === true };
      const comparison = compareRun(sides);
      results.push({ page, comparison });
      if (run.requests.length <= MOST_REQUESTS) goods.push({ name: page.name, sides, comparison });
      say(describe({ page, comparison }));
    }
  } finally {
    await workspace.close();
    await site.close();
  }
  const proof =
    goods.length > 0 ? prove(goods, LIES, Number(values.seed ?? randomInt(2 ** 31))) : undefined;
  if (proof) say(proofLine(proof));
  if (values.save !== undefined) saveSamples(values.save, goods);
  if (values.json) console.log(JSON.stringify(jsonOf(results, proof)));
  else console.log(lastLine(results));
  if (!isClean(results) || (proof?.missed.length ?? 0) > 0) process.exitCode = 1;
}

function proofLine({ seed, made, missed }: Proof): string {
  const lines = missed.map((lie) => `  not found: ${lie}`);
  return [
    `proof: ${made} lies told of these runs, ${made - missed.length} found (seed ${seed})`,
    ...lines,
  ].join("\n");
}

function jsonOf(results: readonly PageResult[], proof: Proof | undefined): object {
  return {
    pages: results.map(({ page, comparison }) => ({
      name: page.name,
      traps: page.traps,
      ...comparison,
    })),
    ...(proof ? { proof } : {}),
    line: lastLine(results),
  };
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exitCode = 1;
});
