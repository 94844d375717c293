import { describe, expect, it } from "vitest";
import { run as runCli } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results } from "./records.js";

async function text(...argv: string[]): Promise<string> {
  const host = new FakeHost(answersFrom());
  expect(await runCli([...argv, "--session", "abcd"], host)).toBe(0);
  return host.stdout;
}

describe("a timeline as text", () => {
  it("has one aligned row each, from the start of the run", async () => {
    const lines = (await text("debug", "timeline")).split("\n");

    expect(lines.slice(1, 8)).toEqual([
      '  +200ms  g1   navigate  /api/profile  "Profile"',
      '  +990ms  a3   click button "Save"  agent  completed 61ms',
      "  +995ms  r1   rule modify /api/  enabled, hits 1",
      " +1234ms  n12  POST 422 118ms /api/profile  a3 window cache",
      ' +1300ms  c4   error ×2 "save failed 422" profile.js:41:9  a3 window',
      " +1352ms  n12  end of POST 422 118ms",
      "+12000ms  x1   replay of n12  complete 20ms  sent n14",
    ]);
  });

  it("marks what nothing but the time joins to the operation", async () => {
    const said = await text("debug", "timeline", "--operation", "a3");

    expect(said).toContain("enabled, hits 1  in its time\n");
    expect(said).not.toMatch(/ms {2}n12 .* in its time/);
    expect(await text("debug", "timeline")).not.toContain("in its time");
  });

  it("says what it left out and why, and where it reads on with the same filters", async () => {
    const said = await text("debug", "timeline", "--operation", "a3", "--kind", "request,console");

    expect(said).toContain(
      "18 not shown: 12 static, 1 extension, 5 past --limit 30; --all shows every request",
    );
    expect(said).toContain(
      "next: bsk debug timeline --session abcd --kind request,console --operation a3 --from n14:end",
    );
  });
});

it("names the run in every next command where a long id named it", async () => {
  const from = "d3f0c2a91b7e4:a3";

  expect(await text("debug", "timeline", "--from", from)).toContain(
    "next: bsk debug timeline --session abcd --run-id d3f0c2a91b7e4 --from n14:end",
  );
});

describe("a search as text", () => {
  it("marks the match, says where it is, and how it is read there", async () => {
    const said = await text("debug", "search", "name_required");

    expect(said).toContain("103 or more matches in 5 places: request 100, page 3");
    expect(said).toContain(
      'n12  response body at 18  {"error":{"code":"«name_required»"\\n\\u202e  ×100+  POST 422 /api/profile',
    );
    expect(said).toContain("displayName: «name_required»  and 2 later");
    expect(said).toContain("3 not shown: past --limit 50");
    expect(said).toContain(
      "not searched: 3 response body omitted (body_limit), 1 response body only as far as kept",
    );
    expect(said).toContain(
      "next: bsk debug request n12 --session abcd --part response --offset 18",
    );
  });

  it("leads to the page reading that it found", async () => {
    const sample = results["debug/search"];
    const match = sample?.matches.find(({ kind }) => kind === "page");
    if (!sample || !match) throw new Error("no sample");
    const found = { ...sample, matches: [{ ...match, page_offset: 34 }] };
    const host = new FakeHost(answersFrom({ "debug/search": () => found }));

    await runCli(["debug", "search", "x", "--session", "abcd"], host);

    expect(host.stdout).toContain(
      "next: bsk debug pages --session abcd --all --offset 34 --limit 1",
    );
  });

  it("does not repeat what was looked for, on no stream", async () => {
    const host = new FakeHost(answersFrom());
    await runCli(["debug", "search", "hunter2hunter2", "--session", "abcd", "-vv"], host);

    expect(host.stdout + host.stderr).not.toContain("hunter2");
  });

  it("prints its rows as ndjson", async () => {
    const said = await text("debug", "search", "x", "--format", "ndjson");

    expect(said.trim().split("\n")).toHaveLength(2);
  });
});

it("says of a request that was waited for how long, and how its answer is read", async () => {
  const said = await text("debug", "wait-for", "--url", "/api/", "--timeout", "2s");

  expect(said).toContain("waited 61ms");
  expect(said).toContain("n12  POST  422  118ms");
  expect(said).toContain("next: bsk debug request n12 --session abcd --part response");
});
