import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  validatePageGetHtmlResult,
  validatePageScreenshotResult,
} from "../../schema/dist/index.js";
import { run } from "../dist/index.js";
import { FakeHost } from "./FakeHost.js";
import { answersFrom } from "./records.js";
import { temporaryFolder } from "./temporaryFolder.js";

const S = ["--session", "abcd"] as const;
const DIALOG = { id: "q1", type: "confirm", message: "sure?" };

async function said(
  answers: Parameters<typeof answersFrom>[0],
  ...argv: string[]
): Promise<string> {
  const host = new FakeHost(answersFrom(answers));
  await run([...argv, ...S], host);
  return host.stdout;
}

describe("the words of a verb", () => {
  it.each([
    [["press", "Enter", "--ref", "@e3"], { key: "Enter", target: "@e3" }],
    [["click", "--ref", "@e3"], { target: "@e3" }],
    [["click", "--selector", "#a b"], { target: "#a b" }],
    [["screenshot", "--ref", "@e3"], { target: "@e3" }],
    [["wheel", "--delta-y", "-200"], { delta_y: -200 }],
    [["click", "@e1", "--modifiers", "Alt,Shift"], { target: "@e1", modifiers: ["Alt", "Shift"] }],
    [["select", "@e1", "--value", "a, b", "--value", "c"], { target: "@e1", value: ["a, b", "c"] }],
    [["hover", "@e1", "--settle", "1s"], { target: "@e1", settle_ms: 1000 }],
    [["dialog", "accept", "Ada L."], { answer: "accept", text: "Ada L." }],
    [["dialog"], {}],
  ])("are read from %j", async (argv, params) => {
    const host = new FakeHost();

    await run([...argv, ...S], host);

    expect(host.calls[0]?.params).toEqual({ session: "abcd", ...params });
  });

  it.each([
    [["click"], "TARGET is missing."],
    [["click", "@e1", "--ref", "@e2"], "TARGET and --ref are the same: give one."],
    [["dialog", "maybe"], '"maybe" is not one of status, accept, dismiss.'],
    [["select", "@e1"], "--value is missing."],
  ])("are refused in %j", async (argv, message) => {
    const host = new FakeHost();

    const exitCode = await run([...argv, ...S], host);

    expect(exitCode).toBe(1);
    expect(host.stderr).toContain(message);
    expect(host.calls).toEqual([]);
  });
});

describe("the text of a verb", () => {
  it("says that a dialog is open, and how to answer it", async () => {
    const clicked = { did: 'click button "Save"', state: "dialog_open", dialog: DIALOG };

    expect(await said({ "page/click": () => clicked }, "click", "@e1")).toBe(
      'click button "Save"\ndialog open: q1 confirm "sure?"\nnext: bsk dialog accept --session abcd\n',
    );
  });

  it("names one next command while a dialog is open, and the operation beside it", async () => {
    const clicked = { did: "click", dialog: DIALOG, operation_id: "d0123456789ab:a3" };

    expect(await said({ "page/click": () => clicked }, "click", "@e1")).toBe(
      'click\ndialog open: q1 confirm "sure?"  during a3\nnext: bsk dialog accept --session abcd\n',
    );
  });

  it("says which tabs opened, which is the session's now, and what of it is not recorded", async () => {
    const opened_tabs = [
      { tab_id: 8, active: false },
      { tab_id: 9, active: true },
    ];
    const clicked = { did: "click link", opened_tabs, recorded_tab_id: 7 };
    const recorded = { did: "click link", opened_tabs, operation_id: "d0123456789ab:a3" };

    expect(await said({ "page/click": () => clicked }, "click", "@e1")).toBe(`click link
opened tab 8
opened tab 9, the session's active tab now
not recorded: the session's capture records tab 7
next: bsk tab select 7 --session abcd
`);
    expect(await said({ "page/click": () => recorded }, "click", "@e1")).toContain(
      "opened tab 8; it is not recorded\nopened tab 9, the session's active tab now; it is not",
    );
  });

  it("says that a click began a download, from where, and that the page stays", async () => {
    const download = { url: "http://h/file", name: 'a "b".bin' };

    expect(
      await said({ "page/click": () => ({ did: "click link", download }) }, "click", "@e1"),
    ).toBe('click link\ndownload "a \\"b\\".bin" from http://h/file; the page stays\n');
  });

  it("says where a page waits that a dialog holds, and that it is where it was without one", async () => {
    const stayed = { url: "http://h/2", reached: "none", title: "P2" };
    const held = { ...stayed, state: "dialog_open", dialog: { ...DIALOG, type: "beforeunload" } };
    const waited = { ...stayed, satisfied: false, waited_ms: 30 };

    const text = await said({ "page/navigate": () => held }, "navigate", "http://h/3");
    const wait = { "page/wait-for-navigation": () => waited };

    expect(text.split("\n").slice(0, 2)).toEqual([
      'waiting at http://h/2  "P2"',
      'dialog open: q1 beforeunload "sure?"',
    ]);
    expect(await said(wait, "wait-for-navigation")).toBe(
      'no navigation arrived after 30ms\nstill at http://h/2  "P2"\n',
    );
  });

  it("says that a page hung and was ended, and which tabs went with it", async () => {
    const arrived = { url: "http://h/", reached: "load", status: 200, ended_tab_ids: [4, 5] };
    const closed = { closed: 4, ended_tab_ids: [4, 5] };
    const ended = `the page hung: its process was ended
tab 5 shared it, and its page crashed
next: bsk reload --session abcd --tab-id 5
`;

    expect(await said({ "page/navigate": () => arrived }, "navigate", "http://h/")).toBe(
      `200 http://h/  load\n${ended}`,
    );
    expect(await said({ "tab/close": () => closed }, "tab", "close", "4")).toBe(
      `closed 4\n${ended}`,
    );
  });

  it("says of how many matches it took the first", async () => {
    const page = { url: "http://h/", html: "<p>", bytes: 3, truncated: false, matches: 3 };
    const waited = { satisfied: true, found: "visible", waited_ms: 3, matches: 3 };

    for (const text of [
      await said({ "page/click": () => ({ did: "click p", matches: 3 }) }, "click", "p"),
      await said({ "page/get-html": () => page }, "get-html", "p"),
      await said({ "page/wait-for-element": () => waited }, "wait-for-element", "p"),
    ])
      expect(text).toMatch(/\n\[?first of 3 matches\]?\n$/);
  });

  it("says what is chosen, and whether a wait was satisfied", async () => {
    const chosen = { did: "select combobox #a", selected: ["Red", "Blue"] };
    const waited = { satisfied: false, found: "hidden", waited_ms: 300 };

    expect(await said({ "page/select": () => chosen }, "select", "#a", "--value", "r")).toBe(
      'select combobox #a  selected "Red", "Blue"\n',
    );
    expect(await said({ "page/wait-for-element": () => waited }, "wait-for-element", "#a")).toBe(
      "not satisfied: hidden after 300ms\n",
    );
  });

  it("lists messages and requests, and says where to go on", async () => {
    const message = {
      seq: 4,
      at: 0,
      level: "error",
      origin: "exception",
      text: "boom\nx",
      count: 2,
    };
    const request = {
      seq: 9,
      at: 0,
      kind: "failure",
      method: "GET",
      url: "http://localhost/a",
      resource_type: "Fetch",
      error_text: "net::ERR_FAILED",
    };
    const place = { next_since: 9, more: 3, dropped: 2 };

    const console = await said(
      { "page/console": () => ({ messages: [message], ...place }) },
      "console",
    );
    const network = await said(
      { "page/network": () => ({ requests: [request], ...place }) },
      "network",
    );

    expect(console).toMatch(/^4 {2}\S+ {2}error uncaught ×2 "boom\\nx"$/m);
    expect(network).toMatch(/^9 {2}\S+ {2}GET net::ERR_FAILED Fetch http:\/\/localhost\/a$/m);
    expect(network).toContain("2 earlier ones are not kept any more");
    expect(network).toContain("3 more  next: bsk network --session abcd --since 9");
  });
});

