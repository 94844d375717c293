import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION_ID } from "@bsk/core";
import { CdpClient } from "./CdpClient.js";
import { SpawnedBrowser } from "./SpawnedBrowser.js";
import { until } from "./until.js";
import { ROOT, type Workspace } from "./Workspace.js";

const EXTENSION = join(ROOT, "extension", "dist", "unpacked");
const PAGE = `chrome-extension://${EXTENSION_ID}`;

/**
 * A person's own browser: not started by bsk, its extension paired with the workspace's daemon as pairing
 * leaves it, in the daemon's list and in the extension's storage. Make it before the daemon starts.
 */
export class UserBrowser {
  private constructor(
    readonly cdp: CdpClient,
    private readonly browser: SpawnedBrowser,
    /** The session of a page of the extension. */
    private readonly page: string,
  ) {}

  static async start(workspace: Workspace): Promise<UserBrowser> {
    const pairing = {
      instance_id: randomBytes(4).toString("hex"),
      secret: randomBytes(32).toString("hex"),
    };
    const paired = { ...pairing, kind: "user", name: "own", extension_id: EXTENSION_ID };
    writeFileSync(join(workspace.home, "browsers.json"), JSON.stringify([paired]), { mode: 0o600 });
    const spawned = new SpawnedBrowser([
      `--load-extension=${EXTENSION}`,
      "--remote-debugging-port=0",
    ]);
    const cdp = await CdpClient.connect(await cdpPort(spawned.profile));
    const browser = new UserBrowser(cdp, spawned, await openExtension(cdp));
    const stored = { pairing: { ...pairing, port: workspace.port } };
    await browser.inExtension(`chrome.storage.local.set(${JSON.stringify(stored)})`);
    await browser.restartWorker(); // it reads its pairing when it starts
    return browser;
  }

  /** Opens a tab in the person's first window. */
  async openTab(url: string): Promise<void> {
    const made = JSON.stringify({ url, active: true });
    await this.inExtension(`chrome.tabs.getCurrent()
      .then(({ windowId }) => chrome.tabs.create({ windowId, ...${made} }))`);
  }

  /** The first target whose URL begins so. */
  target(start: string): Promise<string> {
    const find = async (): Promise<string | undefined> => {
      const targets = await this.cdp.targets();
      return targets.find(({ type, url }) => type === "page" && url.startsWith(start))?.targetId;
    };
    return until(`a target at ${start}`, find, { deadlineMs: 90_000 });
  }

  /** The window that asks a person about a borrow. */
  borrowWindow(): Promise<string> {
    return this.target(`${PAGE}/borrow.html`);
  }

  async hasBorrowWindow(): Promise<boolean> {
    return (await this.cdp.targets()).some(({ url }) => url.startsWith(`${PAGE}/borrow.html`));
  }

  /** Clicks an element of a page as a person does, once it can be clicked. */
  async click(targetId: string, selector: string): Promise<void> {
    const session = await this.cdp.attach(targetId);
    const point = await until(`${selector} can be clicked`, () =>
      this.cdp.evaluate<{ x: number; y: number } | undefined>(
        session,
        `(() => {
          const element = document.querySelector(${JSON.stringify(selector)});
          if (!element || element.disabled) return undefined;
          const { x, y, width, height } = element.getBoundingClientRect();
          return width > 0 ? { x: x + width / 2, y: y + height / 2 } : undefined;
        })()`,
      ),
    );
    await this.cdp.press(session, point);
  }

  /** Runs in a page of the extension, where `chrome` is; it lies in the person's first window. */
  inExtension<T>(expression: string): Promise<T> {
    return this.cdp.evaluate<T>(this.page, expression);
  }

  /** Ends the extension's worker, as the browser does with an idle one; the next message starts it anew. */
  async restartWorker(): Promise<void> {
    const worker = (await this.cdp.targets()).find(({ type }) => type === "service_worker");
    if (worker) await this.cdp.send("Target.closeTarget", { targetId: worker.targetId });
    await this.inExtension("chrome.runtime.sendMessage({ kind: 'status' })");
  }

  async close(): Promise<void> {
    this.cdp.send("Browser.close").catch(() => undefined);
    await this.browser.end();
    this.cdp.close();
  }
}

/** The extension's popup, in a tab of its own. */
async function openExtension(cdp: CdpClient): Promise<string> {
  return until("the extension's page", async () => {
    const { targetId } = await cdp.send<{ targetId: string }>("Target.createTarget", {
      url: `${PAGE}/popup.html`,
    });
    const session = await cdp.attach(targetId);
    const isThere = await cdp
      .evaluate(session, "typeof globalThis.chrome?.tabs?.query")
      .catch(() => "");
    if (isThere === "function") return session;
    await cdp.send("Target.closeTarget", { targetId }); // the extension is still being loaded
    return undefined;
  });
}

function cdpPort(profile: string): Promise<number> {
  const file = join(profile, "DevToolsActivePort");
  return until("the browser's CDP port", () => {
    const port = existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : 0;
    return port > 0 ? port : undefined;
  });
}
