import { BskError, type CdpSession } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { RefStore, VERBS } from "../dist/tsc/verbs/index.js";
import type { VerbMethod } from "../src/verbs/Verb.js";
import { type Page, Pages } from "./browser/Pages.js";
import { PipeBrowser } from "./browser/PipeBrowser.js";
import { PipeTab } from "./browser/PipeTab.js";

const LOG = "<script>window.log=[]</script>";
const PAGES = new Map<string, Page>([
  [
    "/",
    `<title>T</title>${LOG}<h1>Profile</h1>
    <label>Display name <input name=displayName value=Ada></label>
    <label>Pass <input type=password name=x1 value=hunter2pw></label><p>hunter2pw again</p>
    <input type=password aria-label=Empty><div contenteditable aria-label="Api key" role=textbox>k3y-in-here</div>
    <input autocomplete=cc-number value=4111111111111111 aria-label=Card>
    <button id=show onclick="document.querySelector('[name=x1]').type='text'">Show</button>
    <button id=save onclick="log.push('save')">Save</button> <button id=off disabled>Off</button>
    <input type=checkbox id=box><input id=upper oninput="this.value=this.value.toUpperCase()">
    <a id=link href="/other?api_key=sk_live_abcdef123">Link</a>
    <button id=alert onclick="log.push(alert('hello'))">Alert</button>`,
  ],
  ["/other", "<title>O</title><button>Other</button>"],
  [
    "/busy",
    `${LOG}<button id=covered style="position:absolute;top:9px">C</button>
    <div id=overlay style="position:fixed;inset:0 0 auto 0;height:60px;z-index:9"></div>
    <style>@keyframes m{from{left:0}to{left:300px}}</style>
    <button id=moving style="position:absolute;top:90px;animation:m 2s infinite linear">M</button>
    <button id=hidden style="display:none">H</button>`,
  ],
  [
    "/frames",
    `${LOG}<div style="height:900px"></div>
    <iframe src="/inner" style="border:5px solid"></iframe>
    <iframe src="OTHER_SITE/inner" style="border:5px solid;padding:7px"></iframe>`,
  ],
  ["/inner", `${LOG}<button onclick="log.push('in')">Inner</button><input aria-label=Field>`],
  [
    "/shadow",
    `${LOG}<div id=open></div><div id=closed></div><script>
    for (const mode of ['open', 'closed']) {
      const root = document.getElementById(mode).attachShadow({mode});
      root.innerHTML = '<button id=in-' + mode + '>In ' + mode + '</button>';
      root.firstChild.onclick = () => log.push(mode);
    }</script>`,
  ],
  ["/loadalert", "<script>alert('loading')</script>"],
  ["/first", (response) => response.writeHead(302, { location: "/second" }).end()],
  ["/second", (response) => response.writeHead(302, { location: "/other" }).end()],
  ["/empty404", (response) => response.writeHead(404).end()],
  ["/never", () => {}],
]);

let browser: PipeBrowser;
let pages: Pages;
let tab: PipeTab;
let refs: RefStore;

type Params<M extends VerbMethod> = Omit<ActionParams[M], "session">;

function run<M extends VerbMethod>(
  method: M,
  params: Params<M>,
  signal: AbortSignal = new AbortController().signal,
): Promise<ActionResults[M]> {
  // `session` is all that Omit took away.
  const whole = { session: "abcd", ...params } as ActionParams[M];
  return VERBS[method](whole, { tabId: 1, session: "abcd", cdp: tab, signal, refs });
}

const go = (path: string) => run("page/navigate", { url: pages.origin + path });
const click = (target: string, timeout_ms = 4000) => run("page/click", { target, timeout_ms });
const answer = () => tab.send("Page.handleJavaScriptDialog", { accept: true });

async function refTo(line: string): Promise<string> {
  const { tree } = await run("page/snapshot", {});
  const found = tree.split("\n").find((text) => text.includes(line));
  return /@e\d+/.exec(found ?? "")?.[0] ?? `no ref for ${line} in ${tree}`;
}

