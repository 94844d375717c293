import { describe, expect, it } from "vitest";
import { createPlugins } from "../../../plugins/all/dist/index.js";
import { createCommands } from "../../dist/index.js";
import { mayRunInDaemon } from "../../dist/thin/mayRunInDaemon.js";

/** They start no daemon, but where one runs they say what it says. */
const REPORTS: readonly string[] = ["status", "browser list", "browsers"];

describe("what is offered to the daemon", () => {
  it.each([
    "--json debug requests --session abcd",
    "debug requests --session abcd",
    "fill @e1 --value x --session abcd",
    "evaluate -- --help",
    "no-such-command",
  ])("is a command: %s", (line) => {
    expect(mayRunInDaemon(line.split(" "))).toBe(true);
  });

  it.each([
    "",
    "--json",
    "--version",
    "--help",
    "help debug",
    "debug requests --help",
    "debug requests -h",
    "plugin new toy",
    "debug aggregate --input run.json",
    "debug aggregate --input=run.json",
    "daemon stop",
    "--quiet doctor",
  ])("is not what is the user's process's own: %s", (line) => {
    expect(mayRunInDaemon(line.split(" ").filter(Boolean))).toBe(false);
  });

  it("is no command that only reports from outside, nor one that only waits", () => {
    const quiet = [...createCommands(createPlugins()).values()].filter(
      ({ startsDaemon, words }) => !startsDaemon && !REPORTS.includes(words),
    );

    expect(quiet.length).toBeGreaterThan(3);
    expect(quiet.filter(({ words }) => mayRunInDaemon(words.split(" ")))).toEqual([]);
  });
});
