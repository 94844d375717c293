import type { ActionResults } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  CdpClient,
  draw,
  ExtensionPage,
  hostileRun,
  seedRun,
  until,
  Workspace,
} from "./harness/index.js";
import { HOSTILE_STRINGS, startHostile } from "./sites/index.js";

/** What a terminal obeys or a reader does not see: all but LF and TAB. */
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Elements and attributes that no view of ours has: they would come from what a page said. */
const FOREIGN =
  "img,iframe,object,embed,video,audio,base,style,math,template,meta[http-equiv],form[action]," +
  "a[href^='javascript'],a[href^='http'],a[href^='//'],script:not([src]),[onerror],[onload],[ontoggle],[onfocus],[style]";

/** Each begins with its mark. */
const STRINGS = draw("hostile strings", HOSTILE_STRINGS, 160);
const markOf = (text: string): string => text.slice(0, text.indexOf(" "));

describe("hostile strings in every field that a page controls", {
  timeout: 400_000,
}, () => {
  let workspace: Workspace;
  let site: Awaited<ReturnType<typeof startHostile>>;
  let cdp: CdpClient;
  let page: ExtensionPage;
  let s: readonly string[];
  let recorded: string;

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    site = await startHostile({ strings: STRINGS });
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    s = ["--session", (await workspace.text("session", "start")).trim()];
    const { run } = await workspace.json<ActionResults["debug/start"]>(
      ...["debug", "start", ...s, "--name", STRINGS[1]?.slice(0, 120) ?? ""],
    );
    recorded = run.id;
    await workspace.text("navigate", `${site.url}/strings`, ...s);
    await until(
      "the page has said everything",
      async () => (await workspace.text("evaluate", "document.title", ...s)).includes("done "),
      { deadlineMs: 100_000, everyMs: 500 },
    );
    await workspace.text("click", "#hostile", ...s);
    await workspace.text("debug", "stop", ...s);
    cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    page = await ExtensionPage.open(cdp, "panel.html", "globalThis.bskPwned = 'untouched'");
  });

  afterAll(async () => {
    cdp?.close();
    await site?.close();
    await workspace?.close();
  });

  it("are live: a page that takes them for markup runs them", async () => {
    expect(HOSTILE_STRINGS.length).toBeGreaterThan(500);
    expect(new Set(HOSTILE_STRINGS).size).toBe(HOSTILE_STRINGS.length);

    await workspace.text(
      "evaluate",
      `delete window.bskPwned; document.getElementById("outcome").innerHTML = document.getElementById("outcome").textContent; 1`,
      ...s,
    );

    const isTaken = `window.bskPwned === 1 || !location.href.startsWith("${site.url}")`;
    await until("one ran, or led the page away", async () =>
      (await workspace.text("evaluate", isTaken, ...s)).includes("true"),
    );
  });

  it("stay text in every view of what was really recorded", async () => {
    for (const tab of [
      "requests",
      "operations",
      "console",
      "pages",
      "performance",
      "analysis",
      "rules",
    ]) {
      await openAll(page, `panel.html?run=${recorded}&tab=${tab}`);
      await isUntouched(page);
    }
    await openAll(page, `panel.html?run=${recorded}&tab=requests`);
    const shown = await page.evaluate<string>("document.body.textContent");
    const missing = STRINGS.filter((text) => !shown.includes(markOf(text)));
    expect(missing.length).toBeLessThan(STRINGS.length / 10); // URLs that redaction cut
  });

  it("stay text in every view, whatever field they stand in", async () => {
    await seedRun(page, hostileRun(STRINGS));
    for (const [tab, count] of [
      ["requests", STRINGS.length],
      ["operations", STRINGS.length],
      ["console", STRINGS.length],
      ["pages", STRINGS.length],
      ["performance", 32],
      ["rules", 32],
      ["analysis", 0],
    ] as const) {
      await openAll(page, `panel.html?run=dbadbadbadbad&tab=${tab}`);
      const shown = await page.evaluate<string>("document.body.textContent");
      const missing = STRINGS.slice(0, count).filter((text) => !shown.includes(markOf(text)));
      expect(missing, tab).toEqual([]);
      expect(shown).not.toMatch(HIDDEN);
      await isUntouched(page);
    }
  });

  it("stay text in a request's and an operation's own views", async () => {
    const { length } = STRINGS;
    for (const at of [1, 2, 10, 11, 17, 18, length - 90, length - 3]) {
      const mark = markOf(STRINGS[at - 1] ?? "");
      await page.goTo(`panel.html?run=dbadbadbadbad&tab=requests&id=n${at}`);
      for (const part of ["metadata", "request", "response", "headers", "timing"]) {
        await page.wait(`document.getElementById("request-tab-${part}")`);
        await page.evaluate(`document.getElementById("request-tab-${part}").click()`);
        await page.wait("!document.body.innerText.includes('Reading')");
        if (part !== "timing")
          await page.wait(`document.querySelector(".detail").textContent.includes("${mark}")`);
        await isUntouched(page);
      }
      await page.goTo(`panel.html?run=dbadbadbadbad&tab=operations&id=a${at}`);
      await page.wait("document.querySelector('.evidence h3')");
      await isUntouched(page);
    }
    expect(await page.violations()).toEqual([]);
  });

  it("stay text in the history and the popup", async () => {
    await page.goTo("panel.html");
    await page.reads(markOf(STRINGS[1] ?? ""));
    await isUntouched(page);
    expect(await page.violations()).toEqual([]);
    await page.goTo("popup.html");
    await page.reads("Website debugging");
    await isUntouched(page);
  });

  it("could not become markup if somebody tried: the policy throws", async () => {
    for (const attempt of [
      "document.querySelector('#app').innerHTML = '<b>planted</b>'",
      "document.querySelector('#app').insertAdjacentHTML('beforeend', '<b>planted</b>')",
      "document.write('<b>planted</b>')",
      "trustedTypes.createPolicy('planted', { createHTML: (text) => text })",
      "Object.assign(document.createElement('script'), { text: '1' })",
      "new Function('return 1')()",
    ]) {
      await expect(page.evaluate(attempt), attempt).rejects.toThrow(/TypeError|EvalError/);
    }
  });

  it("reach a terminal without a control character but LF and TAB", async () => {
    const outputs = [
      await workspace.text("debug", "summary", ...s),
      await workspace.text("debug", "requests", "--all", "--limit", "100", ...s),
      await workspace.text("debug", "console", "--limit", "100", ...s),
      await workspace.text("debug", "pages", "--all", ...s),
      await workspace.text("debug", "operations", ...s),
      await workspace.text("debug", "operation", "a2", ...s),
      await workspace.text("debug", "aggregate", ...s),
    ];
    const { requests } = await workspace.json<ActionResults["debug/requests"]>(
      ...["debug", "requests", "--method", "POST", "--limit", "100", "--budget", "262144", ...s],
    );
    for (const { id } of requests.filter((_row, at) => at % 20 === 9)) {
      for (const part of ["request", "response", "headers"])
        outputs.push(await workspace.text("debug", "request", id, "--part", part, ...s));
    }

    for (const output of outputs) {
      expect(output.length).toBeGreaterThan(0);
      expect(output.match(HIDDEN)?.[0].codePointAt(0)?.toString(16)).toBeUndefined();
    }
  });
});

/** Opens a view with everything in it unfolded and every row shown. */
async function openAll(page: ExtensionPage, address: string): Promise<void> {
  await page.goTo(address);
  await page.wait("document.querySelector('[role=tabpanel]')");
  await page.wait("!/Reading|reading on/.test(document.body.innerText)");
  await page.wait(`(() => {
    const more = [...document.querySelectorAll(".more, .fold[aria-expanded=false]")];
    for (const button of more) button.click();
    for (const part of document.querySelectorAll("details")) part.open = true;
    return more.length === 0;
  })()`);
}

async function isUntouched(page: ExtensionPage): Promise<void> {
  expect(await page.evaluate("globalThis.bskPwned")).toBe("untouched");
  expect(
    await page.evaluate(
      `[...document.querySelectorAll(${JSON.stringify(FOREIGN)})].map(({ outerHTML }) => outerHTML.slice(0, 200))`,
    ),
  ).toEqual([]);
  expect(await page.evaluate("({}).polluted")).toBeUndefined();
}
