import { createServer, type Server } from "node:http";
import type { ActionResults } from "@bsk/schema";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, type CommandResult, until, Workspace } from "./harness/index.js";

const SLOW = 240_000;
const NEVER = "isRunning = true, new Promise(() => {})";

/** Counts what the page notices of the overlay; a button lies where the overlay comes. */
const PAGE = `<!doctype html><title>Desk</title><h1>Desk</h1>
<label>Note <input name=note></label><button id=save>Save</button><p id=said>nothing</p>
<button id=corner style="position:fixed;right:0;bottom:0;width:300px;height:60px">Corner</button>
<dialog id=ask><p>Sure?</p><button id=inside>Inside</button></dialog>
<script>
  window.shifts = 0;
  window.raised = 0;
  addEventListener("toggle", ({ target, newState }) => {
    if (target === overlayHost() && newState === "open") raised += 1;
  }, true);
  window.heard = [];
  new PerformanceObserver((list) => { shifts += list.getEntries().length; })
    .observe({ type: "layout-shift", buffered: true });
  document.body.addEventListener("click", (event) => heard.push(event.target.id));
  for (const type of ["click", "mousedown", "pointerdown"])
    document.addEventListener(type, (event) => { if (event.target === overlayHost()) heard.push("host " + type); });
  const overlayHost = () => document.querySelector("html > div[popover]");
  save.onclick = () => { said.textContent = "saved"; };
</script>`;
const MIDDLE_OF_SAVE =
  "(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(save.getBoundingClientRect())";
const LATE = `<!doctype html><title>Late</title><body><script>
  setTimeout(() => { document.body.textContent = "late text"; }, 900);</script>`;

interface Node {
  readonly backendNodeId: number;
  readonly localName?: string;
  readonly nodeValue?: string;
  readonly children?: readonly Node[];
  readonly shadowRoots?: readonly Node[];
}

interface Overlay {
  readonly text: string;
  middleOf(button: string): Promise<{ x: number; y: number }>;
}

