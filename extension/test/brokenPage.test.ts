import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "./browser/Pages.js";
import { VerbTab } from "./browser/VerbTab.js";

const PAGES = new Map<string, Page>([
  ["/", "<title>whole</title>"],
  [
    "/broken",
    (response) => {
      response.writeHead(200, { "content-type": "text/html", "content-length": 999 });
      response.write("<p>partial", () => setTimeout(() => response.destroy(), 50));
    },
  ],
  ["/stops", "<title>stopped</title><script>setTimeout(() => stop(), 50)</script>"],
]);

describe("a document whose server breaks off in the middle", () => {
  let tab: VerbTab;
  beforeAll(async () => {
    tab = await VerbTab.open(PAGES);
  });
  afterAll(() => tab?.close());

  it("fails at once, with the reason, and the next one comes", async () => {
    await expect(tab.go("/broken")).rejects.toMatchObject({
      code: "navigation_failed",
      message: expect.stringContaining("ERR_CONTENT_LENGTH_MISMATCH"),
      hint: expect.stringContaining("broke off"),
    });

    expect(await tab.go("/")).toMatchObject({ reached: "load", title: "whole" });
  });

  it("is no document that stops itself", async () => {
    expect(await tab.go("/stops")).toMatchObject({ reached: "load", title: "stopped" });
  });
});
