import { describe, expect, it } from "vitest";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results } from "./records.js";

const [row] = results["debug/history"].runs;

async function shown(parts: object, ...flags: string[]): Promise<string> {
  const host = new FakeHost(
    answersFrom({ "debug/history": () => ({ ...results["debug/history"], ...parts }) }),
  );
  expect(await run(["debug", "history", "--session", "abcd", ...flags], host)).toBe(0);
  return host.stdout;
}

describe("the history as text", () => {
  it("shows one row a run: id, state, start, length, size, name, counts and pins", async () => {
    const [head, line, next] = (await shown({})).split("\n");

    expect(head).toBe("1 run of this session");
    expect(line).toMatch(
      /^d3f0c2a91b7e4 +stopped +2026-01-15 12:04:31\.220 +12s +20\.0K kept +"Save fails" +18 requests.*2 pinned$/,
    );
    expect(next).toBe("next: bsk debug summary --session abcd --run-id d3f0c2a91b7e4");
  });

  it("says whose a run is, and that another session's is not readable here", async () => {
    const foreign = { ...row, session_id: "efgh", is_owned: false, stopped_at: undefined };
    const text = await shown({ runs: [foreign], total: 7, next_offset: 1 }, "--all");

    expect(text).toContain("7 runs in this browser profile");
    expect(text).toMatch(/efgh.*not readable here/);
    expect(text).toContain("next: bsk debug history --session abcd --all --offset 1");
  });

  it("of nothing names the command that begins", async () => {
    expect(await shown({ runs: [], total: 0 })).toBe(
      "0 runs\nnext: bsk debug start --session abcd\n",
    );
  });
});
