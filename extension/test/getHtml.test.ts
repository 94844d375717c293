import type { ActionResults } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RefStore, VERBS } from "../dist/tsc/verbs/index.js";
import { type Page, Pages } from "./browser/Pages.js";
import { PipeBrowser } from "./browser/PipeBrowser.js";
import { PipeTab } from "./browser/PipeTab.js";

const LONG = Array.from({ length: 4000 }, (_, n) => `w${n}x`).join("");
const AREAS = Array.from({ length: 2005 }, (_, n) => `<textarea>note${n}</textarea>`).join("");

const PAGES = new Map<string, Page>([
  [
    "/template",
    `<p>alphaWord1</p><template><b>kept</b><label>Access token <textarea>alphaWord1</textarea></label>
    <template><label>Secret <input value=betaWord2></label></template></template><p>betaWord2</p>
    <template><label for=far>API key</label> <input id=far value=deltaWord4></template>`,
  ],
  ["/many", `${AREAS}<label>Access token <textarea>gammaWord3</textarea></label><p>end</p>`],
  ["/long", `<label>Access token <textarea>${LONG}</textarea></label><p>end</p>`],
  ["/plain", `<p>${"x".repeat(30_000)}</p>`],
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

async function markup(path: string, maxBytes?: number): Promise<ActionResults["page/get-html"]> {
  const { signal } = new AbortController();
  const context = { tabId: 1, session: "abcd", cdp: tab, signal, refs: new RefStore() };
  const session = { session: "abcd" };
  await VERBS["page/navigate"]({ ...session, url: pages.origin + path }, context);
  const bytes = maxBytes === undefined ? {} : { max_bytes: maxBytes };
  return VERBS["page/get-html"]({ ...session, ...bytes }, context);
}

describe("markup", () => {
  it("has what is in templates, without the secrets of their fields", async () => {
    const { html, truncated } = await markup("/template");

    expect(html).toContain("<template><b>kept</b>");
    expect(html).not.toMatch(/alphaWord1|betaWord2|deltaWord4/);
    expect(truncated).toBe(false);
  });

  it("masks every field when there are too many to look at, and counts those", async () => {
    const { html, unread_fields } = await markup("/many", 400_000);

    expect(html).toContain("<p>end</p>");
    expect(html).not.toMatch(/gammaWord3|note\d/);
    expect(unread_fields).toBe(6);
  });

  it.each([300, 10_000, 20_000, 65_536])(
    "has no part of a long secret, cut after %i bytes",
    async (maxBytes) => {
      expect((await markup("/long", maxBytes)).html).not.toMatch(/w\d+x/);
    },
  );

  it("says how much a cut left out", async () => {
    const { html = "", omitted_chars, truncated } = await markup("/plain", 1000);
    const whole = (await markup("/plain")).html ?? "";

    expect(truncated).toBe(true);
    expect(html.length + (omitted_chars ?? 0)).toBe(whole.length);
    expect(await markup("/plain")).not.toHaveProperty("omitted_chars");
  });
});
