import type { FileChooserMode } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import type { Attempt } from "./Attempt.js";
import type { Handle } from "./Handle.js";

/**
 * A chooser of files that a verb's input opens: nobody could answer the browser's own, which takes all input from the
 * page. Told of, and closed as a person would; the page hears `cancel`. Only while the verb runs: a person's own click
 * opens the browser's.
 */
export class FileChooser {
  #opened: FileChooserMode | undefined;

  constructor(
    private readonly attempt: Attempt,
    private readonly handle: Handle,
  ) {
    attempt.onEvent(({ method, params }) => {
      if (method !== "Page.fileChooserOpened") return;
      const { mode } = params as Protocol.Page.FileChooserOpenedEvent; // by the protocol
      this.#opened = mode === "selectMultiple" ? "many" : "one";
    });
  }

  get opened(): FileChooserMode | undefined {
    return this.#opened;
  }

  /** From here on; what is sent next comes after it. */
  begin(): void {
    this.#intercept({ enabled: true, cancel: true });
  }

  end(): void {
    this.#intercept({ enabled: false });
  }

  #intercept(how: { readonly enabled: boolean; readonly cancel?: boolean }): void {
    const { sessionId } = this.handle.frame;
    for (const options of sessionId === undefined ? [{}] : [{}, { sessionId }]) {
      // A page that is gone opens none; of a browser that knows no interception nothing is told.
      this.attempt.context.cdp
        .send("Page.setInterceptFileChooserDialog", how, options)
        .catch(() => {});
    }
  }
}