describe("what is written to files", () => {
  const data = Buffer.from("not really a picture \xff", "latin1");
  const picture = {
    did: "screenshot viewport",
    data: data.toString("base64"),
    bytes: data.length,
    width: 780,
    height: 493,
  };

  it("is a picture byte for byte, under a name of its own where none is given", async () => {
    const host = new FakeHost(answersFrom({ "page/screenshot": () => picture }));
    host.cwd = await temporaryFolder();

    await run(["screenshot", ...S, "--json"], host);

    const report = JSON.parse(host.stdout) as { path: string };
    expect(validatePageScreenshotResult(report)).toBe(true);
    expect(report).toMatchObject({ bytes: data.length, width: 780, height: 493 });
    expect(report).not.toHaveProperty("data");
    expect(report.path).toMatch(/screenshot-\d{8}-\d{6}-\d{3}\.png$/);
    expect(await readFile(report.path)).toEqual(data);
  });

  it("is markup, whole, and never over another file", async () => {
    const asked: unknown[] = [];
    const page = { url: "http://localhost/", html: "<p>ä</p>", bytes: 9, truncated: false };
    const answer = (params: unknown) => {
      asked.push(params);
      return page;
    };
    const host = new FakeHost(answersFrom({ "page/get-html": answer }));
    host.cwd = await temporaryFolder();
    const argv = ["get-html", "--out", "a.html", ...S, "--json"];

    await run(argv, host);
    const report: unknown = JSON.parse(host.stdout);
    const again = await run(argv, host);

    expect(validatePageGetHtmlResult(report)).toBe(true);
    expect(await readFile(join(host.cwd, "a.html"), "utf8")).toBe("<p>ä</p>");
    expect(asked).toEqual([{ session: "abcd", max_bytes: 4 * 1024 * 1024 }]);
    expect(again).toBe(1);
    expect(host.stdout).toContain("file_exists");
  });

  it("is markup, and says what is missing of it, shown or written", async () => {
    const cut = { truncated: true, omitted_chars: 70, unread_fields: 6 };
    const page = { url: "http://localhost/", html: "<p>", bytes: 3, ...cut };
    const host = new FakeHost(answersFrom({ "page/get-html": () => page }));
    host.cwd = await temporaryFolder();

    await run(["get-html", ...S], host);
    await run(["get-html", "--out", "a.html", ...S], host);

    const notes = ["cut after 3 bytes, 70 characters left out", "6 fields were not looked at"];
    for (const note of notes) expect(host.stdout.split(note)).toHaveLength(3);
  });
});
