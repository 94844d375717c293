import { createServer, type Server } from "node:http";
import { EXTENSION_ID } from "@bsk/core";
import type { ActionResults, SessionInfo, TabInfo } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, until, Workspace } from "./harness/index.js";

const SLOW = 240_000;

const PAGE = `<!doctype html><title>Board</title><h1>Board</h1>
<label>Name <input name=who></label><button id=go>Go</button><p id=said></p>
<script>go.onclick = () => fetch("/api/go").then(() => { said.textContent = "Done " + document.hidden; });</script>`;

describe("the windows of a browser that bsk started", () => {
  let site: { readonly url: string; close(): Promise<unknown> };
  let workspace: Workspace;
  let cdp: CdpClient;
  let s: readonly string[];
  let session: string;

  beforeAll(async () => {
    site = await serve();
    workspace = await Workspace.create({ isDirect: true });
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    session = (await workspace.text("session", "start", "--name", "Front")).trim();
    s = ["--session", session];
  }, SLOW);
  afterAll(async () => {
    cdp?.close();
    await workspace?.close();
    await site?.close();
  });

  const other = async (path: string): Promise<TabInfo> => {
    const list = ["tab", "list", "--scope", "user", ...s];
    return until(`the tab ${path}`, async () => {
      const { tabs } = await workspace.json<ActionResults["tab/list"]>(...list);
      return tabs.find(({ url }) => url.includes(path));
    });
  };
  const sessions = async (): Promise<readonly SessionInfo[]> =>
    (await workspace.json<ActionResults["session/list"]>("session", "list")).sessions;

  it(
    "lend a tab without a question, and never let the agent close it",
    async () => {
      await cdp.send("Target.createTarget", { url: `${site.url}/lent`, newWindow: true });
      const { tab_id: tabId } = await other("/lent");

      const borrowed = await workspace.json<ActionResults["tab/borrow"]>(
        ...["tab", "borrow", String(tabId)],
        ...s,
      );

      expect(borrowed.confirmed).toBe("managed");
      expect(await workspace.failure("tab", "close", String(tabId), ...s)).toMatchObject({
        code: "tab_borrowed",
        hint: `bsk tab return ${tabId} --session ${session}`,
      });
      await workspace.text("tab", "return", String(tabId), ...s);
      const twice = await workspace.failure("tab", "return", String(tabId), ...s);
      expect(twice).toMatchObject({ code: "not_borrowed" });
    },
    SLOW,
  );

  it(
    "let any tab be captured by its target id, which is still not driven",
    async () => {
      await cdp.send("Target.createTarget", { url: `${site.url}/watched`, newWindow: true });
      const { tab_id: tabId, target_id: targetId = "" } = await other("/watched");

      const { run } = await workspace.json<ActionResults["debug/start"]>(
        ...["debug", "start", "--target-id", targetId],
        ...s,
      );
      const page = await cdp.attach(targetId);
      await cdp.evaluate(page, "fetch('/api/seen')");

      expect(run.tab_id).toBe(tabId);
      await until("the request is recorded", async () =>
        (await workspace.text("debug", "requests", ...s)).includes("/api/seen"),
      );
      expect(await workspace.failure("snapshot", "--tab-id", String(tabId), ...s)).toMatchObject({
        code: "not_owner",
      });
      const stopped = await workspace.json<ActionResults["debug/stop"]>("debug", "stop", ...s);
      expect(stopped.run).toMatchObject({ id: run.id, state: "stopped" });
      const none = await workspace.failure("debug", "start", "--target-id", "NONE", ...s);
      expect(none).toMatchObject({ code: "target_not_found" });
    },
    SLOW,
  );

  it(
    "let a person's tab be acted on through its capture only once it is borrowed",
    async () => {
      await cdp.send("Target.createTarget", { url: `${site.url}/read-only`, newWindow: true });
      const { tab_id: tabId, target_id: targetId = "" } = await other("/read-only");
      await workspace.text("debug", "start", "--target-id", targetId, ...s);
      const rule = { match: { url: `${site.url}/*` }, effect: { type: "block" } };
      const add = ["debug", "rule_add", "--rule", JSON.stringify(rule), ...s];
      const refused = {
        code: "capture_reads_only",
        exit_code: 1,
        hint: `bsk tab borrow ${tabId} --session ${session}`,
      };

      expect(await workspace.failure(...add)).toMatchObject(refused);
      const page = await cdp.attach(targetId);
      await cdp.evaluate(page, "fetch('/api/mine', { method: 'POST' })");
      const sent = await until("the request is recorded", async () => {
        const { requests } = await workspace.json<ActionResults["debug/requests"]>(
          ...["debug", "requests"],
          ...s,
        );
        return requests.find(({ url }) => url.endsWith("/api/mine"));
      });
      const replayed = await workspace.failure(
        ...["debug", "replay", sent.id, "--replay", '{"key":"a1"}'],
        ...s,
      );
      expect(replayed).toMatchObject(refused);
      expect(await workspace.text("debug", "rules", ...s)).not.toContain("active");

      await workspace.text("tab", "borrow", String(tabId), ...s);
      await workspace.text(...add);
      await workspace.text("tab", "return", String(tabId), ...s);
      const ended = await workspace.failure(...add);
      expect(ended).toMatchObject({ code: "no_capture" });
    },
    SLOW,
  );

  it.each([
    ["of the extension", `chrome-extension://${EXTENSION_ID}/panel.html`],
    ["of the browser", "chrome://version/"],
    ["of the disk", "file:///"],
  ])(
    "let no page %s be captured",
    async (_whose, url) => {
      const { targetId } = await cdp.send<{ targetId: string }>("Target.createTarget", { url });
      await until("the page is there", async () =>
        (await cdp.targets()).some((one) => one.targetId === targetId && one.url === url),
      );

      const failure = await workspace.failure("debug", "start", "--target-id", targetId, ...s);

      expect(failure).toMatchObject({ code: "target_not_capturable", exit_code: 1 });
      await cdp.send("Target.closeTarget", { targetId });
    },
    SLOW,
  );

  it(
    "take new tabs where they are asked for, and bring one to the front",
    async () => {
      const { tab } = await workspace.json<ActionResults["tab/create"]>(
        ...["tab", "create", "--url", `${site.url}/first`, "--index", "0", "--no-active"],
        ...s,
      );
      expect(tab).toMatchObject({ active: false });
      expect((await cdp.targets()).map(({ targetId }) => targetId)).toContain(tab.target_id);
      const list = ["tab", "list", "--scope", "agent", ...s];
      const { tabs } = await workspace.json<ActionResults["tab/list"]>(...list);
      expect(tabs[0]?.tab_id).toBe(tab.tab_id);

      const selected = await workspace.json<ActionResults["tab/select"]>(
        ...["tab", "select", String(tab.tab_id)],
        ...s,
      );

      expect(selected.tab).toMatchObject({ tab_id: tab.tab_id, active: true });
      expect(await workspace.text("evaluate", "location.pathname", ...s)).toContain("/first");
    },
    SLOW,
  );

  it(
    "are driven and observed also when another window is in front",
    async () => {
      const back = (await workspace.text("session", "start", "--no-focus")).trim();
      const b = ["--session", back];
      await workspace.text("debug", "start", ...b);
      const front = (await workspace.text("session", "start")).trim();
      await workspace.text("navigate", `${site.url}/front`, "--session", front);

      await workspace.text("navigate", `${site.url}/back`, ...b);
      await workspace.text("fill", "[name=who]", "--value", "Ada", ...b);
      await workspace.text("click", "#go", ...b);
      await until("the page has its answer", async () =>
        (await workspace.text("snapshot", ...b)).includes("Done"),
      );
      const { tabs } = await workspace.json<ActionResults["tab/list"]>(
        ...["tab", "list", "--scope", "agent"],
        ...b,
      );
      const page = await cdp.attach(tabs[0]?.target_id ?? "");
      const at = await cdp.evaluate<{ x: number; y: number }>(
        page,
        "(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(go.getBoundingClientRect())",
      );
      await cdp.press(page, at);

      const operations = await until("the person's click is recorded", async () => {
        const all = await workspace.json<ActionResults["debug/operations"]>(
          ...["debug", "operations"],
          ...b,
        );
        return all.operations.some(({ source }) => source === "human") && all.operations;
      });
      expect(operations.map(({ source, method }) => `${source} ${method}`)).toEqual([
        "agent navigate",
        "agent fill",
        "agent click",
        "human click",
      ]);
      await workspace.text("session", "stop", back);
      await workspace.text("session", "stop", front);
    },
    SLOW,
  );

  it(
    "serve ten sessions at once, each told with its window, tabs and capture",
    async () => {
      const ids = await Promise.all(
        Array.from({ length: 9 }, async () => (await workspace.text("session", "start")).trim()),
      );
      const all = [session, ...ids];
      expect(new Set(all).size).toBe(10);
      await workspace.text("debug", "start", ...s);

      await Promise.all(
        all.map((id) => workspace.text("navigate", `${site.url}/of-${id}`, "--session", id)),
      );
      const paths = await Promise.all(
        all.map((id) => workspace.text("evaluate", "location.pathname", "--session", id)),
      );

      expect(paths.map((path) => path.trim().replaceAll('"', ""))).toEqual(
        all.map((id) => `/of-${id}`),
      );
      const listed = await sessions();
      expect(listed.map(({ id }) => id).sort()).toEqual([...all].sort());
      expect(new Set(listed.map(({ window_id }) => window_id)).size).toBe(10);
      for (const { id, tab_ids, borrowed_tab_ids, capturing } of listed) {
        expect(tab_ids?.length).toBeGreaterThan(0);
        expect(borrowed_tab_ids).toEqual([]);
        expect(capturing?.length).toBe(id === session ? 1 : 0);
      }
      const text = await workspace.text("session", "list");
      expect(text.split("\n").filter((line) => line.includes("capturing d"))).toHaveLength(1);
      const stopped = await workspace.json<ActionResults["session/stop"]>(
        "session",
        "stop",
        "--all",
      );
      expect(stopped.stopped).toHaveLength(10);
    },
    SLOW,
  );
});

async function serve(): Promise<{ readonly url: string; close(): Promise<unknown> }> {
  const server: Server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}
