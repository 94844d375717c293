import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CDP_METHODS } from "../dist/tsc/debugger/cdpMethods.js";
import { sendCdp } from "../dist/tsc/debugger/sendCdp.js";
import { installChrome } from "./fake/FakeChrome.js";

const root = join(import.meta.dirname, "..", "..");

/** The sources that may send CDP commands, by path below the repository. */
function sources(): ReadonlyMap<string, string> {
  const folders = ["core/src", "extension/src", "plugins"];
  const names = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !/node_modules|dist|test/.test(name))
      .map((name) => join(folder, name)),
  );
  return new Map(names.map((name) => [name, readFileSync(join(root, name), "utf8")]));
}

/** Methods that stand as the first argument of a call, whatever the function is named. */
function sentMethods(): readonly string[] {
  const call = /\b\w+\(\s*"([A-Z]\w+\.[a-z]\w+)"/g;
  return [...sources().values()].flatMap((text) =>
    [...text.matchAll(call)].map(([, name]) => name ?? ""),
  );
}

describe("the permissions", () => {
  const manifest = JSON.parse(readFileSync(join(root, "extension/manifest.json"), "utf8")) as {
    readonly [key: string]: unknown;
  };

  it("are exactly these: none for a page, and storage needs only its own", () => {
    expect(manifest.permissions).toEqual(["debugger", "alarms", "storage", "unlimitedStorage"]);
    for (const more of ["host_permissions", "optional_permissions", "optional_host_permissions"])
      expect(manifest).not.toHaveProperty(more);
    expect(manifest).not.toHaveProperty("content_scripts");
  });
});

describe("the CDP methods that bsk may call", () => {
  it("are exactly these", () => {
    expect([...CDP_METHODS].sort()).toMatchInlineSnapshot(`
      [
        "Accessibility.getFullAXTree",
        "Accessibility.getPartialAXTree",
        "DOM.getFrameOwner",
        "DOM.resolveNode",
        "DOMSnapshot.captureSnapshot",
        "Emulation.setFocusEmulationEnabled",
        "Fetch.continueRequest",
        "Fetch.disable",
        "Fetch.enable",
        "Fetch.failRequest",
        "Fetch.fulfillRequest",
        "Input.dispatchKeyEvent",
        "Input.dispatchMouseEvent",
        "Input.insertText",
        "Inspector.enable",
        "Log.enable",
        "Network.configureDurableMessages",
        "Network.enable",
        "Network.getRequestPostData",
        "Network.getResponseBody",
        "Network.streamResourceContent",
        "Page.addScriptToEvaluateOnNewDocument",
        "Page.captureScreenshot",
        "Page.crash",
        "Page.createIsolatedWorld",
        "Page.enable",
        "Page.getFrameTree",
        "Page.getLayoutMetrics",
        "Page.getNavigationHistory",
        "Page.handleJavaScriptDialog",
        "Page.navigate",
        "Page.navigateToHistoryEntry",
        "Page.reload",
        "Page.removeScriptToEvaluateOnNewDocument",
        "Page.setInterceptFileChooserDialog",
        "Page.stopLoading",
        "Runtime.addBinding",
        "Runtime.callFunctionOn",
        "Runtime.enable",
        "Runtime.evaluate",
        "Runtime.releaseObjectGroup",
        "Runtime.removeBinding",
        "Runtime.runIfWaitingForDebugger",
        "Runtime.setAsyncCallStackDepth",
        "Target.detachFromTarget",
        "Target.setAutoAttach",
      ]
    `);
  });

  it.each([
    "Network.getAllCookies",
    "Network.getCookies",
    "Storage.getCookies",
    "Target.createTarget",
    "Target.attachToTarget",
    "Network.loadNetworkResource",
    "Browser.close",
    "toString",
    "",
  ])("do not include %s, which never reaches the browser", async (method) => {
    const chrome = installChrome();

    await expect(sendCdp({ tabId: 1 }, method)).rejects.toMatchObject({ code: "internal" });

    expect(chrome.sendCommand).not.toHaveBeenCalled();
  });

  it("are all that core, plugins and extension send", () => {
    const sent = sentMethods();

    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter((method) => !CDP_METHODS.has(method))).toEqual([]);
  });

  it("are no more than what is used", () => {
    const others = [...sources()].filter(([name]) => !name.endsWith("cdpMethods.ts"));
    const text = others.map(([, content]) => content).join("\n");

    expect([...CDP_METHODS].filter((method) => !text.includes(`"${method}"`))).toEqual([]);
  });

  it("are the capture's own where they listen in a page or read a body", () => {
    const own = [
      "Network.getRequestPostData",
      "Network.getResponseBody",
      "Network.streamResourceContent",
      "Runtime.addBinding",
    ];
    for (const method of own) {
      const senders = [...sources()].filter(
        ([name, text]) => text.includes(`"${method}"`) && !name.endsWith("cdpMethods.ts"),
      );
      expect(senders.length).toBeGreaterThan(0);
      for (const [name] of senders) expect(name).toContain(join("core", "src", "capture"));
    }
  });

  it("go through one file: no other names chrome's sendCommand", () => {
    const callers = [...sources()].filter(([, text]) => text.includes("debugger.sendCommand("));

    expect(callers.map(([name]) => name)).toEqual([
      join("extension", "src", "debugger", "sendCdp.ts"),
    ]);
  });
});
