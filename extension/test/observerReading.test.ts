import { type ObserverSnapshot, validateObserverSnapshot } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bundleObserver } from "./browser/bundleObserver.js";
import { type Page, Pages } from "./browser/Pages.js";
import { PipeBrowser } from "./browser/PipeBrowser.js";
import { PipeTab } from "./browser/PipeTab.js";

const LONG = "word ".repeat(1300);
const PAGES = new Map<string, Page>([
  ["/inline", `<p>${"<b>a</b> ".repeat(2000)}</p><p>${" ".repeat(7000)}end</p>`],
  [
    "/labels",
    `<label>Size <select name=size><option>Small<option selected>Large</select></label>
    <label>City <input name=city list=c><datalist id=c><option>Paris</option></datalist></label>
    <label>Note <textarea name=note>dear</textarea></label><div id=plain contenteditable>typed</div>`,
  ],
  ["/node", LONG],
  ["/within", `<pre>${" ".repeat(23_996)}seen</pre>`],
  ["/beyond", `<pre>${" ".repeat(23_995)}seen unseen</pre>`],
  [
    "/lines",
    `<p>one\n two</p><pre>\nuser,password\nbob,x1\n\n  a\tb  c \n</pre><p style="white-space:pre-line">d\n  e</p>
    <pre><b>f</b>: |\n  <i>g</i></pre><pre>  h</pre>`,
  ],
  // The body is the first element.
  ["/elements", `${"<i></i>".repeat(19_998)}<b>last</b>`],
  ["/more", `<b>first</b>${"<i></i>".repeat(19_998)}<b>unseen</b>`],
  ["/spread", `<p>${"<b>a</b> ".repeat(3002)}</p>`],
  [
    "/values",
    `<input name=whole value="${"w".repeat(256)}"><textarea name=cut>${LONG}</textarea>
    <input type=password value=hunter22><textarea name=secret>${LONG}hunter22</textarea>
    <input type=password name=unfilled>`,
  ],
]);

let browser: PipeBrowser;
let pages: Pages;
let tab: PipeTab;
let source: string;

beforeAll(async () => {
  [source, browser, pages] = await Promise.all([
    bundleObserver(),
    PipeBrowser.start(),
    Pages.serve(PAGES),
  ]);
  tab = await PipeTab.open(browser);
}, 60_000);

afterAll(async () => {
  pages?.close();
  await browser?.close();
});

/** What the observer reads of a page of its own. */
async function snapshotOf(path: string): Promise<ObserverSnapshot> {
  await tab.send("Page.navigate", { url: pages.origin + path });
  const arrived = "document.readyState === 'complete' ? location.pathname : ''";
  await vi.waitFor(async () => expect(await tab.value(arrived)).toBe(path), { timeout: 20_000 });
  await tab.value(`${source};0`);
  const found: unknown = JSON.parse(String(await tab.value("__bskSnapshot()")));
  if (!validateObserverSnapshot(found)) throw new Error(`not valid: ${JSON.stringify(found)}`);
  return found;
}

describe("a reading of the page", () => {
  it("holds its text whole, in however many nodes and white space it stands", async () => {
    expect(await snapshotOf("/inline")).toMatchObject({
      text: `${"a ".repeat(2000).trim()}\nend`,
      text_truncated: false,
    });
  });

  it("has the lines that preformatted text is drawn in", async () => {
    expect(await snapshotOf("/lines")).toMatchObject({
      text: "one two\nuser,password\nbob,x1\n  a\tb  c\nd\n  e\nf: |\n  g\nh",
    });
  });

  it.each([
    ["/node", LONG],
    ["/spread", "a ".repeat(3002)],
  ])(
    "holds 6000 characters of a longer text, and one for whoever cuts it: %s",
    async (path, all) => {
      expect(await snapshotOf(path)).toMatchObject({
        text: all.slice(0, 6001),
        text_truncated: true,
      });
    },
  );

  it.each([
    ["/within", "seen", false],
    ["/beyond", "seen", true],
    ["/elements", "last", false],
    ["/more", "first", true],
  ])(
    "is of 24,000 characters of a text node and of 20,000 elements, and says what is more: %s",
    async (path, text, isMore) => {
      expect(await snapshotOf(path)).toMatchObject({ text, text_truncated: isMore });
    },
  );

  it("holds a value to 256 characters, the beginning of a longer one, and nothing of a secret", async () => {
    const { fields } = await snapshotOf("/values");

    expect(fields.map(({ name, state, value }) => [name, state, value])).toEqual([
      ["whole", "available", "w".repeat(256)],
      ["cut", "truncated", LONG.slice(0, 257)],
      ["secret", "redacted", undefined],
      ["unfilled", "available", ""],
    ]);
  });

  it("calls a field by its label's own words, and one without a name by what it is", async () => {
    const { fields } = await snapshotOf("/labels");

    expect(fields.map(({ label, value }) => [label, value])).toEqual([
      ["Size", "Large"],
      ["City", ""],
      ["Note", "dear"],
      ["div#plain", "typed"],
    ]);
  });
});