/** A click as a person makes it: without looking first. */
async function pressAt(selector: string): Promise<void> {
  const middle = `(() => { const r = document.querySelector('${selector}').getBoundingClientRect();
    return [r.x + r.width / 2, r.y + r.height / 2]; })()`;
  const [x = 0, y = 0] = (await tab.value(middle)) as number[]; // as the expression makes it
  for (const type of ["mousePressed", "mouseReleased"] as const) {
    const options = { type, x, y, button: "left", clickCount: 1 } as const;
    await tab.send("Input.dispatchMouseEvent", options);
  }
}

async function failure(work: Promise<unknown>): Promise<BskError> {
  const error: unknown = await work.then(
    (result) => new Error(`it went well: ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof BskError) return error;
  throw error;
}

beforeAll(async () => {
  [browser, pages] = await Promise.all([PipeBrowser.start(), Pages.serve(PAGES)]);
  tab = await PipeTab.open(browser);
}, 40_000);

afterAll(async () => {
  pages?.close();
  await browser?.close();
});

beforeEach(() => {
  refs = new RefStore();
});

describe("navigate", () => {
  it("tells the final URL, the status and the redirects", async () => {
    expect(await go("/first")).toEqual({
      url: `${pages.origin}/other`,
      status: 200,
      redirects: 2,
      reached: "load",
      title: "O",
    });
  });

  it("takes a 404 for an answer, also one without a body", async () => {
    expect(await go("/missing")).toMatchObject({ status: 404, reached: "load" });
    expect(await go("/empty404")).toMatchObject({ status: 404, url: `${pages.origin}/empty404` });
  });

  it("fails for a refused port, and for what is no web page", async () => {
    const refused = await failure(run("page/navigate", { url: "http://127.0.0.1:59999/" }));
    expect(refused).toMatchObject({ code: "navigation_failed", exitCode: 3 });
    expect(refused.message).toContain("ERR_CONNECTION_REFUSED");
    for (const url of [
      "localhost:3000",
      "file:///etc/passwd",
      "javascript:1",
      "chrome://version",
    ]) {
      expect(await failure(run("page/navigate", { url }))).toMatchObject({
        code: "url_not_allowed",
      });
    }
    const local = await failure(run("page/navigate", { url: "localhost:3000/a" }));
    expect(local.message).toContain("http://");
  });

  it("says how far it came when the time is over", async () => {
    // What the browser shows for a failure comes late, and is no part of the next navigation.
    await failure(run("page/navigate", { url: "http://127.0.0.1:59999/" }));
    const late = run("page/navigate", { url: `${pages.origin}/never`, timeout_ms: 300 });
    expect(await failure(late)).toMatchObject({
      code: "timeout",
      exitCode: 4,
      data: { reached: "none" },
    });
  });

  it("comes back with the dialog that opens while the page loads; then nothing else runs", async () => {
    expect(await go("/loadalert")).toMatchObject({ dialog: { type: "alert", message: "loading" } });
    expect(await failure(click("body"))).toMatchObject({
      code: "dialog_open",
      data: { dispatched: false },
    });
    await answer();
    expect(await go("/")).toMatchObject({ status: 200 });
  });
});

describe("snapshot", () => {
  it("shows fields and buttons, and no secret, wherever it stands", async () => {
    await go("/");
    await click("#show"); // the password becomes a text field

    const { tree } = await run("page/snapshot", {});

    expect(tree).toMatch(/^- heading "Profile" @e1 \[level=1\]$/m);
    expect(tree).toMatch(/^- textbox "Display name" @e\d+ = "Ada"$/m);
    expect(tree).toMatch(/^- textbox "Pass" @e\d+ = \[redacted\]$/m);
    expect(tree).toMatch(/^- textbox "Empty" @e\d+$/m);
    expect(tree).toMatch(/^- textbox "Api key" @e\d+ = \[redacted\]$/m);
    expect(tree).toMatch(/^- button "Off" @e\d+ \[disabled\]$/m);
    expect(tree).not.toMatch(/hunter2pw|4111111111111111|sk_live_abcdef123|k3y-in/);
  });

  it("gives refs only to what it prints", async () => {
    await go("/");
    const { tree, refs: count, truncated } = await run("page/snapshot", { max_chars: 200 });

    expect(truncated).toBe(true);
    expect(tree.length).toBeLessThan(240);
    expect(tree.match(/@e\d+/g)).toHaveLength(count);
  });

  it("refs reach into iframes of this and another site, and into shadow roots", async () => {
    await go("/frames");
    await vi.waitFor(async () => {
      const { tree } = await run("page/snapshot", {});
      expect(tree.match(/button "Inner"/g)).toHaveLength(2);
    });
    const { tree } = await run("page/snapshot", {});
    for (const [, ref = ""] of tree.matchAll(/button "Inner" (@e\d+)/g)) await click(ref);
    for (const [, ref = ""] of tree.matchAll(/textbox "Field" (@e\d+)/g)) {
      expect(await run("page/fill", { target: ref, value: "typed" })).toMatchObject({
        verified: true,
      });
    }
    expect(await tab.value("frames[0].log.join()")).toBe("in");

    await go("/shadow");
    await click(await refTo("In open"));
    await click(await refTo("In closed"));
    await click("#in-open");
    expect(await tab.value("log.join()")).toBe("open,closed,open");
  });
});

describe("click", () => {
  it("presses what a ref or a selector names, and says what it did", async () => {
    await go("/");
    expect(await click(await refTo('button "Save"'))).toEqual({ did: 'click button "Save"' });
    expect(await click("#save")).toEqual({ did: 'click button "Save"' });
    expect(await tab.value("log.join()")).toBe("save,save");
  });

  it("reports the navigation that began, redacted, and makes the old refs stale", async () => {
    await go("/");
    const ref = await refTo('button "Save"');
    const { navigation } = await click("#link");

    expect(navigation?.url).toContain("/other?api_key=");
    expect(navigation?.url).not.toContain("sk_live_abcdef123");
    await vi.waitFor(async () => expect(await tab.value("document.title")).toBe("O"));
    expect(await failure(click(ref))).toMatchObject({ code: "ref_stale", exitCode: 1 });
  });

  it("comes back at once with the dialog that it opened", async () => {
    await go("/");
    expect(await click("#alert")).toMatchObject({ dialog: { type: "alert", message: "hello" } });
    await answer();
    await vi.waitFor(async () => expect(await tab.value("log.length")).toBe(1));
  });

  it.each([
    ["#covered", "covered by <div#overlay>"],
    ["#moving", "moving"],
    ["#hidden", "not_visible"],
  ])("says why %s cannot be clicked, and leaves it alone", async (target, reason) => {
    await go("/busy");
    const error = await failure(click(target, 300));

    expect(error).toMatchObject({ code: "element_not_actionable", data: { reason } });
    expect(error.hint).toBe("bsk snapshot --session abcd");
  });

  it("tells a disabled element, a missing one, one that was taken out, and a bad selector apart", async () => {
    await go("/");
    const ref = await refTo('button "Save"');
    await tab.value("document.getElementById('save').remove()");

    expect(await failure(click("#off", 300))).toMatchObject({ data: { reason: "disabled" } });
    expect(await failure(click("#none", 100))).toMatchObject({ code: "element_not_found" });
    expect(await failure(click(ref))).toMatchObject({ data: { reason: "detached" } });
    expect(await failure(click("##"))).toMatchObject({ code: "invalid_params" });
  });

  it("ends when it is cancelled, and leaves no listener", async () => {
    await go("/busy");
    const before = tab.listeners;
    const cancel = new AbortController();
    const work = failure(run("page/click", { target: "#covered" }, cancel.signal));
    cancel.abort();

    expect(await work).toMatchObject({ code: "cancelled" });
    expect(tab.listeners).toBe(before);
  });
});

describe("a click that is cancelled in the middle", () => {
  it("lets go of the mouse, and lets the next click of a person through", async () => {
    await go("/");
    const cancel = new AbortController();
    const sent: (string | undefined)[] = [];
    const stuck: CdpSession = {
      children: () => tab.children(),
      attachWorkers: () => tab.attachWorkers(),
      onEvent: (listener) => tab.onEvent(listener),
      onReattach: () => tab.onReattach(),
      onDetach: (listener) => tab.onDetach(listener),
      send: (method, params, options) => {
        const type = params !== undefined && "type" in params ? String(params.type) : undefined;
        if (method === "Input.dispatchMouseEvent") sent.push(type);
        const answered = tab.send(method, params, options);
        if (type !== "mousePressed") return answered;
        cancel.abort();
        return new Promise(() => {});
      },
    };
    const context = {
      tabId: 1,
      session: "abcd",
      cdp: stuck,
      signal: cancel.signal,
      refs,
    };
    const params = { session: "abcd", target: "#show" };

    expect(await failure(VERBS["page/click"](params, context))).toMatchObject({
      code: "cancelled",
    });
    expect(sent).toEqual(["mouseMoved", "mousePressed", "mouseReleased"]);
    await pressAt("#save");
    expect(await tab.value("log.join()")).toBe("save");
  });
});

describe("fill", () => {
  it("replaces the value with trusted input and keeps it out of what it says", async () => {
    await go("/");
    await tab.value("addEventListener('input', (event) => log.push(event.isTrusted), true), 0");
    const filled = await run("page/fill", { target: "[name=displayName]", value: "Grace" });

    expect(filled).toEqual({ did: 'fill textbox "Display name"', verified: true });
    expect(await tab.value("document.querySelector('[name=displayName]').value")).toBe("Grace");
    expect(await tab.value("log.join()")).toBe("true");

    await run("page/fill", { target: "[name=displayName]", value: "" });
    expect(await tab.value("document.querySelector('[name=displayName]').value")).toBe("");
  });

  it("says when the page made something else of it, and what cannot be filled", async () => {
    await go("/");
    expect(await run("page/fill", { target: "#upper", value: "abc" })).toMatchObject({
      verified: false,
      holds: "ABC",
    });
    expect(await failure(run("page/fill", { target: "#box", value: "x" }))).toMatchObject({
      code: "not_fillable",
    });
  });
});

describe("evaluate", () => {
  it.each([
    ["1 + 1", { ok: true, type: "number", text: "2", value: 2 }],
    ["Promise.resolve({ a: [1] })", { ok: true, text: '{"a":[1]}', value: { a: [1] } }],
    ["10n", { ok: true, type: "bigint", text: "10n" }],
    ["document.body", { ok: true, type: "node", text: "body" }],
    ["undefined", { ok: true, type: "undefined", text: "undefined" }],
  ])("answers %s", async (expression, result) => {
    await go("/");
    expect(await run("page/evaluate", { expression })).toMatchObject(result);
  });

  it("takes what is thrown for an answer, and ends a script that does not end", async () => {
    const thrown = await run("page/evaluate", { expression: "throw new Error('boom')" });
    expect(thrown.ok).toBe(false);
    expect(thrown.text).toContain("boom");
    const endless = run("page/evaluate", { expression: "for (;;);", timeout_ms: 200 });
    expect(await failure(endless)).toMatchObject({ code: "timeout" });
    await vi.waitFor(async () => expect(await tab.value("1")).toBe(1));
  });

  it("cuts a result that is too long", async () => {
    const result = await run("page/evaluate", { expression: "'x'.repeat(3e6)" });
    expect(result).toMatchObject({ truncated: true, total_chars: 3_000_000 });
    expect(result.text).toHaveLength(65_536);
    expect(result.value).toBeUndefined();
  });
});

describe("a tab in trouble", () => {
  it("in the background is clicked and filled all the same", async () => {
    const front = tab;
    tab = await PipeTab.open(browser, true);
    await go("/");
    await click("#save");
    const filled = await run("page/fill", { target: "[name=displayName]", value: "back" });

    expect(filled.verified).toBe(true);
    expect(await tab.value("log.join()")).toBe("save");
    await tab.close();
    tab = front;
  });

  it("that crashes fails what waits, and a navigation mends it", async () => {
    await go("/");
    const waiting = failure(click("#off"));
    tab.send("Page.crash").catch(() => {}); // never answered

    expect(await waiting).toMatchObject({ code: "page_crashed" });
    expect(await failure(run("page/snapshot", {}))).toMatchObject({ code: "page_crashed" });
    expect(await go("/")).toMatchObject({ status: 200 });
    expect(await click("#save")).toEqual({ did: 'click button "Save"' });
  });

  it("that hangs is named so", async () => {
    await go("/");
    await tab.value("setTimeout(() => { for (;;); }), 0");

    expect(await failure(click("#save"))).toMatchObject({ code: "page_hung", exitCode: 4 });
    await tab.close(); // it would keep a core busy
    tab = await PipeTab.open(browser);
  });

  it("that is closed fails what waits", async () => {
    await go("/");
    const waiting = failure(click("#off"));
    await tab.close();

    expect(await waiting).toMatchObject({ code: "page_gone" });
  });
});
