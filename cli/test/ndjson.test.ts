import { describe, expect, it } from "vitest";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results } from "./records.js";

const list = ["debug", "requests", "--session", "abcd"];

describe("--format ndjson", () => {
  it("prints the rows of a list one a line, its cursor on stderr", async () => {
    const host = new FakeHost(answersFrom());

    expect(await run([...list, "--format", "ndjson"], host)).toBe(0);

    const { requests } = results["debug/requests"];
    expect(
      host.stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(requests);
    expect(host.stderr).toMatch(/^next_since \d+$/m);
  });

  it("says nothing beside the rows with --quiet", async () => {
    const host = new FakeHost(answersFrom());

    await run([...list, "--format=ndjson", "--quiet"], host);

    expect(host.stderr).toBe("");
  });

  it("keeps a row on its line and off the terminal's controls", async () => {
    const [first] = results["debug/console"].console;
    const text = "a\nb\u001b[2J\u202e";
    const host = new FakeHost(
      answersFrom({
        "debug/console": () => ({ ...results["debug/console"], console: [{ ...first, text }] }),
      }),
    );

    await run(["debug", "console", "--session", "abcd", "--format", "ndjson"], host);

    expect(host.stdout.split("\n")).toHaveLength(2);
    expect(host.stdout).not.toContain("\u001b");
    expect(host.stdout).not.toContain("\u202e");
    expect(JSON.parse(host.stdout)).toMatchObject({ text });
  });

  it("refuses what is no list, and prints that as JSON", async () => {
    const host = new FakeHost(answersFrom());

    expect(await run(["debug", "summary", "--session", "abcd", "--format", "ndjson"], host)).toBe(
      1,
    );
    expect(JSON.parse(host.stdout)).toMatchObject({ code: "invalid_params" });
  });

  it("is one of three formats", async () => {
    const [json, bad] = [new FakeHost(answersFrom()), new FakeHost(answersFrom())];

    await run([...list, "--format", "json"], json);
    expect(JSON.parse(json.stdout)).toEqual(results["debug/requests"]);
    expect(await run([...list, "--format", "xml"], bad)).toBe(1);
    expect(bad.stderr).toContain("is not one of text, json, ndjson");
  });
});
