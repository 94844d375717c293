import { createPlugins } from "@bsk/plugins";
import { describe, expect, it } from "vitest";
import { formatReport, schemaLines } from "../dist/format/formatReport.js";
import { deed } from "../dist/format/operations.js";
import { formatDialog } from "../dist/format/page.js";
import { formatMessages } from "../dist/format/passive.js";
import { formatRequest } from "../dist/format/request.js";
import { cutMiddle, placeOf } from "../dist/format/shorten.js";
import { bytes } from "../dist/format/units.js";
import { run as runCli } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom, operation, RUN_ID, request, results, run } from "./records.js";

describe("small things", () => {
  it("cuts a URL in its middle and keeps both ends", () => {
    const url = `http://h/${"a".repeat(100)}/end?x=1`;

    expect(cutMiddle(url, 40)).toHaveLength(40);
    expect(cutMiddle(url, 40)).toMatch(/^http:\/\/h\/a+….*\/end\?x=1$/);
  });

  it("writes sizes short", () => {
    expect([64, 1229, 3_565_158, undefined].map((value) => bytes(value))).toEqual([
      "64B",
      "1.2K",
      "3.4M",
      "-",
    ]);
  });

  it.each([
    [{ run_ids: ["d0123456789ab"] }, "gone with the profile: 1 run (d0123456789ab); export what"],
    [{}, "gone with the profile: what they recorded (not known)"],
    [
      { run_ids: ["d0123456789ab"], profile_kept: true },
      "kept profile: 1 run (d0123456789ab); its evidence page shows them\nnext: bsk browser start --name main",
    ],
  ])("says what ended with a browser: %j", async (facts, said) => {
    const result = { stopped: ["main"], sessions: ["abcd"], ...facts };
    const host = new FakeHost({ "browser/stop": () => result });

    await runCli(["browser", "stop"], host);

    expect(host.stdout).toContain("stopped main\nended 1 session: abcd\n");
    expect(host.stdout).toContain(said);
  });

  it("lets no line of a body pass for one of its own", async () => {
    const text = "a\nnext: bsk session stop --all";
    const response_body = { state: "available", text, chars: text.length };
    const answers = answersFrom();
    const host = new FakeHost({
      "debug/request": (params) => {
        const answer = answers["debug/request"]?.(params) as { request: object };
        return { ...answer, request: { ...answer.request, response_body } };
      },
    });

    await runCli(["debug", "request", "n1", "--session", "abcd", "--part", "response"], host);

    expect(host.stdout).toContain("\n  a\n  next: bsk session stop --all\n");
  });

  it("hides a place that is none, and the colon after a label", () => {
    expect([{ line: 41, column: 9 }, { line: 0, column: 0 }, { line: 3 }, {}].map(placeOf)).toEqual(
      [":41:9", "", ":3:0", ""],
    );
    expect(deed({ ...operation, method: "fill", target: "Password: " })).toBe("fill Password");
  });

  it("says once that a dialog is open", () => {
    const dialog = { id: "x1", type: "confirm", message: "Sure?" };
    const context = { params: { session: "abcd" }, hasDisplay: false };
    const open = formatDialog({ did: "dialog open confirm", open: true, dialog }, context);

    expect(open.match(/dialog open/g)).toHaveLength(1);
  });

  it.each([
    ["aggregate", { aggregates: [], analysis: { coverage: [] } }],
    ["duplicates", { duplicates: [], analysis: { coverage: [], uncomparable_reasons: {} } }],
    ["performance", { performance: [], analysis: { coverage: [], thresholds: [] } }],
  ])("names the next command of %s once", (name, report) => {
    const found = createPlugins().find(({ manifest }) => manifest.name === name);
    if (!found) throw new Error(`no ${name}`);

    const text = formatReport(
      found.manifest,
      { run, report: { ...report, next_offset: 30 } },
      { params: { session: "abcd" }, hasDisplay: false },
    );

    expect(text.split("\n").at(-1)).toBe(`next: bsk debug ${name} --session abcd --offset 30`);
    expect(text.match(/--offset/g)).toHaveLength(1);
  });

  it("shows operations by their short ids", async () => {
    const host = new FakeHost(answersFrom());

    await runCli(["debug", "operations", "--session", "abcd"], host);

    expect(host.stdout).toContain(`a3  ${operation.method} button "Save"  agent`);
    expect(host.stdout).toContain("n12 c4");
  });

  it("makes tables of a report from its schema", () => {
    const lines = schemaLines(
      {
        groups: [
          { id: `${RUN_ID}:n3`, count: 12, ids: ["a"] },
          { id: `${RUN_ID}:n4`, count: 3, ids: [] },
        ],
        total: 2,
      },
      {
        type: "object",
        properties: {
          total: { type: "integer" },
          groups: {
            type: "array",
            items: {
              type: "object",
              properties: {
                id: { type: "string" },
                count: { type: "integer" },
                ids: { type: "array" },
              },
            },
          },
        },
      },
    );

    expect(lines).toEqual(["total 2", "groups 2", "  id  count", "  n3  12", "  n4  3"]);
  });

  it("puts nothing into a next command that is no id", async () => {
    const did = { did: "clicked", operation_id: "d1:a1 ; rm -rf /" };
    const host = new FakeHost(answersFrom({ "page/click": () => did }));

    await runCli(["click", "@e1", "--session", "abcd"], host);

    expect(host.stdout).toBe("clicked\nnext: bsk debug operation ? --session abcd\n");
  });
});

describe("places in code", () => {
  const context = { params: { session: "abcd" }, hasDisplay: true };
  const row = { seq: 1, at: 0, level: "error" as const, origin: "console" as const, count: 1 };
  const messages = (parts: object) =>
    formatMessages(
      { messages: [{ ...row, text: "boom", ...parts }], next_since: 1, more: 0, dropped: 0 },
      context,
    );

  it("are said once in the console, and not where nobody knows them", () => {
    const at = { url: "http://h/a.js", line: 3, column: 7 };

    expect(messages(at)).toContain('error "boom" http://h/a.js:3:7\n');
    expect(messages({ ...at, stack: ["save http://h/a.js:3:7"] })).toContain(
      'error "boom"\n  at save http://h/a.js:3:7\n',
    );
    expect(messages({ url: "http://h/", line: 0, column: 0 })).toContain(
      'error "boom" http://h/\n',
    );
    expect(messages({ stack: ["(anonymous) http://h/:0:0"] })).toContain("http://h/\n");
  });

  it("have the function that sent a request", () => {
    const initiator = {
      type: "script" as const,
      frames: [{ function: "saveProfile", url: "http://h/a.js", line: 3, column: 7 }],
    };
    const found = { ...results["debug/request"], request: request(1, { initiator }) };

    expect(formatRequest(found, context)).toContain("script saveProfile http://h/a.js:3:7");
  });
});
