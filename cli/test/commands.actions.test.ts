import { describe, expect, it } from "vitest";
import { CATALOGUE, validateResult } from "../../schema/dist/index.js";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results } from "./records.js";

/** How each command is called with nothing but what it needs. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  "browser forget": ["work"],
  blur: ["@e1", "--session", "abcd"],
  click: ["@e1", "--session", "abcd"],
  "debug operation": ["a3", "--session", "abcd"],
  "debug pin": ["n12", "--session", "abcd"],
  "debug request": ["n12", "--session", "abcd"],
  "debug search": ["name_required", "--session", "abcd"],
  "debug unpin": ["n12", "--session", "abcd"],
  evaluate: ["document.title", "--session", "abcd"],
  fill: ["@e1", "--value", "Ada", "--session", "abcd"],
  focus: ["@e1", "--session", "abcd"],
  hover: ["@e1", "--session", "abcd"],
  navigate: ["http://localhost:3000", "--session", "abcd"],
  press: ["Enter", "--session", "abcd"],
  "scroll-to": ["@e1", "--session", "abcd"],
  select: ["@e1", "--value", "r", "--session", "abcd"],
  "session stop": ["abcd"],
  "tab borrow": ["7", "--session", "abcd"],
  "tab close": ["7", "--session", "abcd"],
  "tab return": ["7", "--session", "abcd"],
  "tab select": ["7", "--session", "abcd"],
  "wait-for-element": ["@e1", "--session", "abcd"],
};

/**
 * `bsk pair` is two calls, and prints between them (commands.pair.test.ts); `capabilities` adds who printed it
 * (commands.single.test.ts); a screenshot is a file (commands.page.test.ts).
 */
const APART: readonly string[] = ["debug capabilities", "pair", "screenshot"];
const called = CATALOGUE.filter(
  ({ command = "pair", wire }) => !APART.includes(command) && wire !== false,
);

describe.each(called)("bsk $command", ({ method, command = "", params }) => {
  const needsSession = params.required?.includes("session");
  const argv = [
    ...command.split(" "),
    ...(ARGUMENTS[command] ?? (needsSession ? ["--session", "abcd"] : [])),
  ];

  it("prints with --json the action's result and nothing else", async () => {
    const host = new FakeHost(answersFrom());

    const exitCode = await run([...argv, "--json"], host);

    expect(host.stderr).toBe("");
    expect(exitCode).toBe(0);
    const printed: unknown = JSON.parse(host.stdout);
    expect(printed).toEqual(results[method as keyof typeof results]);
    expect(validateResult[method as keyof typeof validateResult](printed)).toBe(true);
  });

  it("prints text that is not JSON without it", async () => {
    const host = new FakeHost(answersFrom());

    const exitCode = await run(argv, host);

    expect(exitCode).toBe(0);
    expect(host.stdout.endsWith("\n")).toBe(true);
    expect(host.stdout.length).toBeGreaterThan(1);
    expect(() => JSON.parse(host.stdout)).toThrow();
  });

  it("closes its connection", async () => {
    const host = new FakeHost(answersFrom());

    await run(argv, host);

    expect(host.opened.length).toBeGreaterThan(0);
    expect(host.closed).toBe(1);
  });
});
