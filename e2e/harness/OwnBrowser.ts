import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { SpawnedBrowser } from "./SpawnedBrowser.js";
import { until } from "./until.js";
import { ROOT } from "./Workspace.js";

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** A person's own browser with the unpacked extension, which nobody has paired; driven over its pipe. */
export class OwnBrowser {
  readonly #browser = new SpawnedBrowser(
    ["--remote-debugging-pipe", "--enable-unsafe-extension-debugging"],
    ["ignore", "ignore", "ignore", "pipe", "pipe"],
  );
  readonly #pending = new Map<number, (answer: Answer) => void>();
  readonly #input: Writable;
  #lastId = 0;

  private constructor() {
    const [, , , input, output] = this.#browser.process.stdio;
    this.#input = input as Writable; // a pipe, as asked for
    this.#input.on("error", () => {}); // the browser is gone: its exit tells
    this.#read(output as Readable);
  }

  /** Resolves when the browser has the extension; `folder` is an unpacked one. */
  static async start(
    folder: string = join(ROOT, "extension", "dist", "unpacked"),
  ): Promise<{ readonly browser: OwnBrowser; readonly extensionId: string }> {
    const browser = new OwnBrowser();
    const { id } = await browser.send<{ id: string }>("Extensions.loadUnpacked", { path: folder });
    return { browser, extensionId: id };
  }

  async send<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    this.#lastId += 1;
    const id = this.#lastId;
    const message = { id, method, params, ...(sessionId === undefined ? {} : { sessionId }) };
    const answer = await new Promise<Answer>((resolve) => {
      this.#pending.set(id, resolve);
      this.#input.write(`${JSON.stringify(message)}\0`);
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result as T; // the browser's own answer to this method
  }

  /** A page of the browser, ready to be typed into. */
  async open(url: string): Promise<OwnPage> {
    const { targetId } = await this.send<{ targetId: string }>("Target.createTarget", { url });
    const { sessionId } = await this.send<{ sessionId: string }>("Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    return new OwnPage(this, sessionId);
  }

  async close(): Promise<void> {
    void this.send("Browser.close").catch(() => {});
    await this.#browser.end();
  }

  #read(pipe: Readable): void {
    let rest = Buffer.alloc(0);
    pipe.on("data", (data: Buffer) => {
      rest = Buffer.concat([rest, data]);
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        const answer = JSON.parse(rest.subarray(0, end).toString()) as Answer;
        rest = rest.subarray(end + 1);
        if (answer.id === undefined) continue;
        this.#pending.get(answer.id)?.(answer);
        this.#pending.delete(answer.id);
      }
    });
  }
}

/** One page, used as a person would: real mouse and keys. */
export class OwnPage {
  constructor(
    private readonly browser: OwnBrowser,
    private readonly sessionId: string,
  ) {}

  async value<T>(expression: string): Promise<T> {
    const { result } = await this.browser.send<{ result: { value: T } }>(
      "Runtime.evaluate",
      { expression, returnByValue: true, awaitPromise: true },
      this.sessionId,
    );
    return result.value;
  }

  text(): Promise<string> {
    return this.value("document.body.innerText");
  }

  /** Clicks an element that is there and visible by then. */
  async click(selector: string): Promise<void> {
    const box = await until(`${selector} can be clicked`, () =>
      this.value<{ x: number; y: number } | undefined>(
        `(() => {
          const found = document.querySelector(${JSON.stringify(selector)});
          const box = found?.getBoundingClientRect();
          if (!box || box.width === 0 || found.disabled) return undefined;
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        })()`,
      ),
    );
    for (const type of ["mousePressed", "mouseReleased"]) {
      const event = { type, ...box, button: "left", clickCount: 1 };
      await this.browser.send("Input.dispatchMouseEvent", event, this.sessionId);
    }
  }

  /** Into the focused field, key by key; what it holds already is selected first and replaced. */
  async type(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.value(`document.querySelector(${JSON.stringify(selector)}).select()`);
    for (const key of text) {
      for (const type of ["keyDown", "keyUp"]) {
        const typed = type === "keyDown" ? { text: key } : {};
        await this.browser.send("Input.dispatchKeyEvent", { type, key, ...typed }, this.sessionId);
      }
    }
  }
}
