import type { ActionResults } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, type CommandResult, draw, until, Workspace } from "../harness/index.js";
import { startSituations } from "../sites/index.js";
import type { Outcome, Scene, Situation, Words } from "./Situation.js";

/** A deadline of the extension may not be longer than this, unless a command asks for it. */
const LIMIT_MS = 5000;

interface Timed {
  readonly name: string;
  readonly ms: number;
}

/**
 * Plays `count` situations or a few more in one browser, or all of them: each ends with a session that can be used.
 */
export function play(title: string, table: readonly Situation[], count: number): void {
  const stories = storiesOf(table);
  const share = Math.ceil((count * stories.length) / table.length);
  const situations = draw(title, stories, share).flat();
  describe(title, () => {
    let scene: Scene | undefined;
    const closing: (() => Promise<unknown> | unknown)[] = [];
    const times: Timed[] = [];

    beforeAll(async () => {
      scene = await openScene(closing);
    });
    afterAll(async () => {
      for (const close of closing.splice(0).reverse()) await close();
      const slowest = [...times].sort((one, other) => other.ms - one.ms).slice(0, 3);
      const rows = slowest.map(({ name, ms }) => `${Math.round(ms)} ms ${name}`);
      console.log(`${title}: ${situations.length} situations, slowest: ${rows.join("; ")}`);
    });

    it.each(situations.map((situation) => [situation.name, situation] as const))(
      "%s",
      async (name, situation) => {
        if (!scene) throw new Error("the browser did not start");
        try {
          times.push({ name, ms: await playOne(scene, situation) });
        } catch (error) {
          await startOver(scene);
          throw error;
        }
      },
    );
  });
}

/** A situation without a page of its own goes on where the one before it ended. */
function storiesOf(table: readonly Situation[]): readonly (readonly Situation[])[] {
  const stories: Situation[][] = [];
  for (const situation of table) {
    const story = situation.page === undefined ? stories.at(-1) : undefined;
    if (story) story.push(situation);
    else stories.push([situation]);
  }
  return stories;
}

async function openScene(closing: (() => Promise<unknown> | unknown)[]): Promise<Scene> {
  const site = await startSituations();
  closing.push(() => site.close());
  const workspace = await Workspace.create({ isDirect: true });
  closing.push(() => workspace.close());
  const { browser } = await workspace.json<ActionResults["browser/start"]>(
    ...["browser", "start", "--headless", "--cdp-port", "0"],
  );
  const cdp = await CdpClient.connect(browser.cdp_port ?? 0);
  closing.push(() => cdp.close());
  const session = (await workspace.text("session", "start")).trim();
  const tab = async () => {
    const words = ["tab", "list", "--scope", "agent", "--session", session, "--json"];
    const { stdout } = await workspace.run(words);
    const { tabs } = JSON.parse(stdout) as ActionResults["tab/list"];
    const own = tabs.filter(({ origin }) => origin !== "person");
    const found = own.find(({ active }) => active) ?? own.at(-1);
    if (!found) throw new Error("the session has no tab");
    return { tab_id: found.tab_id, target_id: found.target_id ?? "" };
  };
  return { workspace, site, session, cdp, tab };
}

/** What failed here is no reason for the next to fail. */
async function startOver({ workspace, session }: Scene): Promise<void> {
  await workspace.run(["dialog", "dismiss", "--session", session]);
  await workspace.run(["tab", "create", "--session", session]);
}

/** How long the command itself took, ms. */
async function playOne(scene: Scene, situation: Situation): Promise<number> {
  const { page, before = [], setUp, run, cancelAfterMs, after = [], log, holds } = situation;
  if (page !== undefined) await command(scene, ["navigate", `SITE${page}`], {});
  for (const words of before) await command(scene, words, {});
  await setUp?.(scene);
  const argv = await argvOf(scene, run);
  const startedAt = performance.now();
  const result = await scene.workspace.run(
    argv,
    cancelAfterMs === undefined ? {} : { signal: AbortSignal.timeout(cancelAfterMs) },
  );
  const ms = performance.now() - startedAt;
  judge(argv, result, situation);
  if (cancelAfterMs !== undefined) await untilIdle(scene);
  for (const [words, outcome = {}] of after) await command(scene, words, outcome);
  const ask = log === undefined ? (holds ?? "true") : `JSON.stringify(log.join(" "))`;
  const wanted = log === undefined ? "true" : JSON.stringify(log);
  await until(`${ask} is ${wanted}`, async () => {
    const said = await command(scene, ["evaluate", ask], {});
    const { text } = JSON.parse(said.stdout) as ActionResults["page/evaluate"];
    if (text !== wanted) throw new Error(text);
    return true;
  });
  return ms;
}

/** A command that was cancelled keeps its slot until the extension has ended it. */
async function untilIdle({ workspace, session }: Scene): Promise<void> {
  await workspace.run(["debug", "wait", "--session", session]);
}

async function command(scene: Scene, words: Words, outcome: Outcome): Promise<CommandResult> {
  const argv = await argvOf(scene, words);
  const result = await scene.workspace.run(argv);
  judge(argv, result, outcome);
  return result;
}

function judge(argv: Words, { code, stdout, stderr }: CommandResult, outcome: Outcome): void {
  const what = `bsk ${argv.join(" ")}\n${stdout}${stderr}`;
  expect(code, what).toBe(outcome.exit ?? 0);
  const said = JSON.parse(stdout) as { code?: string; message?: string; data?: { ms?: number } };
  if (outcome.code !== undefined) expect(said.code, what).toBe(outcome.code);
  const text = code === 0 ? stdout : (said.message ?? "");
  if (typeof outcome.says === "string") expect(text, what).toContain(outcome.says);
  else if (outcome.says) expect(text, what).toMatch(outcome.says);
  if (outcome.json) expect(said, what).toMatchObject(outcome.json);
  if (code !== 0 && !argv.includes("--timeout")) {
    expect(said.data?.ms ?? 0, what).toBeLessThan(LIMIT_MS);
  }
}

async function argvOf(scene: Scene, words: Words): Promise<Words> {
  const { site, session } = scene;
  const argv: string[] = [];
  for (const word of words) {
    if (word.startsWith("ref:")) argv.push(await refTo(scene, word.slice(4)));
    else if (word === "TAB") argv.push(String((await scene.tab()).tab_id));
    else argv.push(word.replaceAll("SITE", site.url).replaceAll("CROSS", site.crossOrigin));
  }
  return [...argv, "--session", session, "--json"];
}

async function refTo(scene: Scene, line: string): Promise<string> {
  return until(`a ref for ${line}`, async () => {
    const { stdout } = await command(scene, ["snapshot"], {});
    const { tree } = JSON.parse(stdout) as ActionResults["page/snapshot"];
    const found = tree.split("\n").find((text) => text.includes(line));
    const ref = found === undefined ? undefined : /@e\d+/.exec(found)?.[0];
    if (ref === undefined) throw new Error(tree);
    return ref;
  });
}
