import { describe, expect, it } from "vitest";
import { run as runCli } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, results, run } from "./records.js";

async function print(
  argv: readonly string[],
  answer: Readonly<Record<string, unknown>>,
): Promise<string> {
  const answers = Object.entries(answer).map(([method, result]) => [method, () => result] as const);
  const host = new FakeHost(answersFrom(Object.fromEntries(answers)));
  await runCli([...argv], host);
  return host.stdout;
}

describe("what became of a person's tab", () => {
  it("is said with who allowed the borrow", async () => {
    const text = await print(["tab", "borrow", "7", "--session", "abcd"], {
      "tab/borrow": { ...(results["tab/borrow"] as object), confirmed: "session" },
    });

    expect(text.split("\n")[1]).toBe("allowed by the person, for this session");
  });

  it("is said with the window it is in, and what of its place was gone", async () => {
    const lost = { returned: 7, window_id: 3, not_restored: ["window", "group"] };
    const returned = { ...lost, released_run_ids: [run.id] };

    const text = await print(["tab", "return", "7", "--session", "abcd"], {
      "tab/return": returned,
    });

    expect(text).toBe(
      `returned 7 to window 3; gone meanwhile: its window and its group
run ${run.id} saved, for the person alone: this session reads it no more\n`,
    );
  });

  it("is said at the end of its session, with what stays open and why", async () => {
    const text = await print(["session", "stop", "abcd"], {
      "session/stop": {
        stopped: ["abcd"],
        failed: [],
        returned_tab_ids: [7, 9],
        return_failures: [{ tab_id: 8, code: "internal", message: "It does not move." }],
      },
    });

    expect(text).toBe(
      "stopped abcd\nreturned tabs 7 9\ntab 8 not returned, left open: internal: It does not move.\n",
    );
  });
});

describe("a session in the list", () => {
  const session = { id: "abcd", browser: "main", started_at: 0, window_id: 3 };

  it("has its tabs, the borrowed ones and what records", async () => {
    const facts = { tab_ids: [2, 7], borrowed_tab_ids: [7], capturing: ["d0123456789ab"] };

    const text = await print(["session", "list"], {
      "session/list": { sessions: [{ ...session, ...facts }] },
    });

    expect(text).toContain("window 3  tabs 2,7  borrowed 7  capturing d0123456789ab");
  });

  it("says of a browser that did not answer that its tabs are not known", async () => {
    const text = await print(["session", "list"], { "session/list": { sessions: [session] } });

    expect(text).toContain("window 3  tabs unknown  its browser is not connected");
  });
});
