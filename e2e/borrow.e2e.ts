import { createServer, type Server } from "node:http";
import type { ActionResults, SessionInfo, TabInfo } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExtensionPage, UserBrowser, until, Workspace } from "./harness/index.js";

const SLOW = 240_000;
const HANGS =
  "onbeforeunload = (event) => event.preventDefault(); setTimeout(() => { for (;;); }, 500)";

interface Place {
  readonly windowId: number;
  readonly index: number;
  readonly pinned: boolean;
  readonly groupId: number;
}

let site: { readonly url: string; close(): Promise<unknown> };
beforeAll(async () => {
  site = await serve();
});
afterAll(() => site.close());

describe("a tab of a person's own browser", () => {
  let workspace: Workspace;
  let person: UserBrowser;
  let session: string;
  let s: readonly string[];

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    person = await UserBrowser.start(workspace);
    await person.openTab(
      `${site.url}/mail?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl`,
    );
    await person.openTab(`${site.url}/plain`);
    await workspace.text("daemon", "start");
    session = (await workspace.text("session", "start")).trim();
    s = ["--session", session];
  }, SLOW);
  afterAll(async () => {
    await workspace?.close();
    await person?.close();
  });

  const persons = async (path: string, of: readonly string[] = s): Promise<TabInfo> => {
    const list = ["tab", "list", "--scope", "user", ...of];
    return until(`the person's tab ${path}`, async () => {
      const { tabs } = await workspace.json<ActionResults["tab/list"]>(...list);
      return tabs.find(({ url }) => url.includes(path));
    });
  };
  const place = (tabId: number): Promise<Place> =>
    person.inExtension(`chrome.tabs.get(${tabId})
      .then(({ windowId, index, pinned, groupId }) => ({ windowId, index, pinned, groupId }))`);
  /** Waits for the person, who may be slow. */
  const borrow = async (tabId: number): Promise<ActionResults["tab/borrow"]> => {
    const args = ["tab", "borrow", String(tabId), "--timeout", "3m", ...s, "--json"];
    const { code, stdout, stderr } = await workspace.run(args, { deadlineMs: 200_000 });
    if (code !== 0) throw new Error(`exit ${code}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as ActionResults["tab/borrow"];
  };
  const answer = async (selector: string): Promise<void> =>
    person.click(await person.borrowWindow(), selector);

  it(
    "is listed with title and URL, without the secrets in it, and cannot be read",
    async () => {
      const tab = await persons("/mail");

      expect(tab).toMatchObject({ title: "Inbox", origin: "person" });
      expect(tab.url).not.toContain("eyJhbGci");
      for (const verb of [["snapshot"], ["evaluate", "1"], ["debug", "start"]]) {
        const failure = await workspace.failure(...verb, "--tab-id", String(tab.tab_id), ...s);
        expect(failure).toMatchObject({
          code: "not_owner",
          hint: `bsk tab borrow ${tab.tab_id} --session ${session}`,
        });
      }
      const { tabs } = await workspace.json<ActionResults["tab/list"]>(
        ...["tab", "list", "--scope", "agent"],
        ...s,
      );
      expect(tabs.map(({ url }) => url)).toEqual(["about:blank"]);
    },
    SLOW,
  );

  it(
    "stays when the person says no, closes the window, or does not answer",
    async () => {
      const { tab_id: tabId } = await persons("/plain");
      const before = await place(tabId);
      const refused = (...more: readonly string[]) =>
        workspace.failure("tab", "borrow", String(tabId), ...more, ...s);

      const denied = refused();
      await answer("#deny");
      expect(await denied).toMatchObject({ code: "borrow_denied", exit_code: 1 });

      const closed = refused();
      const targetId = await person.borrowWindow();
      await person.cdp.send("Target.closeTarget", { targetId });
      expect(await closed).toMatchObject({ code: "borrow_denied", exit_code: 1 });

      expect(await refused("--timeout", "1s")).toMatchObject({
        code: "borrow_timeout",
        exit_code: 4,
      });
      await until("the window is gone", async () => !(await person.hasBorrowWindow()));
      expect(await place(tabId)).toEqual(before);
    },
    SLOW,
  );

  it(
    "is asked for by origin and session, and lent only by a person's own click",
    async () => {
      const { tab_id: tabId } = await persons("/plain");
      const borrowed = borrow(tabId);
      const asking = await person.cdp.attach(await person.borrowWindow());
      const evaluate = <T>(expression: string) => person.cdp.evaluate<T>(asking, expression);
      await until("the buttons can be pressed", () =>
        evaluate<boolean>("!document.querySelector('#once').disabled"),
      );

      const text = await evaluate<string>("document.body.innerText");
      await evaluate("document.querySelector('#once').click()");
      await workspace.text("status"); // through the worker and back, behind what a click might have sent it

      expect(text).toContain(site.url);
      expect(text).toContain(session);
      expect(await person.hasBorrowWindow()).toBe(true);
      await answer("#once");
      expect(await borrowed).toMatchObject({
        confirmed: "once",
        tab: { tab_id: tabId, origin: "borrowed", active: true },
      });
      expect(await workspace.text("snapshot", ...s)).toContain("Plain page");
      await workspace.text("tab", "return", String(tabId), ...s);
    },
    SLOW,
  );

  it(
    "goes back to its window, place, pin and group, its capture saved, its debugger off",
    async () => {
      const { tab_id: tabId } = await persons("/plain");
      const { tab_id: mailId } = await persons("/mail");
      const groupId = await person.inExtension<number>(
        `chrome.tabs.group({ tabIds: [${tabId}, ${mailId}] })`,
      );
      const before = await place(tabId);
      expect(before.groupId).toBe(groupId);
      const borrowed = borrow(tabId);
      await answer("#once");
      await borrowed;
      const { sessions } = await workspace.json<{ sessions: SessionInfo[] }>("session", "list");
      const away = await place(tabId);
      expect(away.windowId).toBe(sessions[0]?.window_id);
      const { run } = await workspace.json<ActionResults["debug/start"]>("debug", "start", ...s);
      const listed = await workspace.text("session", "list");
      expect(listed).toContain(`borrowed ${tabId}`);
      expect(listed).toContain(`capturing ${run.id}`);

      const returned = await workspace.json<ActionResults["tab/return"]>(
        ...["tab", "return", String(tabId)],
        ...s,
      );

      expect(returned).toEqual({
        returned: tabId,
        window_id: before.windowId,
        not_restored: [],
        released_run_ids: [run.id],
      });
      expect(await place(tabId)).toEqual(before);
      const { runs } = await workspace.json<ActionResults["debug/status"]>("debug", "status", ...s);
      expect(runs.map(({ id }) => id)).not.toContain(run.id);
      for (const read of ["requests", "export"])
        expect(await workspace.failure("debug", read, "--run-id", run.id, ...s)).toMatchObject({
          code: "run_not_found",
          exit_code: 1,
        });
      const page = await ExtensionPage.open(person.cdp, `panel.html?run=${run.id}`);
      await page.reads("Stopped: its tab was given back");
      expect(await attached(person, tabId)).toBe(false);
      expect(await workspace.failure("snapshot", "--tab-id", String(tabId), ...s)).toMatchObject({
        code: "not_owner",
      });
      await person.inExtension(`chrome.tabs.ungroup([${tabId}, ${mailId}])`);
    },
    SLOW,
  );

  it(
    "is lent for the whole session at once, to that session and origin alone",
    async () => {
      const { tab_id: tabId } = await persons("/plain");
      await person.inExtension(`chrome.tabs.update(${tabId}, { pinned: true })`);
      const before = await place(tabId);
      const first = borrow(tabId);
      await answer("#session-long");
      expect((await first).confirmed).toBe("session");
      await workspace.text("tab", "return", String(tabId), ...s);
      expect(await place(tabId)).toEqual(before);

      expect((await borrow(tabId)).confirmed).toBe("earlier");

      const other = (await workspace.text("session", "start", "--no-focus")).trim();
      const ask = ["tab", "borrow", String((await persons("/mail")).tab_id), "--timeout", "1s"];
      expect(await workspace.failure(...ask, "--session", other)).toMatchObject({
        code: "borrow_timeout",
      });
      const stop = await workspace.json<ActionResults["session/stop"]>("session", "stop", session);
      expect(stop).toMatchObject({ returned_tab_ids: [tabId], return_failures: [] });
      expect(await place(tabId)).toEqual(before);
      session = other;
      s = ["--session", other];
    },
    SLOW,
  );

  it(
    "goes into a new window when its own is gone",
    async () => {
      const windowId = await person.inExtension<number>(
        `chrome.windows.create({ url: "${site.url}/alone" }).then(({ id }) => id)`,
      );
      const { tab_id: tabId } = await persons("/alone");
      const borrowed = borrow(tabId);
      await answer("#once");
      await borrowed;

      const returned = await workspace.json<ActionResults["tab/return"]>(
        ...["tab", "return", String(tabId)],
        ...s,
      );

      expect(returned.not_restored).toEqual(["window"]);
      expect(returned.window_id).not.toBe(windowId);
      expect((await place(tabId)).windowId).toBe(returned.window_id);
    },
    SLOW,
  );

  it(
    "cannot be borrowed where nothing can be debugged, with the reason",
    async () => {
      await person.openTab("chrome://version");
      const { tab_id: tabId } = await persons("chrome://version");
      const failure = await workspace.failure("tab", "borrow", String(tabId), ...s);
      expect(failure).toMatchObject({ code: "tab_not_borrowable", exit_code: 1 });

      const { tab_id: sleepy } = await persons("/mail");
      await person.inExtension(`chrome.tabs.discard(${sleepy})`);
      const discarded = (
        await workspace.json<ActionResults["tab/list"]>(...["tab", "list", "--scope", "user"], ...s)
      ).tabs;
      const asleep = await person.inExtension<number[]>(
        "chrome.tabs.query({ discarded: true }).then((tabs) => tabs.map(({ id }) => id))",
      );
      expect(discarded.map(({ tab_id }) => tab_id)).toContain(asleep[0]);
      const asleepFailure = await workspace.failure("tab", "borrow", String(asleep[0]), ...s);
      expect(asleepFailure).toMatchObject({ code: "tab_not_borrowable" });
      expect(asleepFailure.message).toContain("sleep");
    },
    SLOW,
  );

  it(
    "is not captured by its target id",
    async () => {
      const { target_id: targetId = "" } = await persons("/plain");
      const failure = await workspace.failure("debug", "start", "--target-id", targetId, ...s);
      expect(failure).toMatchObject({ code: "not_managed", exit_code: 1 });
    },
    SLOW,
  );

  it(
    "is left open with the Agent Window when the person opened it there",
    async () => {
      const id = (await workspace.text("session", "start", "--no-focus")).trim();
      const { sessions } = await workspace.json<{ sessions: SessionInfo[] }>("session", "list");
      const window = sessions.find((one) => one.id === id)?.window_id;
      const mine = await person.inExtension<number>(
        `chrome.tabs.create({ windowId: ${window}, url: "${site.url}/mine" }).then(({ id }) => id)`,
      );
      const own = await workspace.json<ActionResults["tab/list"]>(
        ...["tab", "list", "--scope", "agent", "--session", id],
      );
      expect(own.tabs.find(({ tab_id }) => tab_id === mine)).toMatchObject({ origin: "person" });

      await workspace.text("session", "stop", id);

      const left = await person.inExtension<number[]>(
        `chrome.tabs.query({ windowId: ${window} }).then((tabs) => tabs.map(({ id }) => id))`,
      );
      expect(left).toEqual([mine]);
    },
    SLOW,
  );

  it(
    "that hangs is never crashed, and the browser closes the agent's when nobody debugs it",
    async () => {
      const { tab } = await workspace.json<ActionResults["tab/create"]>(
        ...["tab", "create", "--url", `${site.url}/hangs`],
        ...s,
      );
      const id = ["--tab-id", String(tab.tab_id), ...s];
      await until("it hangs", async () => {
        const { code } = await workspace.run(["wait-for-element", "h1", ...id]);
        return code !== 0;
      });

      for (const verb of [["navigate", `${site.url}/plain`], ["reload"]]) {
        const failure = await workspace.failure(...verb, ...id);
        expect(failure).toMatchObject({ code: "page_hung", exit_code: 4 });
        expect(failure.message).toContain("close its tab by hand");
      }
      const closed = await workspace.json("tab", "close", String(tab.tab_id), ...s);
      expect(closed).toEqual({ closed: tab.tab_id });
    },
    SLOW,
  );

  it(
    "goes back when the daemon dies, also by a worker that was started since",
    async () => {
      const { tab_id: tabId } = await persons("/plain");
      const before = await place(tabId);
      const borrowed = borrow(tabId);
      await answer("#once");
      await borrowed;
      const { daemon } = await workspace.json<ActionResults["system/status"]>("status");

      process.kill(daemon.pid ?? -1, "SIGKILL");
      await person.restartWorker();

      await until(
        "the tab is home",
        async () => (await place(tabId)).windowId === before.windowId,
        {
          deadlineMs: 40_000,
          everyMs: 500,
        },
      );
      expect(await place(tabId)).toEqual(before);
      expect(await attached(person, tabId)).toBe(false);
    },
    SLOW,
  );
});

/** Whether a debugger of an extension is attached: the driver's own CDP connection is none. */
async function attached(person: UserBrowser, tabId: number): Promise<boolean> {
  return person.inExtension(`chrome.debugger.sendCommand({ tabId: ${tabId} }, "Page.getFrameTree")
    .then(() => true, () => false)`);
}

async function serve(): Promise<typeof site> {
  const server: Server = createServer(({ url = "/" }, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    const title = url.startsWith("/mail") ? "Inbox" : "Plain page";
    const script = url === "/hangs" ? `<script>${HANGS}</script>` : "";
    response.end(`<!doctype html><title>${title}</title><h1>${title}</h1>${script}`);
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
