import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT, until, Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

/** The examples of the documents, typed word for word: what stands there is what a run prints. */
describe("the examples in the documents", { timeout: 300_000 }, () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;

  beforeAll(async () => {
    workspace = await Workspace.create();
    shop = await startShop();
    await workspace.text("browser", "start", "--headless");
  });

  afterAll(async () => {
    await shop?.close();
    await workspace?.close();
  });

  it.each([["README.md"], ["docs/agents.md"]])("of %s", async (file) => {
    const session = (await workspace.text("session", "start")).trim();
    const steps = stepsOf(readFileSync(join(ROOT, file), "utf8"));
    const isOfSetup = ({ words }: Step): boolean =>
      /^(?:browser|session) start/.test(words.join(" "));
    const said = { documents: "", real: "" };

    for (const { words, output } of steps.filter((step) => !isOfSetup(step))) {
      const argv = words.map((word) =>
        word.replace("http://127.0.0.1:4173", shop.url).replace(/^abcd$/, session),
      );
      const run = async (): Promise<true> => {
        const text = await workspace.text(...argv);
        const real = said.real + text.replaceAll(shop.url, "http://127.0.0.1:4173");
        const told = said.documents + output;
        expectSame(settled(real.replaceAll(session, "abcd")), settled(told));
        Object.assign(said, { documents: told, real });
        return true;
      };
      // What is read of the run may have to come in first; what is done is done once.
      if (words[0] === "debug" && words[1] !== "start") await until(words.join(" "), run);
      else await run();
    }
    expect(steps.length).toBeGreaterThan(4);
    await workspace.text("session", "stop", session);
  });
});

/** Names the first line that differs: of two long texts a report shows the beginnings. */
function expectSame(real: string, told: string): void {
  const [is, says] = [real.split("\n"), told.split("\n")];
  const at = says.findIndex((line, index) => line !== is[index]);
  if (at !== -1) throw new Error(`"${is[at]}" is printed where "${says[at]}" stands`);
  expect(real).toBe(told);
}

interface Step {
  readonly words: readonly string[];
  /** What stands below it, each line ended. */
  readonly output: string;
}

function stepsOf(document: string): Step[] {
  const blocks = [...document.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map(
    ([, block = ""]) => block,
  );
  return blocks
    .flatMap((block) => block.split(/^\$ bsk /m).slice(1))
    .map((step) => {
      const [line = "", ...output] = step.replace(/\n+$/, "").split("\n");
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? "",
      );
      return { words, output: output.map((text) => `${text}\n`).join("") };
    });
}

/** Without what differs from run to run: times, ids, cursors, a page's icon, and the columns that widths move. */
function settled(text: string): string {
  const known = new Map<string, string>();
  return text
    .replace(/\bd[0-9a-f]{12}\b/g, "RUN")
    .replace(/\btab \d+/g, "tab TAB")
    .replace(/\d\d:\d\d:\d\d\.\d{3}/g, "CLOCK")
    .replace(/--since \d+/g, "--since CURSOR")
    .replace(/ of \d+ match/g, " of SOME match")
    .replace(/\b[\d.]+(?:ms|s)\b( slow)?/g, "TIME")
    .replace(/\b([ng])\d+\b/g, (id, letter: string) => {
      const name = known.get(id) ?? `${letter.toUpperCase()}${known.size + 1}`;
      known.set(id, name);
      return name;
    })
    .replace(/(\S) {2,}/g, "$1 ");
}
