import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "./browser/Pages.js";
import { VerbTab } from "./browser/VerbTab.js";

const PAGES = new Map<string, Page>([
  [
    "/",
    `<label>Size <select id=size><option value=s>Small<option value=l>Large</select></label>
    <select aria-label=Kind><option>None<optgroup label=G><option>One</optgroup></select>
    <select id=many></select>
    <select id=keys><option value=sk_live_abcdef123456789>key sk_live_abcdef123456789</select>
    <script>for (let i = 0; i < 40; i += 1) many.add(new Option("n" + i))</script>`,
  ],
  [
    "/shadow",
    `<button id=one>1</button><button>2</button><div id=open></div><script>
    open = document.getElementById("open").attachShadow({ mode: "open" });
    open.innerHTML = "<button>3</button>";</script>`,
  ],
]);

let tab: VerbTab;

beforeAll(async () => {
  tab = await VerbTab.open(PAGES);
  await tab.go("/");
}, 40_000);

afterAll(() => tab?.close());

describe("the options of a list", () => {
  it("are in the snapshot, also in a label and in groups", async () => {
    const { tree } = await tab.run("page/snapshot", {});

    const options = tree.split("\n").flatMap((line) => /- (option .*)/.exec(line)?.[1] ?? []);
    expect(options.slice(0, 4)).toEqual([
      'option "Small" [selected]',
      'option "Large"',
      'option "None" [selected]',
      'option "One"',
    ]);
  });

  it.each([
    ["#size", 'It has "Small", "Large".'],
    ["#many", '"n11", 28 more.'],
    ["#keys", "[redacted"],
  ])("are named when the one asked for is not among them: %s", async (target, says) => {
    const choosing = tab.run("page/select", { target, value: ["none"], timeout_ms: 200 });

    await expect(choosing).rejects.toMatchObject({
      code: "option_not_found",
      message: expect.stringContaining(says),
    });
    await expect(choosing).rejects.toMatchObject({
      message: expect.not.stringContaining("abcdef"),
    });
  });
});

describe("a selector", () => {
  it("that matches more than what was taken says so, with open shadow roots", async () => {
    await tab.go("/shadow");
    const waited = await tab.run("page/wait-for-element", { target: "button", state: "attached" });

    expect(await tab.run("page/get-html", { target: "button" })).toMatchObject({ matches: 3 });
    expect(waited).toMatchObject({ satisfied: true, matches: 3 });
    expect(await tab.run("page/get-html", { target: "#one" })).not.toHaveProperty("matches");
  });
});
