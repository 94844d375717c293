import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION_ID } from "@bsk/core";
import { type ActionResults, type Recording, validateRecording } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, ExtensionPage, until, Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

describe("the evidence page, over a save that fails", () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let cdp: CdpClient;
  let page: ExtensionPage;
  let s: readonly string[];
  let runId: string;
  let click: string;
  let post: string;

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    shop = await startShop();
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    s = ["--session", (await workspace.text("session", "start")).trim()];
    await workspace.text("debug", "start", ...s, "--name", "Save fails");
    await workspace.text("navigate", `${shop.url}/profile`, ...s);
    await workspace.text("fill", "[name=displayName]", "--value", "Ada L.", ...s);
    await workspace.text("click", "#save", ...s);
    const { run, requests } = await workspace.json<ActionResults["debug/requests"]>(
      ...["debug", "requests", "--method", "POST", ...s],
    );
    const { operations } = await workspace.json<ActionResults["debug/operations"]>(
      ...["debug", "operations", ...s],
    );
    runId = run.id;
    post = shortId(requests[0]?.id);
    click = shortId(operations.find(({ method }) => method === "click")?.id);
    cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    page = await ExtensionPage.open(cdp, "panel.html");
    await page.resize(1280, 900);
  });

  afterAll(async () => {
    cdp?.close();
    await shop?.close();
    await workspace?.close();
  });

  it("lists the run while it is recorded, and finds it by name, URL and id", async () => {
    await page.reads("Save fails");
    await page.reads("Recording");

    for (const [text, isFound] of [
      ["save f", true],
      [runId, true],
      ["nothing of that name", false],
    ] as const) {
      await page.type("Search", text);
      await page.reads(`${isFound ? 1 : 0} of 1 run`);
    }
    await page.type("Search", " ");
    await page.reads("1 of 1 run");
    await isAccessible(page);
  });

  it("opens it at its requests, the newest on top and the noise folded", async () => {
    await page.click("main a", "Save fails");

    await page.wait("document.querySelectorAll('.row').length > 2");
    const rows = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.row')].map((row) => row.innerText)",
    );
    expect(rows[0]).toMatch(/POST\s+422/);
    expect(rows.every((row) => !row.includes("/favicon.ico"))).toBe(true);
    expect(await page.evaluate("location.search")).toBe(`?run=${runId}&tab=requests`);
    await isAccessible(page);
  });

  it("filters requests by text, status and type", async () => {
    await page.type("Filter", "/api/profile");
    await page.wait("document.querySelectorAll('.row').length === 2");
    await page.evaluate(`(() => {
      const select = document.querySelectorAll("select")[0];
      select.value = "error";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);

    await page.wait("document.querySelectorAll('.row').length === 1");
    await page.reads("1 of");
    expect(await page.evaluate("document.querySelector('.row').innerText")).toContain("422");
  });

  it("shows a request's metadata, bodies, headers and timing, by keyboard too", async () => {
    await page.goTo(`panel.html?run=${runId}&tab=requests&id=${post}`);
    await page.reads("does not say that the page's business succeeded");
    await isAccessible(page);

    await page.evaluate("document.getElementById('request-tab-metadata').focus()");
    const shown: [string, string][] = [
      ["Request", '{"displayName":"Ada L."}'],
      ["Response", "name_required"],
      ["Headers", "content-type"],
      ["Timing", "send start"],
    ];
    for (const [tab, text] of shown) {
      await page.press("ArrowRight");
      await page.wait(`document.activeElement.textContent === ${JSON.stringify(tab)}`);
      await page.reads(text);
      await isAccessible(page);
    }
    await page.press("Home");
    await page.wait("document.activeElement.textContent === 'Metadata'");
  });

  it("answers what happened when Save was clicked", async () => {
    await page.goTo(`panel.html?run=${runId}&tab=operations`);
    await page.click("[aria-expanded=false]", click);

    for (const fact of [
      'click button "Save"',
      '"Ada"',
      '"Ada L."',
      `${post} POST`,
      "422",
      "window",
      "save failed 422",
      "Could not save",
    ]) {
      await page.reads(fact);
    }
    await isAccessible(page);
    await page.click(".linked a", post);
    await page.wait(`location.search.endsWith("tab=requests&id=${post}")`);
    await page.evaluate("history.back()");
    await page.wait(`location.search.includes("tab=operations")`);
  });

  it.each([
    ["console", "save failed 422"],
    ["pages", "Profile - Shop"],
    ["analysis", "/api/profile"],
    ["rules", "This run has no rule."],
  ])("shows %s", async (tab, text) => {
    await page.goTo(`panel.html?run=${runId}&tab=${tab}`);
    await page.reads(text);
    await page.wait("!document.body.innerText.includes('Reading')");
    await page.evaluate(
      "document.querySelectorAll('details').forEach((part) => { part.open = true; })",
    );

    await isAccessible(page);
  });

  it("shows performance as values with their states", async () => {
    await page.goTo(`panel.html?run=${runId}&tab=performance`);
    const metric = (name: string) => `[...document.querySelectorAll(".metric")]
      .find((card) => /${name}/i.test(card.querySelector(".metric-name").textContent))
      ?.querySelector(".metric-value").textContent`;

    await page.wait(`/^\\d+(\\.\\d+)? ?(ms|s)$/.test(${metric("Time to first byte")})`);
    await page.wait(`/^\\d+(\\.\\d+)? ?(ms|s)$/.test(${metric("Load event")})`);
    await isAccessible(page);
  });

  it("follows a live run without being loaded again", async () => {
    await page.goTo(`panel.html?run=${runId}&tab=requests`);
    await page.wait("document.querySelectorAll('.row').length > 2");
    const before = await page.evaluate<number>("document.querySelectorAll('.row').length");

    await workspace.text("click", "#save", ...s);

    await page.wait(`document.querySelectorAll('.row').length > ${before}`);
  });

  it("stops the capture, and tells that it has", async () => {
    await page.click("button", "Stop capture");

    await page.reads("Stopped: it was asked to");
    const { runs } = await workspace.json<ActionResults["debug/status"]>("debug", "status", ...s);
    expect(runs[0]).toMatchObject({ state: "stopped", stop_reason: "requested" });
  });

  it("shows how many requests are saved, beside the evidence and in the history", async () => {
    const { requests } = JSON.parse(await workspace.text("debug", "export", ...s)) as Recording;
    const saved = `${requests.length} requests`;

    await page.goTo(`panel.html?run=${runId}&tab=requests`);
    const fact = `[...document.querySelectorAll(".run-header dt")]
      .find(({ textContent }) => textContent === "Saved")?.nextElementSibling.textContent`;
    await page.wait(`${fact} === ${JSON.stringify(saved)}`);
    await page.goTo("panel.html");
    await page.reads(`${saved} saved`);
    await page.goTo(`panel.html?run=${runId}&tab=requests`);
  });

  it("exports the whole run as a file that its schema accepts", async () => {
    await cdp.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: workspace.home,
    });

    await page.click("button", "Export JSON");

    const file = join(workspace.home, `bsk-${runId}.json`);
    const recording = await until("the download", () =>
      existsSync(file) ? parse(file) : undefined,
    );
    expect(validateRecording(recording)).toBe(true);
    const exported = recording.requests.find(({ id }) => shortId(id) === post);
    expect(exported).toMatchObject({ status: 422, request_body: { state: "available" } });
  });

  it("starts a capture of a session's tab under a name, from the popup", async () => {
    await page.goTo("popup.html");
    await page.reads("Connected to the daemon");
    await page.type("Name of the recording", "From the popup");
    await page.click("button", "Start capture");

    await page.reads("From the popup");
    await page.reads("0 requests");
    await isAccessible(page);
    const { runs } = await workspace.json<ActionResults["debug/status"]>("debug", "status", ...s);
    expect(runs.at(-1)).toMatchObject({ name: "From the popup", state: "capturing" });
  });

  it("counts active rules on the task card", async () => {
    expect(await page.text()).not.toContain("active rule");

    for (const path of ["a", "b"]) {
      const match = { url: `${shop.url}/${path}` };
      const rule = JSON.stringify({ match, effect: { type: "block" } });
      await workspace.text("debug", "rule_add", "--rule", rule, ...s);
    }
    await page.wait(`${TASK}.innerText.includes("2 active rules")`);
    await isAccessible(page);

    await workspace.text("debug", "rule_disable", "r1", ...s);
    await page.wait(`${TASK}.innerText.includes("1 active rule")`);
  });

  it("opens the evidence of the current task from the popup", async () => {
    const { runs } = await workspace.json<ActionResults["debug/status"]>("debug", "status", ...s);
    const current = runs.find(({ state }) => state === "capturing")?.id;
    expect(current).not.toBe(runId);
    const url = `chrome-extension://${EXTENSION_ID}/panel.html?run=${current}&tab=requests`;

    await page.click(".card[aria-label^=Recording] button", "Open evidence");

    const opened = await until("its evidence is open", async () =>
      (await cdp.targets()).find((target) => target.url === url),
    );
    const evidence = await cdp.attach(opened.targetId);
    await until("the evidence is that run's", async () => {
      const text = await cdp.evaluate<string>(evidence, "document.body.innerText");
      return text.includes("From the popup") && text.includes("Rules 1 active");
    });
    await cdp.send("Target.closeTarget", { targetId: opened.targetId });
  });

  it("stops a capture from the popup", async () => {
    await page.click("button", "Stop capture");
    await page.reads("Start capture");
    await isAccessible(page);
  });

  it("keeps saved runs when session and daemon are gone, and deletes one when told twice", async () => {
    await workspace.text("session", "stop", s[1] ?? "");
    await page.goTo("popup.html");
    await page.reads("Copy prompt");
    await isAccessible(page);
    await workspace.text("daemon", "stop");
    await page.goTo("panel.html");
    await page.reads("2 of 2 runs");

    await page.click("main a", "Save fails");
    await page.reads("/api/profile");
    await page.click("button", "Delete");
    await page.reads("Delete this run?");
    await isAccessible(page);
    await page.click("dialog button", "Cancel");
    await page.wait("!document.querySelector('dialog')");
    await page.click("button", "Delete");
    await page.reads("Delete this run?");
    await page.click("dialog button", "Delete run");

    await page.reads("1 of 1 run");
    expect(await page.text()).not.toContain("Save fails");
    await page.goTo(`panel.html?run=${runId}`);
    await page.reads("run_not_found");
    await isAccessible(page);
  });
});

/** The popup's card of the running capture. */
const TASK = "document.querySelector('.card[aria-label^=Recording]')";

/** axe-core finds nothing, in light and in dark. */
async function isAccessible(page: ExtensionPage): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.scheme(scheme);
    expect(await page.violations()).toEqual([]);
  }
}

function shortId(id: string = "none:none"): string {
  return id.slice(id.indexOf(":") + 1);
}

/** Undefined while the file is being written. */
function parse(file: string): Recording | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Recording;
  } catch {
    return undefined;
  }
}