describe("the overlay in a page that is driven", () => {
  let site: { readonly url: string; close(): Promise<unknown> };
  let workspace: Workspace;
  let cdp: CdpClient;
  let session: string;
  let page: string;
  let s: readonly string[];
  const running: Promise<CommandResult>[] = [];

  beforeAll(async () => {
    site = await serve();
    workspace = await Workspace.create();
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    session = (await workspace.text("session", "start", "--name", "Night shift")).trim();
    s = ["--session", session];
    page = await open(session);
  }, SLOW);
  afterEach(async () => {
    await Promise.all(running.splice(0));
    // A Stop that no command has met yet is not the next test's.
    await workspace.run(["evaluate", "1", ...s]);
  });
  afterAll(async () => {
    cdp?.close();
    await workspace?.close();
    await site?.close();
  });

  async function open(id: string): Promise<string> {
    await workspace.text("navigate", `${site.url}/`, "--session", id);
    const { tabs } = await workspace.json<ActionResults["tab/list"]>(
      ...["tab", "list", "--scope", "agent", "--session", id],
    );
    return cdp.attach(tabs[0]?.target_id ?? "");
  }
  /** A command that runs until somebody ends it, once it runs in the session's page. */
  const runForever = async (
    id: string = session,
    at: string = page,
  ): Promise<{ readonly end: Promise<CommandResult> }> => {
    await cdp.evaluate(at, "globalThis.isRunning = false");
    const args = ["evaluate", NEVER, "--timeout", "4m", "--session", id, "--json"];
    const end = workspace.run(args, { deadlineMs: 300_000 });
    running.push(end);
    const isRunning = () => cdp.evaluate<boolean>(at, "isRunning");
    await until("the command runs", isRunning, { deadlineMs: 120_000 });
    return { end };
  };
  /** The text of the overlay's shadow tree, and where its button is; undefined while there is none. */
  async function overlay(at: string = page): Promise<Overlay | undefined> {
    const { root } = await cdp.send<{ root: Node }>(
      "DOM.getDocument",
      { depth: -1, pierce: true },
      at,
    );
    const host = all(root).find(
      ({ localName, shadowRoots = [] }) => localName === "div" && shadowRoots.length > 0,
    );
    if (!host) return undefined;
    const nodes = (host.shadowRoots ?? []).flatMap(all);
    return {
      text: nodes.map(({ nodeValue = "" }) => nodeValue).join(" "),
      async middleOf(name) {
        const button = nodes.find(
          ({ localName, children = [] }) =>
            localName === "button" && children[0]?.nodeValue === name,
        );
        const { model } = await cdp.send<{ model: { border: number[] } }>(
          "DOM.getBoxModel",
          { backendNodeId: button?.backendNodeId },
          at,
        );
        const [x1 = 0, y1 = 0, , , x2 = 0, y2 = 0] = model.border;
        return { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
      },
    };
  }
  const press = async (name: string): Promise<void> =>
    cdp.press(page, await (await shown()).middleOf(name));
  const shown = (at?: string) =>
    until("the overlay is there", () => overlay(at), { deadlineMs: 60_000 });
  const failed = ({ code, stdout }: CommandResult): unknown => ({
    exit: code,
    ...(JSON.parse(stdout) as object),
  });

  it(
    "says which session acts, and goes some seconds after the last command",
    async () => {
      await workspace.text("snapshot", ...s);

      const { text } = await shown();

      expect(text).toContain(session);
      expect(text).toContain("Night shift");
      await until("the overlay is gone", async () => (await overlay()) === undefined);
    },
    SLOW,
  );

  it(
    "ends the command at a person's Stop, and refuses the next one that acts, once",
    async () => {
      const { end } = await runForever();
      await press("Stop");

      expect(failed(await end)).toMatchObject({ exit: 2, code: "user_aborted" });
      expect(await workspace.text("snapshot", ...s)).toContain("Desk");
      await workspace.text("tab", "list", ...s);
      const refused = await workspace.failure("click", "#save", ...s);
      expect(refused).toMatchObject({ code: "user_aborted", exit_code: 2 });
      expect(refused.hint).toContain("person");
      expect(await workspace.text("evaluate", "said.textContent", ...s)).toContain("nothing");
      await workspace.text("click", "#save", ...s);
    },
    SLOW,
  );

  it(
    "ends what every session does at Stop all",
    async () => {
      const other = (await workspace.text("session", "start")).trim();
      const otherPage = await open(other);
      const commands = [await runForever(), await runForever(other, otherPage)];

      await press("Stop all");

      for (const { end } of commands) {
        expect(failed(await end)).toMatchObject({ exit: 2, code: "user_aborted" });
      }
      for (const id of [session, other]) {
        const refused = await workspace.failure("evaluate", "1", "--session", id);
        expect(refused).toMatchObject({ code: "user_aborted" });
      }
      await workspace.text("session", "stop", other);
    },
    SLOW,
  );

  it(
    "is nothing of the page: no shift, no focus, no listener, no script reaches it",
    async () => {
      page = await open(session);
      await workspace.text("click", "[name=note]", ...s);
      const { end } = await runForever();
      await shown();
      await cdp.evaluate(page, "overlayHost().click()");
      await workspace.text("status"); // through the worker and back, behind what the click might have sent it
      expect(await cdp.evaluate(page, "overlayHost().shadowRoot")).toBeNull();
      const early = await Promise.race([end, Promise.resolve("still running")]);
      expect(early).toBe("still running");
      await cdp.evaluate(page, "heard.length = 0");

      await press("Stop");

      expect(failed(await end)).toMatchObject({ code: "user_aborted" });
      expect(await cdp.evaluate(page, "heard")).toEqual([]);
      expect(await cdp.evaluate(page, "document.activeElement.name")).toBe("note");
      expect(await cdp.evaluate(page, "shifts")).toBe(0);
    },
    SLOW,
  );

  it(
    "is in no evidence: no operation, text, change or message of it",
    async () => {
      page = await open(session);
      await until("the overlay is gone", async () => (await overlay()) === undefined);
      await workspace.text("debug", "start", ...s);
      await workspace.text("click", "#save", ...s);
      expect(await workspace.text("snapshot", ...s)).not.toContain("Stop");
      const { end } = await runForever();
      await press("Stop");
      await end;

      await workspace.text("snapshot", ...s);
      await press("Stop"); // nothing runs any more: what is pressed now is a person's doing
      await cdp.press(page, await cdp.evaluate(page, MIDDLE_OF_SAVE));
      const operations = await until("the person's click is recorded", async () => {
        const list = await workspace.json<ActionResults["debug/operations"]>(
          ...["debug", "operations"],
          ...s,
        );
        return (
          list.operations.some(
            ({ source, target = "" }) => source === "human" && target.includes("Save"),
          ) && list.operations
        );
      });
      expect(operations.map(({ source, method }) => `${source} ${method}`)).toEqual([
        "agent click",
        "agent evaluate",
        "human click",
      ]);
      const save = await workspace.text("debug", "operation", operations[0]?.id ?? "", ...s);
      expect(save).toContain("saved");
      const { pages } = await workspace.json<ActionResults["debug/pages"]>(
        ...["debug", "pages", "--all"],
        ...s,
      );
      const said = await workspace.text("debug", "console", ...s);
      const kept = JSON.stringify([pages, said, save]);
      expect(pages.length).toBeGreaterThan(1);
      expect(kept).not.toContain("acts here");
      expect(kept).not.toContain("Stop all");
      await workspace.text("debug", "stop", ...s);
    },
    SLOW,
  );

  it(
    "is in no snapshot, though its buttons take clicks",
    async () => {
      page = await open(session);
      await workspace.text("evaluate", "1", ...s);
      await shown();

      const tree = await workspace.text("snapshot", ...s);

      expect(tree).toContain("Save");
      expect(tree).not.toContain("clickable");
      await shown();
    },
    SLOW,
  );

  it(
    "makes room for a click at the place where it is",
    async () => {
      page = await open(session);
      await workspace.text("snapshot", ...s);
      const place = await (await shown()).middleOf("Stop");
      await cdp.evaluate(
        page,
        `corner.style.cssText = "position:fixed;left:${place.x - 20}px;top:${place.y - 20}px;width:40px;height:40px"`,
      );
      const did = await workspace.text("click", "#corner", ...s);

      expect(did).toContain("Corner");
      expect(await cdp.evaluate(page, "heard.includes('corner')")).toBe(true);
      expect(await workspace.text("evaluate", "1", ...s)).toContain("1"); // no Stop was pressed
      await shown();
    },
    SLOW,
  );

  it(
    "can be pressed under a modal dialog, which makes all else of the page inert",
    async () => {
      page = await open(session);
      const first = await runForever();
      await shown();
      const before = await cdp.evaluate<number>(page, "raised");
      await cdp.evaluate(page, "ask.showModal()");
      await until("it is on top again", () => cdp.evaluate<boolean>(page, `raised > ${before}`));
      await press("Stop");
      expect(failed(await first.end)).toMatchObject({ exit: 2, code: "user_aborted" });

      await workspace.run(["evaluate", "1", ...s]);
      const second = await runForever(); // the dialog is open already
      await press("Stop");
      expect(failed(await second.end)).toMatchObject({ exit: 2, code: "user_aborted" });

      expect(await cdp.evaluate(page, "heard")).toEqual([]);
      expect(await cdp.evaluate(page, "ask.open")).toBe(true);
    },
    SLOW,
  );

  it(
    "leaves a modal dialog's own clicks alone, the agent's and the person's",
    async () => {
      page = await open(session);
      await workspace.text("debug", "start", ...s);
      await cdp.evaluate(page, "ask.showModal()");
      await workspace.text("snapshot", ...s);
      const place = await (await shown()).middleOf("Stop");
      const put = (x: number, y: number): Promise<unknown> =>
        cdp.evaluate(
          page,
          `inside.style.cssText = "position:fixed;left:${x - 20}px;top:${y - 20}px;width:40px;height:40px"`,
        );
      await put(place.x, place.y);

      expect(await workspace.text("click", "#inside", ...s)).toContain("Inside");
      expect(await cdp.evaluate(page, "heard")).toEqual(["inside"]);
      expect(await workspace.text("evaluate", "1", ...s)).toContain("1"); // no Stop was pressed

      await put(100, 100);
      await cdp.press(page, { x: 100, y: 100 });
      await workspace.text("snapshot", ...s);
      await press("Stop"); // nothing runs any more
      const refused = await workspace.failure("click", "#inside", ...s);
      expect(refused).toMatchObject({ code: "user_aborted" });
      expect(await cdp.evaluate(page, "heard")).toEqual(["inside", "inside"]);
      const { operations } = await until("the person's click is recorded", async () => {
        const list = await workspace.json<ActionResults["debug/operations"]>(
          ...["debug", "operations"],
          ...s,
        );
        return list.operations.some(({ source }) => source === "human") && list;
      });
      expect(operations.map(({ source, method }) => `${source} ${method}`)).toEqual([
        "agent click",
        "agent evaluate",
        "human click",
      ]);
      await workspace.text("debug", "stop", ...s);
    },
    SLOW,
  );

  it(
    "waits for the page's own first paint",
    async () => {
      await workspace.text("navigate", `${site.url}/late`, ...s);
      await shown();

      const first = await cdp.evaluate<number>(
        page,
        "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
      );

      expect(first).toBeGreaterThan(800);
    },
    SLOW,
  );
});

function all(node: Node): readonly Node[] {
  const { children = [], shadowRoots = [] } = node;
  return [node, ...[...children, ...shadowRoots].flatMap(all)];
}

async function serve(): Promise<{ readonly url: string; close(): Promise<unknown> }> {
  const server: Server = createServer(({ url }, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(url === "/late" ? LATE : PAGE);
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
