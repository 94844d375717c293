import {
  consoleRecord,
  operationRecord,
  pageRecord,
  requestRecord,
  runRecord,
} from "@bsk/core/testing";
import type { ActionResults, RuleRecord } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, ExtensionPage, seedRun, Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

const RULE: RuleRecord = {
  record: "rule",
  id: "dffffffffffff:r1",
  run_id: "dffffffffffff",
  sequence: 1,
  name: "Send the name",
  match: { url: "http://app.test/api/*", method: "POST" },
  effect: { type: "modify", json: { rename: { displayName: "name" } } },
  times: 1,
  state: "enabled",
  hits: 2,
  failures: 1,
  created_at: 1_700_000_000_000,
  last_error: "rename source missing",
};

/**
 * A worker that has rules, replays and pins, whatever this build has: its answers are made here, and what it was
 * asked is kept in `asked`. Everything else goes to the real worker.
 */
const WITH_ACTIONS = `(() => {
  globalThis.asked = [];
  const send = chrome.runtime.sendMessage.bind(chrome.runtime);
  const commands = ["rule_add", "rule_enable", "rule_disable", "rule_remove", "replay"];
  const made = (result) => Promise.resolve({ ok: true, result });
  chrome.runtime.sendMessage = async (message) => {
    const { method, params } = message;
    if (method === "debug/act" || method === "debug/pin") {
      globalThis.asked.push({ method, params });
      await globalThis.held?.promise;
      return made({});
    }
    if (method === "panel/controls") return made({ rules: [${JSON.stringify(RULE)}], replays: [] });
    const answer = await send(message);
    if (method === "debug/requests") globalThis.readings = (globalThis.readings ?? 0) + 1;
    if (method === "panel/capabilities") {
      const { analyzers, actions } = answer.result.capabilities;
      for (const name of commands) analyzers.push({ name, summary: "", reads: [], live: true, parameters: [] });
      actions.push({ name: "debug/pin", summary: "", parameters: [] });
    }
    return answer;
  };
})()`;

