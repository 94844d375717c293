import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PageWatch, RefStore, VERBS } from "../dist/tsc/verbs/index.js";
import { type Page, Pages } from "./browser/Pages.js";
import { PipeBrowser } from "./browser/PipeBrowser.js";
import { PipeTab } from "./browser/PipeTab.js";

const MASK = "[redacted:secret_field]";
const FIELDS = `<input id=plain><label>Password <input id=pw type=password></label><p></p>
<script>pw.oninput = () => {
  const { value } = pw;
  console.log("heard", value);
  document.title = "T " + value;
  location.hash = value;
  document.querySelector("p").textContent = value.toUpperCase();
};</script>`;

const PAGES = new Map<string, Page>([
  ["/fields", FIELDS],
  ["/frame", `<iframe src="/fields"></iframe>`],
]);

let browser: PipeBrowser;
let pages: Pages;
let tab: PipeTab;

beforeAll(async () => {
  [browser, pages] = await Promise.all([PipeBrowser.start(), Pages.serve(PAGES)]);
  tab = await PipeTab.open(browser);
}, 40_000);
afterAll(async () => {
  pages?.close();
  await browser?.close();
});

const session = { session: "abcd" };
function context() {
  const { signal } = new AbortController();
  return { tabId: 1, session: "abcd", cdp: tab, signal, refs: new RefStore() };
}
const press = async (key: string, target?: string): Promise<string> => {
  const params = { ...session, key, ...(target === undefined ? {} : { target }) };
  return (await VERBS["page/press"](params, context())).did;
};
const open = (path: string) =>
  VERBS["page/navigate"]({ ...session, url: pages.origin + path }, context());

describe("keys into a password field", () => {
  it("are not told, and what they make of it is known before the page says it", async () => {
    await open("/fields");
    const said = [await press("h", "#pw")];
    for (const key of ["u", "n", "X", "t", "e", "r", "2"]) said.push(await press(key));
    for (let back = 0; back < 4; back += 1) await press("ArrowLeft");
    said.push(await press("Backspace"));

    expect(said.slice(0, -1)).toEqual(Array(8).fill('press [redacted] in textbox "Password"'));
    expect(said.at(-1)).toBe('press Backspace in textbox "Password"');
    const { messages } = await VERBS["page/console"](session, context());
    const heard = messages.map(({ text }) => text).filter((text) => text.startsWith("heard"));
    expect(heard).toEqual([
      ...["h", "hu", "hun", "hunX", "hunXt"].map((text) => `heard ${text}`),
      ...Array(4).fill(`heard ${MASK}`),
    ]);
  });

  it("are in no word of the page that a verb passes on", async () => {
    const { title, tree } = await VERBS["page/snapshot"](session, context());
    const { html } = await VERBS["page/get-html"](session, context());
    const reloaded = await VERBS["page/reload"](session, context());

    expect(title).toBe(`T ${MASK}`);
    expect(reloaded.url).toBe(`${pages.origin}/fields#${MASK}`);
    expect(tree + html).not.toMatch(/hunter/i);
    expect(html).toContain(`<p>${MASK}</p>`);
  });

  it("are not told in a frame either; those into another field are", async () => {
    await open("/fields");
    expect(await press("a", "#plain")).toBe("press a in textbox #plain");
    await open("/frame");
    await VERBS["page/focus"]({ ...session, target: "#pw" }, context());
    const did: string[] = [];
    for (const key of "swordf") did.push(await press(key));

    expect(did.every((text) => text.startsWith("press [redacted] in"))).toBe(true);
    expect(PageWatch.of(tab).secrets.redact("swordf")).toBe(MASK);
    await VERBS["page/focus"]({ ...session, target: "#plain" }, context());
    expect(await press("a")).toMatch(/^press a in/);
  });
});
