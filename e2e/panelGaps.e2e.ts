import {
  consoleRecord,
  operationRecord,
  pageRecord,
  RUN_ID,
  requestRecord,
  runRecord,
  START,
} from "@bsk/core/testing";
import type { ActionResults } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, ExtensionPage, type Seed, seedRun, Workspace } from "./harness/index.js";

const field = { key: "http://app.test/|f|name:city", name: "city", label: "City" };
/** A run that began late and was cut short: nothing in it is whole. */
const SEED: Seed = {
  run: runRecord({
    state: "interrupted",
    stop_reason: "browser_restarted",
    stopped_at: START + 900,
    storage: { requests: 2, bytes: 900, dropped: 0, pins: 0 },
    coverage: [
      { flag: "task_tab" },
      { flag: "initial_load_not_recorded" },
      { flag: "interrupted_checkpoint", count: 1 },
    ],
  }),
  records: [
    operationRecord(1, {
      state: "interrupted",
      before: `${RUN_ID}:g2`,
      after: `${RUN_ID}:g3`,
    }),
    pageRecord(2, {
      cause: "before",
      fields: [{ ...field, state: "truncated", value: "Long Beach" }],
    }),
    pageRecord(3, { cause: "load", fields: [], fields_partial: true, truncated: true, text: "T" }),
    requestRecord(4, { state: "pending", response_body: { state: "pending" } }),
    requestRecord(5, {
      state: "interrupted",
      integrity: { url: "complete", metadata: "truncated", start: "incomplete" },
      response_body: { state: "unavailable", reason: "browser_restarted" },
    }),
    requestRecord(6, {
      method: "POST",
      response_body: { state: "truncated", reason: "body_limit", chars: 2 },
    }),
    consoleRecord(7, { text: `data:text/plain,${"x".repeat(200)}` }),
  ],
  bodies: [],
};

describe("evidence that is not whole", { timeout: 240_000 }, () => {
  let workspace: Workspace;
  let cdp: CdpClient;
  let page: ExtensionPage;

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    page = await ExtensionPage.open(cdp, "panel.html");
    await seedRun(page, SEED);
  });

  afterAll(async () => {
    cdp?.close();
    await workspace?.close();
  });

  /** Opens a part of the run, and reads each of these there. */
  async function reads(query: string, texts: readonly string[]): Promise<void> {
    await page.goTo(`panel.html?run=${RUN_ID}&${query}`);
    for (const text of texts) await page.reads(text);
    expect(await page.violations()).toEqual([]);
  }

  it("says so of the run: late, cut short, and what no run has", () =>
    reads("tab=requests", [
      "Interrupted: the browser restarted",
      "The page was open before the capture began: its load is missing.",
      "The run ended without a last save",
      "1 standing limit",
    ]));

  it("says how many of its requests are saved, and no more", async () => {
    const fact = `[...document.querySelectorAll(".run-header dt")]
      .find(({ textContent }) => textContent === "Saved")?.nextElementSibling.textContent`;
    await page.goTo(`panel.html?run=${RUN_ID}&tab=requests`);
    await page.wait("document.querySelectorAll('.row').length === 3");
    expect(await page.evaluate<string>(fact)).toBe("2 requests");
    await page.goTo("panel.html");
    await page.reads("2 requests saved");
  });

  it("says so in the row of a request, and at its body", async () => {
    await page.goTo(`panel.html?run=${RUN_ID}&tab=requests`);
    await page.wait("document.querySelectorAll('.row').length === 3");
    const rows = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.row')].map((row) => row.innerText.replace(/\\s+/g, ' '))",
    );
    const rowOf = (id: string): string | undefined => rows.find((row) => row.includes(id));
    expect(rowOf("n4")).toContain("pending");
    expect(rowOf("n5")).toMatch(/interrupted.*began before capture.*body gap/);
    expect(rowOf("n6")).toContain("body gap");
    for (const [id, sentence] of [
      ["n4", "Pending: it has not arrived yet."],
      ["n5", "Unavailable: the browser ended first."],
      ["n6", "Truncated: it is larger than what is kept. Only its beginning is kept"],
    ] as const)
      await reads(`tab=requests&id=${id}`, [sentence]);
  });

  it("says so beside an operation's evidence", () =>
    reads("tab=operations&id=a1", [
      "interrupted",
      "The operation was interrupted.",
      "A request had not ended.",
      "A request was interrupted.",
      "A body had not arrived.",
      "A body could not be had.",
      "A body was cut.",
      "The page had more fields than were read.",
      "The page's text was cut.",
      "Shortened or left out: data urls.",
      '"Long Beach" truncated',
      "partial",
    ]));

  it("says so of a page whose fields could not be told apart", () =>
    reads("tab=pages", ["It has fields that were not read.", "Text, truncated"]));
});
