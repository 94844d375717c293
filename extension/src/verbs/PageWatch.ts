import type { CdpEvent, CdpSession } from "@bsk/core";
import { redactText } from "@bsk/core";
import type { OpenDialog } from "@bsk/schema";

const watches = new WeakMap<CdpSession, PageWatch>();

/** What has been seen of one attached tab since the first verb (or whoever asked first). */
export class PageWatch {
  /** The dialog that the page waits on. */
  dialog: OpenDialog | undefined;
  /** Whether this side has enabled the Page domain and told new documents to remember passwords. */
  isReady = false;
  /** The page was given the focus; see `Attempt.takeFocus`. */
  hasFocus = false;
  /** Somebody receives Network events; enabling again could narrow what they asked for. */
  hasNetwork = false;

  /** The watch of a tab, made on first use; it ends with the tab's debugger. */
  static of(cdp: CdpSession): PageWatch {
    const known = watches.get(cdp);
    if (known) return known;
    const watch = new PageWatch();
    watches.set(cdp, watch);
    cdp.onEvent((event) => watch.#see(event));
    return watch;
  }

  #see(event: CdpEvent): void {
    if (event.method.startsWith("Network.")) this.hasNetwork ||= event.sessionId === undefined;
    if (event.method === "Inspector.targetCrashed") this.dialog = undefined;
    if (event.method === "Page.javascriptDialogClosed") this.dialog = undefined;
    this.dialog = openedDialog(event) ?? this.dialog;
  }
}

/** The dialog that an event tells of, its message redacted. */
export function openedDialog({ method, params }: CdpEvent): OpenDialog | undefined {
  if (method !== "Page.javascriptDialogOpening") return undefined;
  const { type, message } = params as { type: string; message: string }; // by the protocol
  return { type, message: redactText(message.slice(0, 1000)) };
}