describe("what the evidence page offers beside reading", () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let cdp: CdpClient;
  let page: ExtensionPage;
  let runId: string;
  let post: string;

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    shop = await startShop();
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    const s = ["--session", (await workspace.text("session", "start")).trim()];
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${shop.url}/profile`, ...s);
    await workspace.text("click", "#save", ...s);
    const { run, requests } = await workspace.json<ActionResults["debug/requests"]>(
      ...["debug", "requests", "--method", "POST", ...s],
    );
    runId = run.id;
    post = requests[0]?.id.split(":")[1] ?? "none";
    cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    page = await ExtensionPage.open(
      cdp,
      `panel.html?run=${runId}&tab=requests&id=${post}`,
      WITH_ACTIONS,
    );
    await page.resize(1280, 1000);
    await page.wait(`document.getElementById("${post}")?.ariaCurrent === "true"`);
    await page.wait("!document.body.innerText.includes('reading on')");
  });

  afterAll(async () => {
    cdp?.close();
    await shop?.close();
    await workspace?.close();
  });

  const asked = (): Promise<unknown> => page.evaluate("globalThis.asked.splice(0).at(-1)");

  it("makes a rule of a request, filled in from it", async () => {
    await page.click(".actions button", "Modify request");
    await page.reads("Modify matching requests");
    await isAccessible(page);
    await page.type("JSON edits", '{"rename":{"displayName":"name"}}');
    await page.click("button", "Add rule");

    await page.wait("globalThis.asked.length > 0");
    expect(await asked()).toEqual({
      method: "debug/act",
      params: {
        name: "rule_add",
        params: {
          rule: {
            match: { url: `${shop.url}/api/profile`, method: "POST" },
            effect: { type: "modify", json: { rename: { displayName: "name" } } },
            times: 1,
          },
        },
      },
    });
    await page.wait("!document.querySelector('.editor')");
  });

  it("says what is wrong with a mock before it is one", async () => {
    await page.click(".actions button", "Mock response");
    await page.type("Delay", "99999");
    await page.click("button", "Add rule");

    await page.reads("The delay must be between 0 and 10000 ms.");
    await isAccessible(page);
    expect(await page.evaluate("globalThis.asked.length")).toBe(0);
  });

  it("blocks until the capture stops", async () => {
    await page.click(".actions button", "Block request");
    await page.reads("Fail matching requests");
    await page.click("fieldset label", "Until the capture stops");
    await isAccessible(page);
    await page.click("button", "Add rule");

    await page.wait("globalThis.asked.length > 0");
    expect(await asked()).toMatchObject({
      params: { params: { rule: { effect: { type: "block" }, times: 0 } } },
    });
    await page.wait("!document.querySelector('.editor')");
  });

  it("keeps the editor that was opened while another one was sending", async () => {
    await page.evaluate("void (globalThis.held = Promise.withResolvers())");
    await page.click(".actions button", "Block request");
    await page.reads("Fail matching requests");
    await page.click("button", "Add rule");
    await page.wait("globalThis.asked.length > 0");
    await page.click(".actions button", "Mock response");
    await page.reads("Answer matching requests without the server");

    await page.evaluate("held.resolve(); delete globalThis.held; globalThis.readings = 0");
    await page.wait("readings >= 2"); // the first editor is done when the run was read once more
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => resolve()))");

    expect(await page.text()).toContain("Answer matching requests without the server");
    expect(await asked()).toMatchObject({ params: { name: "rule_add" } });
    await page.click(".editor button", "Cancel");
    await page.wait("!document.querySelector('.editor')");
  });

  it("replays a request under a key of its own, with the body that a person gave", async () => {
    await page.click(".actions button", "Edit & replay");
    await page.reads("may change data on the server");
    await page.wait("document.querySelector('.editor').innerText.includes('Send')");
    await isAccessible(page);
    await page.type("Body", '{"name":"Bob"}');
    await page.click(".editor button", "Send");

    await page.wait("globalThis.asked.length > 0");
    expect(await asked()).toMatchObject({
      params: {
        name: "replay",
        params: {
          id: `${runId}:${post}`,
          replay: { key: expect.stringMatching(/^page-/), body: '{"name":"Bob"}' },
        },
      },
    });
    await page.wait("!document.querySelector('.editor')");
  });

  it("pins a request", async () => {
    await page.click("button", "Pin");

    await page.wait("globalThis.asked.length > 0");
    expect(await asked()).toEqual({
      method: "debug/pin",
      params: { id: `${runId}:${post}` },
    });
  });

  it("shows rules with their hits and failures, and switches them", async () => {
    await page.goTo(`panel.html?run=${runId}&tab=rules`);
    await page.reads("Send the name");
    await page.reads("2 hits · 1 failure");
    await page.reads("rename source missing");
    await page.evaluate("document.querySelector('main details:last-of-type').open = true");
    await isAccessible(page);
    await page.click("button", "Disable");

    await page.wait("globalThis.asked.length > 0");
    expect(await asked()).toMatchObject({
      params: { name: "rule_disable", params: { id: "r1" } },
    });
  });

  it("offers none of it on a stopped run: definitions and outcomes only", async () => {
    const run = runRecord({ id: "dffffffffffff", state: "stopped", name: "Stopped with a rule" });
    const request = { ...requestRecord(1), id: "dffffffffffff:n1", run_id: run.id };
    await seedRun(page, { run, records: [RULE, request] });

    await page.goTo("panel.html?run=dffffffffffff&tab=rules");
    await page.reads("Nothing can be run.");
    await page.reads("Send the name");
    expect(await page.text()).not.toMatch(/Disable|Remove|Enable/);
    await isAccessible(page);

    await page.goTo("panel.html?run=dffffffffffff&tab=requests&id=n1");
    await page.reads("Metadata");
    expect(await page.text()).not.toMatch(/Modify request|Edit & replay|Pin/);
  });

  it("tells the sources of the console apart", async () => {
    const run = runRecord({ id: "dcccccccccccc", state: "stopped", name: "Four sources" });
    const records = (["website", "extension", "browser", "unknown"] as const).map(
      (source, index) => ({
        ...consoleRecord(index + 1, { source, text: `said by ${source}` }),
        id: `dcccccccccccc:c${index + 1}`,
        run_id: run.id,
      }),
    );
    await seedRun(page, { run, records });

    await page.goTo("panel.html?run=dcccccccccccc&tab=console");

    await page.reads("website 1 · extension 1 · browser 1 · unknown 1");
    const marks = await page.evaluate<string[]>(`[...document.querySelectorAll(".entry")]
      .map((entry) => [...entry.querySelectorAll(".mark")].map((mark) => mark.textContent).join())`);
    expect(marks).toEqual(["log", "log,extension", "log,browser", "log,unknown"]);
    await isAccessible(page);
  });

  describe("opened at a record", () => {
    const run = runRecord({
      id: "dbbbbbbbbbbbb",
      state: "stopped",
      name: "Long",
      counts: { ...runRecord().counts, dropped_requests: 31 },
    });
    const of = <T extends { readonly id: string }>(record: T) => ({
      ...record,
      id: `${run.id}:${record.id.split(":")[1]}`,
      run_id: run.id,
    });

    beforeAll(async () => {
      const numbers = Array.from({ length: 130 }, (_, index) => index + 1);
      const records = numbers.flatMap((number) => [
        of(requestRecord(number, number % 2 ? {} : { resource_type: "Image" })),
        of(consoleRecord(number, { text: `message ${number}` })),
        of(operationRecord(number)),
        of(pageRecord(number, number === 129 ? { cause: "change", fields: [], text: "" } : {})),
      ]);
      await seedRun(page, {
        run,
        records: [...records, { ...RULE, id: `${run.id}:r1`, run_id: run.id }],
      });
    });

    it.each([
      ["n1", "requests"],
      ["n2", "requests"], // folded: static files
      ["a129", "operations"],
      ["c129", "console"],
      ["g129", "pages"], // not a load: shown with every reading
      ["r1", "rules"],
    ])("%s, it shows it in %s, marked and in sight", async (id, tab) => {
      await page.goTo(`panel.html?run=${run.id}&id=${id}`);

      await page.wait(`document.getElementById("run-tab-${tab}").ariaSelected === "true"`);
      await page.wait(`document.getElementById("${id}")?.ariaCurrent === "true"`);
      await page.wait(`(() => {
        const { top } = document.getElementById("${id}").getBoundingClientRect();
        return top >= 0 && top < innerHeight - 20;
      })()`);
      expect(await page.evaluate("document.querySelectorAll('main [aria-current]').length")).toBe(
        1,
      );
      if (tab === "requests") await page.reads(`${id} GET`);
      if (tab === "rules") await isAccessible(page);
    });

    it("shows the request above the list where there is no room beside it", async () => {
      await page.resize(800, 700);

      await page.goTo(`panel.html?run=${run.id}&tab=requests&id=n1`);
      await page.wait(`document.getElementById("n1")?.ariaCurrent === "true"`);
      await page.wait(`(() => {
        const { top, bottom } = document.querySelector(".detail-head").getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      })()`);
      await page.resize(1280, 1000);
    });

    it.each([
      ["n9999", "n9999 is not among the 130 requests kept; 31 had to go for room."],
      ["a9999", "a9999 is not among the 130 operations kept."],
      ["c9999", "c9999 is not among the 130 messages kept."],
      ["g9999", "g9999 is not among the 130 readings kept."],
      ["p9999", "p9999 is not among the 0 visits kept."],
      ["x9999", "x9999 is not among the 1 record kept."],
    ])("%s, which is not there any more, it says so", async (id, text) => {
      await page.goTo(`panel.html?run=${run.id}&id=${id}`);

      await page.reads(text);
    });
  });

  it("stays usable with 2,000 requests, a hundred rows at a time", async () => {
    const run = runRecord({ id: "deeeeeeeeeeee", state: "stopped", name: "Many" });
    const records = Array.from({ length: 2000 }, (_, index) => ({
      ...requestRecord(index + 1),
      id: `deeeeeeeeeeee:n${index + 1}`,
      run_id: run.id,
    }));
    await seedRun(page, { run, records });

    await page.goTo("panel.html?run=deeeeeeeeeeee&tab=requests");
    await page.reads("2000 of 2,000 requests match");
    const rows = "document.querySelectorAll('.row').length";
    await page.wait(`${rows} === 100`);
    await page.click("button", "Show 100 more");
    await page.wait(`${rows} === 200`);
    await page.type("Filter", "/api/1999");
    await page.wait(`${rows} === 1`);
    await page.click(".row");
    await page.reads("n1999 GET");
  });
});

/** axe-core finds nothing, in light and in dark. */
async function isAccessible(page: ExtensionPage): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.scheme(scheme);
    expect(await page.violations()).toEqual([]);
  }
}
