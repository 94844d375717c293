import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "./browser/Pages.js";
import { VerbTab } from "./browser/VerbTab.js";

const PAGES = new Map<string, Page>([
  [
    "/",
    "<a id=link href=/csv download=x.csv>D</a> <a id=att href=/att>A</a> <a id=go href=/>G</a>",
  ],
  ["/csv", (response) => response.writeHead(200, { "content-type": "text/csv" }).end("a,b")],
  [
    "/att",
    (response) =>
      response
        .writeHead(200, {
          "content-type": "text/csv",
          "content-disposition": "attachment; filename=att.csv",
        })
        .end("a,b"),
  ],
]);

let tab: VerbTab;

beforeAll(async () => {
  tab = await VerbTab.open(PAGES);
  await tab.go("/");
}, 40_000);

afterAll(() => tab?.close());

describe("a click that sets off a download", () => {
  it.each([
    ["#link", "/csv", "x.csv"],
    ["#att", "/att", "att.csv"],
  ])("says so, and tells of no navigation: %s", async (target, path, name) => {
    const result = await tab.run("page/click", { target });

    expect(result).toMatchObject({ download: { url: tab.pages.origin + path, name } });
    expect(result).not.toHaveProperty("navigation");
  });

  it("is told apart from one that goes to another page", async () => {
    const result = await tab.run("page/click", { target: "#go" });

    expect(result).toMatchObject({ navigation: { url: `${tab.pages.origin}/` } });
    expect(result).not.toHaveProperty("download");
  });
});
