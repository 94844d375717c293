import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION_ID } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import { afterEach, describe, expect, it } from "vitest";
import { CdpClient, ROOT, until, Workspace } from "./harness/index.js";

describe("the extension's content security policy", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("lets hooks and validators run in the worker, and nothing make code from text", async () => {
    const workspace = await Workspace.create({ isDirect: true });
    closing.push(() => workspace.close());
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    const cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    closing.unshift(async () => cdp.close());
    const { targetId } = await until("the worker is a target", async () =>
      (await cdp.targets()).find(
        ({ type, url }) => type === "service_worker" && url.includes(EXTENSION_ID),
      ),
    );
    const worker = await cdp.attach(targetId);
    await expect(cdp.evaluate(worker, "new Function('return 1')()")).rejects.toThrow(/EvalError/);

    // Under that policy a capture starts: its hooks are called from the first (captureStarting, redact), and a
    // reading of the page is kept only when the generated validator accepted what the observer said.
    const s = ["--session", (await workspace.text("session", "start")).trim()];
    const { run } = await workspace.json<ActionResults["debug/start"]>("debug", "start", ...s);
    await workspace.text("navigate", "about:blank", ...s);
    const { pages } = await workspace.json<ActionResults["debug/pages"]>(
      "debug",
      "pages",
      "--all",
      ...s,
    );

    expect(run.state).toBe("capturing");
    expect(run.coverage.map(({ flag }) => flag)).not.toContain("plugin_failed");
    expect(pages.map(({ state }) => state)).toContain("available");
  });

  it("is kept by every built file", () => {
    const folder = join(ROOT, "extension", "dist", "unpacked");
    const scripts = readdirSync(folder).filter((name) => name.endsWith(".js"));

    expect(scripts.length).toBeGreaterThan(1);
    for (const name of scripts) {
      expect(readFileSync(join(folder, name), "utf8")).not.toMatch(/new Function|\beval\(/);
    }
  });
});
