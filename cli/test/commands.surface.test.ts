import { describe, expect, it } from "vitest";
import { createPlugins } from "../../plugins/all/dist/index.js";
import { CATALOGUE } from "../../schema/dist/index.js";
import { flagName } from "../dist/commands/flagName.js";
import { LOOP } from "../dist/help.js";
import { type CommandSpec, createCommands, run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";

/** All of a command that a script can depend on, one line a parameter. */
function surfaceOf({ words, summary, args = [], params, startsDaemon }: CommandSpec): string {
  const parameters = Object.entries(params.properties ?? {}).map(([name, schema]) => {
    const { description: _description, ...rest } = schema;
    const required = params.required?.includes(name) ? "required " : "";
    const spoken = args.includes(name) ? name.toUpperCase() : `--${flagName(name, schema)}`;
    return `  ${spoken}  ${required}${name} ${JSON.stringify(rest)}`;
  });
  const daemon = startsDaemon ? "" : "  starts no daemon\n";
  return `bsk ${words}\n  ${summary}\n${daemon}${parameters.map((line) => `${line}\n`).join("")}`;
}

async function help(...words: string[]): Promise<string> {
  const host = new FakeHost();
  expect(await run([...words, "--help"], host)).toBe(0);
  return host.stdout;
}

/** A command line as a shell splits it. */
function argvOf(line: string): string[] {
  const words = line.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  return words.slice(1).map((word) => word.replace(/^(['"])(.*)\1$/, "$2"));
}

/** Runs it as far as the parser goes: the code of what that refuses. */
async function faultOf(line: string): Promise<string | undefined> {
  const host = new FakeHost();
  await run([...argvOf(line), "--json"], host);
  return /"code": "(invalid_params|invalid_json)"/.exec(host.stdout)?.[1];
}

describe("the surface", () => {
  it("is the one that commands.snapshot.txt shows", async () => {
    const text = [...createCommands(createPlugins()).values()].map(surfaceOf).join("\n");

    await expect(text).toMatchFileSnapshot("commands.snapshot.txt");
  });

  it("names every command in the root help, with its summary there or in its topic's", async () => {
    const root = (await help()).replaceAll(/\s+/g, " ");
    const commands = [...createCommands(createPlugins()).values()];

    for (const { words, summary } of commands) {
      const [topic = "", verb = ""] = words.split(" ");
      expect(root).toMatch(new RegExp(` ${topic}\\b.*${verb}`));
      const shown = verb === "" ? root : (await help(topic)).replaceAll(/\s+/g, " ");
      expect(shown).toContain(summary);
    }
  });

  it("teaches the loop in the root help with commands that this build has", async () => {
    const root = await help();

    for (const line of LOOP) {
      expect(root).toContain(line);
      expect(await faultOf(line)).toBeUndefined();
    }
    expect(root.length).toBeLessThan(4000);
  });

  describe.each([...createCommands(createPlugins()).values()])(
    "bsk $words",
    ({ words, examples = [] }) => {
      it("has examples that its own parser takes", async () => {
        expect(examples.length).toBeGreaterThan(0);
        for (const example of examples) {
          expect(example.startsWith(`bsk ${words}`)).toBe(true);
          if (example === "bsk logs -f") continue; // has no end, and no JSON
          expect(await faultOf(example)).toBeUndefined();
        }
      });
    },
  );

  it("finds what is wrong in an example", async () => {
    expect(await faultOf("bsk debug request n12 --session abcd --prat response")).toBe(
      "invalid_params",
    );
    expect(await faultOf("bsk debug request --session abcd")).toBe("invalid_params");
    expect(await faultOf("bsk debug request n12 --session abcd --max-chars 99999")).toBe(
      "invalid_params",
    );
  });

  it.each([
    ["bsk debug reqests --session abcd", "bsk debug requests"],
    ["bsk sesion start", "bsk session start"],
    ["bsk clik @e1 --session abcd", "bsk click"],
    ["bsk debug request n1 --session abcd --prat response", "--part"],
    ["bsk debug requests --sesion abcd", "--session"],
  ])("meets the typing error in %s with what was meant", async (line, meant) => {
    const host = new FakeHost();

    expect(await run(argvOf(line), host)).toBe(1);
    expect(host.stderr).toContain(
      `Did you mean ${meant.startsWith("-") ? meant : JSON.stringify(meant)}?`,
    );
    expect(host.stderr).toMatch(/^hint: bsk .*--help$/m);
  });

  it("says which build it is", async () => {
    const host = new FakeHost();

    expect(await run(["--version"], host)).toBe(0);
    expect(host.stdout).toBe("bsk dev (build dev)\n");
  });

  it.each([[["help", "debug"]], [["debug"]], [["debug", "--help"]]])(
    "lists a topic for %s",
    async (argv) => {
      const host = new FakeHost();

      await run(argv, host);

      expect(host.stdout).toContain("debug requests");
      expect(host.stdout).not.toContain("tab create");
    },
  );

  it("shows flags, bounds, options and examples in a command's help", async () => {
    const host = new FakeHost();

    await run(["debug", "request", "--help"], host);

    expect(host.stdout).toContain("bsk debug request ID --session TEXT [FLAGS]");
    expect(host.stdout).toContain("(1 to 16384)");
    expect(host.stdout).toContain("metadata|request|response|headers|timing");
    expect(host.stdout).toContain("$ bsk debug request n12 --session abcd --part response");
  });

  it("gives every action of the catalogue that has a command exactly one", () => {
    const words = [...createCommands(createPlugins()).keys()];

    const expected = CATALOGUE.flatMap(({ command }) => (command === undefined ? [] : [command]));

    expect(words).toEqual(expect.arrayContaining(expected));
    expect(new Set(words).size).toBe(words.length);
  });
});
