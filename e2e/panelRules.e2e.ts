import type { ActionResults, RequestRow } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, ExtensionPage, until, Workspace } from "./harness/index.js";
import type { Acted, RuleRow, Rules } from "./harness/reports.js";
import { startShop } from "./sites/index.js";

/** Nothing is made up here: the page asks the real worker, and the server's own log says what came of it. */
describe("rules and replays that a person makes on the evidence page", () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let cdp: CdpClient;
  let page: ExtensionPage;
  let s: readonly string[];
  let runId: string;
  let post: string;

  const saves = (): readonly string[] =>
    shop.log
      .filter(({ method, path }) => method === "POST" && path === "/api/profile")
      .map(({ requestText }) => requestText);
  const rules = async (): Promise<readonly RuleRow[]> =>
    (await workspace.json<Acted<Rules>>("debug", "rules", ...s)).report.rules;
  const posts = async (): Promise<readonly RequestRow[]> =>
    (
      await workspace.json<ActionResults["debug/requests"]>(
        ...["debug", "requests", "--method", "POST", ...s],
      )
    ).requests;
  const latest = (state: string, at: number) =>
    until(`rule ${at + 1} is ${state}`, async () => (await rules())[at]?.state === state);

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    shop = await startShop();
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    s = ["--session", (await workspace.text("session", "start")).trim()];
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${shop.url}/profile`, ...s);
    await workspace.text("fill", "[name=displayName]", "--value", "Ada L.", ...s);
    await workspace.text("click", "#save", ...s);
    const [request] = await posts();
    [runId = "", post = ""] = request?.id.split(":") ?? [];
    cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    page = await ExtensionPage.open(cdp, `panel.html?run=${runId}&tab=requests&id=${post}`);
    await page.resize(1280, 1000);
  });

  afterAll(async () => {
    cdp?.close();
    await shop?.close();
    await workspace?.close();
  });

  it("mocks, blocks and replays with the real worker", async () => {
    await page.click(".actions button", "Mock response");
    await page.type("Body", '{"name":"made up"}');
    await page.click("button", "Add rule");
    await page.wait("!document.querySelector('.editor')");
    await workspace.text("click", "#save", ...s);
    await latest("exhausted", 0);
    const mocked = (await posts()).at(-1);

    await page.click(".actions button", "Block request");
    await page.reads("Fail matching requests");
    await page.click("button", "Add rule");
    await page.wait("!document.querySelector('.editor')");
    await workspace.text("click", "#save", ...s);
    await latest("exhausted", 1);
    const blocked = (await posts()).at(-1);

    expect(mocked).toMatchObject({ status: 200, intervention: { type: "mock", state: "applied" } });
    expect(blocked).toMatchObject({ state: "failed", intervention: { type: "block" } });
    expect(saves()).toEqual(['{"displayName":"Ada L."}']);

    await page.click(".actions button", "Edit & replay");
    await page.type("Body", '{"name":"Bob"}');
    await page.click(".editor button", "Send");
    await until("the server has it", () => saves().length === 2);
    await page.wait("!document.querySelector('.editor')");

    expect(saves().at(-1)).toBe('{"name":"Bob"}');
    expect((await posts()).at(-1)).toMatchObject({ replay_from: `${runId}:${post}` });
  });

  it("enables, disables and removes a rule", async () => {
    await page.click(".actions button", "Block request");
    await page.reads("Fail matching requests");
    await page.click("fieldset label", "Until the capture stops");
    await page.click("button", "Add rule");
    await page.wait("!document.querySelector('.editor')");
    await page.goTo(`panel.html?run=${runId}&tab=rules`);

    await page.click("button", "Disable r3");
    await latest("disabled", 2);
    await workspace.text("click", "#save", ...s);
    await until("the server has it", () => saves().length === 3);
    await page.click("button", "Enable r3");
    await latest("enabled", 2);
    await workspace.text("click", "#save", ...s);
    await until("it has matched", async () => (await rules())[2]?.hits === 1);
    await page.click("button", "Remove r3");
    await latest("removed", 2);
    await workspace.text("click", "#save", ...s);

    await until("the server has it", () => saves().length === 4);
    await page.reads("removed · block · 1 hit");
  });
});
