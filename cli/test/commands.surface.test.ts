import { describe, expect, it } from "vitest";
import { createPlugins } from "../../plugins/all/dist/index.js";
import { CATALOGUE } from "../../schema/dist/index.js";
import { flagName } from "../dist/commands/flagName.js";
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

describe("the surface", () => {
  it("is the one that commands.snapshot.txt shows", async () => {
    const text = [...createCommands(createPlugins()).values()].map(surfaceOf).join("\n");

    await expect(text).toMatchFileSnapshot("commands.snapshot.txt");
  });

  it("lists every command with its summary in the root help", async () => {
    const host = new FakeHost();

    const exitCode = await run(["--help"], host);

    expect(exitCode).toBe(0);
    for (const spec of createCommands(createPlugins()).values()) {
      expect(host.stdout).toContain(spec.words);
      expect(host.stdout).toContain(spec.summary);
    }
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
