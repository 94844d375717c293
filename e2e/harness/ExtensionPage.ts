import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { EXTENSION_ID } from "@bsk/core";
import type { CdpClient } from "./CdpClient.js";
import { until } from "./until.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Box {
  readonly x: number;
  readonly y: number;
}

/** A page of the extension in a tab of its own, looked at and used as a person would: by mouse and keyboard. */
export class ExtensionPage {
  private constructor(
    private readonly cdp: CdpClient,
    readonly session: string,
  ) {}

  /** Opens `panel.html?…` or `popup.html`. `before` runs in the page before its own scripts. */
  static async open(cdp: CdpClient, address: string, before?: string): Promise<ExtensionPage> {
    const { targetId } = await cdp.send<{ targetId: string }>("Target.createTarget", {
      url: "about:blank",
    });
    const page = new ExtensionPage(cdp, await cdp.attach(targetId));
    await page.send("Page.enable");
    await page.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    if (before !== undefined)
      await page.send("Page.addScriptToEvaluateOnNewDocument", { source: before });
    await page.goTo(address);
    return page;
  }

  /** Loads another address of the extension in the same tab, and waits until it has drawn something. */
  async goTo(address: string): Promise<void> {
    const url = `chrome-extension://${EXTENSION_ID}/${address}`;
    await this.send("Page.navigate", { url });
    await this.wait(`location.href === ${JSON.stringify(url)}`);
    await this.wait("document.querySelector('#app')?.childElementCount > 0");
  }

  evaluate<T>(expression: string): Promise<T> {
    return this.cdp.evaluate<T>(this.session, expression);
  }

  /** Waits until the expression is true. */
  async wait(expression: string): Promise<void> {
    await until(
      expression,
      async () => {
        const isTrue = await this.evaluate<boolean>(`!!(${expression})`).catch(() => false); // between documents
        return isTrue || undefined;
      },
      { deadlineMs: 60_000 },
    );
  }

  /** What a person reads. */
  text(): Promise<string> {
    return this.evaluate<string>("document.body.innerText");
  }

  /** Waits until the page's text holds it. */
  async reads(text: string): Promise<void> {
    await this.wait(`document.body.innerText.includes(${JSON.stringify(text)})`);
  }

  /** Clicks the first element that the selector finds and whose text begins so. */
  async click(selector: string, text: string = ""): Promise<void> {
    const find = `[...document.querySelectorAll(${JSON.stringify(selector)})]
      .find((element) => element.checkVisibility() && element.textContent.trim().startsWith(${JSON.stringify(text)}))`;
    // A dialog that is not shown yet has its button somewhere else, one that closes still lies over the page's, and
    // what has just been read is scrolled to a frame later.
    const place = `(async () => {
      const now = () => {
        const element = ${find};
        const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
        const [x, y] = [left + Math.min(width / 2, 60), top + height / 2];
        const hit = document.elementFromPoint(x, y);
        return element?.contains(hit) || hit?.contains(element) ? { x, y } : undefined;
      };
      ${find}?.scrollIntoView({ block: "center" });
      const first = now();
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const last = now();
      return first?.x === last?.x && first?.y === last?.y ? last : undefined;
    })()`;
    const { x, y } = await until(
      `${selector} "${text}" stands still`,
      () => this.evaluate<Box | undefined>(place).catch(() => undefined), // between documents
    );
    const mouse = { x, y, button: "left", clickCount: 1 };
    await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...mouse });
    await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...mouse });
  }

  /** Puts text into the field with that label. */
  async type(label: string, text: string): Promise<void> {
    const find = `[...document.querySelectorAll("label")]
      .find((element) => element.textContent.trim().startsWith(${JSON.stringify(label)}))?.control`;
    await this.wait(find);
    // What the page itself fills in, once it has read it, may come between the selection and the text.
    await until(`${label} holds what was typed`, async () => {
      await this.evaluate(`(() => { const field = ${find}; field.focus(); field.select?.(); })()`);
      await this.send("Input.insertText", { text });
      return (await this.evaluate(`${find}.value`)) === text;
    });
  }

  /** Presses one key, `Tab`, `ArrowRight`, `Enter`, … */
  async press(key: string): Promise<void> {
    const code = { Tab: 9, Enter: 13, End: 35, Home: 36, ArrowLeft: 37, ArrowRight: 39 }[key] ?? 0;
    const event = { key, code: key, windowsVirtualKeyCode: code };
    const text = key === "Enter" ? { text: "\r" } : {};
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...event, ...text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  async scheme(value: "light" | "dark"): Promise<void> {
    const features = [{ name: "prefers-color-scheme", value }];
    await this.send("Emulation.setEmulatedMedia", { features });
  }

  async resize(width: number, height: number): Promise<void> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.send("Emulation.setDeviceMetricsOverride", metrics);
  }

  /** What axe-core finds wrong, as `rule: element`; empty is right. */
  async violations(): Promise<readonly string[]> {
    if (!(await this.evaluate<boolean>("!!window.axe"))) {
      await this.send("Runtime.evaluate", { expression: readFileSync(AXE, "utf8") });
    }
    return this.evaluate<string[]>(`axe.run(document, { resultTypes: ["violations"] }).then(
      ({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`);
  }

  async screenshot(file: string): Promise<void> {
    const { data } = await this.send<{ data: string }>("Page.captureScreenshot", {
      captureBeyondViewport: false,
    });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  async send<T>(method: string, params: object = {}): Promise<T> {
    return this.cdp.send<T>(method, params, this.session);
  }
}
