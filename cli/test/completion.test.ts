import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createPlugins } from "../../plugins/all/dist/index.js";
import { validateCompletionReport } from "../../schema/dist/index.js";
import { createCommands, run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";

async function scriptFor(shell: string): Promise<string> {
  const host = new FakeHost();
  expect(await run(["completion", shell], host)).toBe(0);
  expect(host.opened).toEqual([]);
  return host.stdout;
}

function shell(program: string, argv: readonly string[], input: string) {
  return spawnSync(program, [...argv], { input, encoding: "utf8", timeout: 20_000 });
}

/** Whether a shell is installed here; where it is not, its script is only looked at. */
function has(program: string): boolean {
  return shell(program, ["-c", "exit 0"], "").status === 0;
}

/** What a real bash offers for the last of these words, for each line of words. */
function offers(script: string, lines: readonly (readonly string[])[]): string[][] {
  const asks = lines.map((words) => {
    const line = ["bsk", ...words].map((word) => `'${word}'`).join(" ");
    return `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _bsk; echo "\${COMPREPLY[*]-}"`;
  });
  const { stdout, stderr } = shell("bash", [], `set -u\n${script}\n${asks.join("\n")}\n`);
  expect(stderr).toBe("");
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split(" ").filter(Boolean));
}

describe("bsk completion", () => {
  it("is a script that bash takes, and registers itself", async () => {
    const script = await scriptFor("bash");

    expect(shell("bash", ["-n"], script)).toMatchObject({ status: 0, stderr: "" });
    expect(shell("bash", [], `${script}\ncomplete -p bsk`).stdout).toContain("-F _bsk bsk");
  });

  it.each([
    [["deb"], ["debug"]],
    [["debug", "pi"], ["pin"]],
    [
      ["debug", "requ"],
      ["request", "requests"],
    ],
    [["debug", "request", "n12", "--po"], ["--pointer"]],
    [
      ["debug", "request", "n12", "--part", "re"],
      ["request", "response"],
    ],
    [["debug", "requests", "--session", "abcd", "--kind", "b"], ["business"]],
    [["debug", "requests", "--session", ""], []],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["help", "ses"], ["session"]],
  ])("offers what can stand at %j", async (words, expected) => {
    expect(offers(await scriptFor("bash"), [words])).toEqual([expected]);
  });

  it("offers every command and every flag of the table", async () => {
    const script = await scriptFor("bash");
    const commands = [...createCommands(createPlugins()).values()].map(({ words }) =>
      words.split(" "),
    );

    const words = offers(script, commands);
    const flags = offers(
      script,
      commands.map((parts) => [...parts, "--"]),
    );

    commands.forEach((parts, index) => {
      expect(words[index]).toContain(parts.at(-1));
      expect(flags[index]).toContain("--json");
    });
    expect(flags[commands.findIndex((parts) => parts.join(" ") === "debug pin")]).toEqual(
      expect.arrayContaining(["--session", "--run-id", "--tab-id", "--budget"]),
    );
  });

  it.runIf(has("zsh"))("is a script that zsh takes", async () => {
    expect(shell("zsh", ["-n"], await scriptFor("zsh"))).toMatchObject({ status: 0, stderr: "" });
  });

  it.runIf(has("fish"))("is a script that fish takes", async () => {
    expect(shell("fish", ["-n"], await scriptFor("fish"))).toMatchObject({ status: 0, stderr: "" });
  });

  it("gives zsh the same function, and fish a line a flag", async () => {
    expect(await scriptFor("zsh")).toContain(await scriptFor("bash"));
    expect(await scriptFor("fish")).toMatch(
      /^complete -c bsk -f -n '__bsk_at "debug request"' -l part -x -a 'metadata .*timing' -d /m,
    );
  });

  it("is JSON with --json, and refuses a shell it does not know", async () => {
    const host = new FakeHost();
    const other = new FakeHost();

    await run(["completion", "bash", "--json"], host);
    expect(validateCompletionReport(JSON.parse(host.stdout))).toBe(true);
    expect(await run(["completion", "ksh"], other)).toBe(1);
    expect(other.stderr).toContain("is not one of bash, zsh, fish");
  });
});
