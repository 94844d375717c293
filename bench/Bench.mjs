import { EXTENSION_ID } from "../core/dist/index.js";
import { CdpClient } from "../e2e/dist/harness/CdpClient.js";
import { until, Workspace } from "../e2e/dist/harness/index.js";
import { startMany } from "../e2e/dist/sites/index.js";

/** A managed browser with one session, the site of many requests, and raw CDP beside the extension. */
export class Bench {
  static async start({ isQuick }) {
    const bench = new Bench();
    bench.isQuick = isQuick;
    try {
      await bench.#open();
    } catch (error) {
      await bench.close();
      throw error;
    }
    return bench;
  }

  async #open() {
    this.site = await startMany();
    this.workspace = await Workspace.create();
    const start = ["browser", "start", "--headless", "--cdp-port", "0"];
    const { browser } = await this.workspace.json(...start);
    this.session = (await this.workspace.text("session", "start")).trim();
    this.cdp = await CdpClient.connect(browser.cdp_port);
    const { product } = await this.cdp.send("Browser.getVersion");
    this.browser = product;
    await this.bsk("navigate", `${this.site.url}/?start=button&mark=session`);
    const target = (await this.cdp.targets()).find(({ url }) => url.includes("mark=session"));
    this.targetId = target.targetId;
  }

  bsk(...words) {
    return this.workspace.text(...words, "--session", this.session);
  }

  /** Environment of a command of this workspace. */
  get env() {
    return { ...process.env, BSK_HOME: this.workspace.home, BSK_PORT: String(this.workspace.port) };
  }

  /** Has the session's page make its requests, and gives the milliseconds the page took; `prepare` gets raw CDP on it. */
  async ask({ n, parallel = 6, delayMs = 0, templates = 1 }, prepare = async () => {}) {
    const url = this.site.pageUrl({ n, parallel, delayMs, templates, start: "load" });
    const page = await this.cdp.attach(this.targetId);
    await prepare((method, params) => this.cdp.send(method, params, page));
    await this.cdp.send("Page.navigate", { url }, page);
    const ask = () =>
      this.cdp.evaluate(
        page,
        `location.href === ${JSON.stringify(url)} && document.title.startsWith("done ")
          ? Number(document.getElementById("elapsed").textContent) : undefined`,
      );
    const elapsedMs = await until("the page is done", ask, { deadlineMs: 120_000, everyMs: 250 });
    await this.cdp.send("Target.detachFromTarget", { sessionId: page });
    return elapsedMs;
  }

  /** The extension's service worker, as a target. */
  async worker() {
    const targets = await this.cdp.targets();
    return targets.find(({ type, url }) => type === "service_worker" && url.includes(EXTENSION_ID));
  }

  async close() {
    this.cdp?.close();
    await this.workspace?.close();
    await this.site?.close();
  }
}
