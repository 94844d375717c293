import { readFileSync } from "node:fs";
import type { RunRecord } from "@bsk/schema";
import { describe, expect, it } from "vitest";
import { coverageNotes, exportName, runNotices, searchRuns } from "../dist/tsc/panel/model/runs.js";
import { bytes, counted, duration } from "../dist/tsc/panel/model/units.js";
import { oneLine, visible } from "../dist/tsc/panel/model/visible.js";
import {
  BODY_REASONS,
  bodySentence,
  flagSentence,
  GAPS,
  hasBodyGap,
} from "../dist/tsc/panel/model/words.js";

const run: RunRecord = {
  record: "run",
  id: "d0123456789ab",
  session_id: "abcd",
  tab_id: 1,
  name: "Save fails",
  url: "http://app.test/profile",
  started_at: 1,
  state: "stopped",
  counts: {
    requests: 1,
    operations: 0,
    console: 0,
    pages: 0,
    errors: 0,
    dropped_requests: 0,
    dropped_operations: 0,
    dropped_console: 0,
  },
  coverage: [{ flag: "from_start" }],
  next_since: 1,
  durable_sequence: 1,
};

describe("captured text on the page", () => {
  it.each([
    ["an escape", "\u001b[31mred", "\\x1b[31mred"],
    ["a direction override", "user\u202egnp.exe", "user\\u202egnp.exe"],
    ["a zero-width joiner between letters", "pa\u200dss", "pa\\u200dss"],
    ["a lone surrogate", "a\ud800b", "a\\ud800b"],
    ["a tag character", "a\u{E0041}b", "a\\u{e0041}b"],
    ["a line separator", "a\u2028b", "a\\u2028b"],
    ["a carriage return", "a\rb", "a\\x0db"],
  ])("spells out %s", (_name, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it("keeps lines, tabs, markup and emoji as they are", () => {
    const text = "<b>\n\tvalue</b> 👩\u200d💻 ❤\ufe0f";

    expect(visible(text)).toBe(text);
  });

  it("stays on its line and within its length in a list", () => {
    const text = `${"a".repeat(500)}\n${"b".repeat(100_000)}`;

    const shown = oneLine(text, 100);

    expect(shown).toHaveLength(100);
    expect(shown).toMatch(/^a+…b+$/);
    expect(oneLine("a\nb")).toBe("a⏎b");
  });
});

describe("what is known of a body", () => {
  it("is a sentence with its reason", () => {
    expect(bodySentence({ state: "omitted", reason: "body_limit", bytes: 90_000 })).toBe(
      "Left out: it is larger than what is kept, 90,000 bytes.",
    );
    expect(bodySentence({ state: "available", chars: 24 })).toBe("Available, 24 characters kept.");
  });

  it.each([
    [{ state: "truncated" }, true],
    [{ state: "unavailable", reason: "not_read" }, true],
    [{ state: "evicted", reason: "storage_failed" }, true],
    [{ state: "omitted", reason: "redirect" }, false],
    [{ state: "empty" }, false],
    [{ state: "available" }, false],
  ] as const)("is a gap or not: %j", (body, isGap) => {
    expect(hasBodyGap(body)).toBe(isGap);
  });
});

describe("a run", () => {
  it("tells interruption, storage trouble and what was dropped", () => {
    const counts = { ...run.counts, dropped_requests: 3, dropped_console: 2 };

    const notices = runNotices({ ...run, state: "interrupted", storage_error: "x", counts });

    expect(notices).toHaveLength(3);
    expect(notices[2]).toBe("Partial: 3 requests, 2 console entries were dropped for room.");
    expect(runNotices(run)).toEqual([]);
  });

  it("tells its own gaps before what holds for every run", () => {
    const coverage: RunRecord["coverage"] = [
      { flag: "from_start" },
      { flag: "evidence_write_failed", count: 2 },
    ];

    const notes = coverageNotes({ ...run, coverage });

    expect(notes.map(({ isGap }) => isGap)).toEqual([true, false]);
    expect(notes[0]?.text).toBe("Evidence could not be written. (2 times)");
  });

  it.each([
    ["evidence_storage_limit", "Requests were dropped: the run's storage was full. (2 times)"],
    ["evidence_write_backlog", "Evidence was dropped: writing did not keep up. (2 times)"],
    ["evidence_write_failed", "Evidence could not be written. (2 times)"],
    ["evidence_read_failed", "Evidence could not be read back. (2 times)"],
  ] as const)("tells as its own gap: %s", (flag, text) => {
    const coverage = [{ flag, count: 2 }];

    expect(coverageNotes({ ...run, coverage })).toEqual([{ text, isGap: true }]);
  });

  it("has a sentence for each flag that a run can have", () => {
    const file = new URL("../../schema/records/coverage.json", import.meta.url);
    const { properties } = JSON.parse(readFileSync(file, "utf8")) as {
      readonly properties: { readonly flag: { readonly enum: readonly string[] } };
    };

    expect(properties.flag.enum.length).toBeGreaterThan(30);
    expect(properties.flag.enum.filter((flag) => flagSentence(flag) === flag)).toEqual([]);
  });

  it("has each flag, gap and reason in docs/gaps.md, in the same words", () => {
    const text = readFileSync(new URL("../../docs/gaps.md", import.meta.url), "utf8");
    const file = new URL("../../schema/records/coverage.json", import.meta.url);
    const { properties } = JSON.parse(readFileSync(file, "utf8")) as {
      readonly properties: { readonly flag: { readonly enum: readonly string[] } };
    };
    const told = [...text.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, ...row]) => row);

    expect(told).toEqual([
      ...properties.flag.enum.map((flag) => [flag, flagSentence(flag)]),
      ...GAPS,
      ...BODY_REASONS,
    ]);
  });

  it("shows a flag that it does not know by its name", () => {
    expect(flagSentence("later_flag")).toBe("later_flag");
  });

  it.each(["save", "APP.test", "0123", "abcd", " "])("is found by %j", (text) => {
    expect(searchRuns([run], text)).toEqual([run]);
  });

  it("is not found by what it does not hold", () => {
    expect(searchRuns([run], "nothing")).toEqual([]);
  });

  it("is exported under its id, whatever its name says", () => {
    expect(exportName({ ...run, name: "../../etc/passwd" })).toBe("bsk-d0123456789ab.json");
  });
});

describe("numbers", () => {
  it("carry their unit, or are a dash", () => {
    expect([duration(42), duration(1204), duration(65_000), duration(undefined)]).toEqual([
      "42 ms",
      "1.20 s",
      "1 min 5 s",
      "–",
    ]);
    expect([bytes(812), bytes(1234), bytes(undefined)]).toEqual(["812 B", "1.2 kB", "–"]);
    expect([counted(1, "run"), counted(2000, "run")]).toEqual(["1 run", "2,000 runs"]);
  });
});
