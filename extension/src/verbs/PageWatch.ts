import type { CdpEvent, CdpSession } from "@bsk/core";
import { KnownSecrets, redactText, redactUrl } from "@bsk/core";
import type { OpenDialog } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { subjectOf, typeOf } from "../debugger/ChildTargets.js";
import { isExternal } from "./isExternal.js";
import { ConsoleLog } from "./passive/ConsoleLog.js";
import { NetworkLog } from "./passive/NetworkLog.js";

const watches = new WeakMap<CdpSession, PageWatch>();
/** A capture asks for more and keeps bodies; this side needs none. */
const NETWORK = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };
const DIALOG_CHARS = 1000;
const URL_CHARS = 2048;
let dialogs = 0;

/** What has been seen of one attached tab since it was attached. */
export class PageWatch {
  readonly console: ConsoleLog;
  readonly network: NetworkLog;
  /** The dialog that the page waits on. */
  dialog: OpenDialog | undefined;
  /** The page saw nothing of the latest input, and nothing has shown since that it does again. */
  isDeaf = false;
  /**
   * The scheme for another application that the page asked for last, "" where it is not known. The browser may ask
   * the person about it, some seconds later too, and does until a page of another site comes.
   */
  external: string | undefined;
  /** Whether this side has told new documents to remember passwords. */
  isReady = false;
  /** The page was given the focus; see `Attempt.takeFocus`. */
  hasFocus = false;
  /** Documents that came in the main frame, and how many there were when the latest action began. */
  commits = 0;
  commitsBefore = 0;
  /** How often the debugger was off the tab for a moment: what was known of its contexts is void. */
  lapses = 0;
  /** Frames whose next document is on its way. */
  #site = "";
  readonly #underWay = new Set<string>();
  mainFrameId: string | undefined;
  /** Sessions of workers that serve other tabs of their site, too. */
  readonly #serviceWorkers = new Set<string>();
  readonly #opened = new WeakMap<object, OpenDialog>();
  readonly #defaults = new WeakMap<OpenDialog, string>();

  readonly #secrets: () => KnownSecrets;

  private constructor(secrets: () => KnownSecrets) {
    this.#secrets = secrets;
    this.console = new ConsoleLog(Date.now(), secrets);
    this.network = new NetworkLog(secrets);
  }

  /** What was typed into secret fields by the tab's session; nothing here keeps it. */
  get secrets(): KnownSecrets {
    return this.#secrets();
  }

  /** A URL of the page as a result tells it. */
  url(foreign: string): string {
    return redactUrl(this.secrets.redact(foreign).slice(0, URL_CHARS));
  }

  /**
   * The watch of a tab, made when it is attached; it ends with the tab's debugger. Enables what it listens to, before
   * a capture does: enabled afterwards, it would narrow what the capture asked for. `secrets` is asked each time: a
   * tab may be attached before it is known whose it is.
   */
  static of(cdp: CdpSession, secrets?: () => KnownSecrets): PageWatch {
    const known = watches.get(cdp);
    if (known) return known;
    const own = new KnownSecrets();
    const watch = new PageWatch(secrets ?? (() => own));
    watches.set(cdp, watch);
    cdp.onEvent((event) => watch.#see(cdp, event));
    cdp.onReattach(() => watch.#reattached(cdp));
    listenTo(cdp, undefined);
    for (const { sessionId, type } of cdp.children())
      if (type === "iframe") listenTo(cdp, sessionId);
    return watch;
  }

  /** Nothing of what the tab was told holds any more. */
  #reattached(cdp: CdpSession): void {
    this.lapses += 1;
    this.external ??= "";
    this.isReady = false;
    this.hasFocus = false;
    this.#underWay.clear();
    listenTo(cdp, undefined);
  }

  /** The tab's next document is on its way. */
  get isNavigating(): boolean {
    if (this.mainFrameId === undefined) return this.#underWay.size > 0;
    return this.#underWay.has(this.mainFrameId);
  }

  #see(cdp: CdpSession, event: CdpEvent): void {
    const { method, params, sessionId } = event;
    if (sessionId !== undefined && this.#serviceWorkers.has(sessionId)) return;
    if (method.startsWith("Network.")) this.network.see(method, params);
    else if (method.startsWith("Runtime.") || method.startsWith("Log.")) {
      this.console.see(method, params);
    } else if (method === "Target.attachedToTarget") {
      if (typeOf(event) === "service_worker") this.#serviceWorkers.add(subjectOf(event));
      attached(cdp, params);
    } else this.#navigates(event);
    if (method === "Inspector.targetCrashed" && event.sessionId === undefined) {
      this.dialog = undefined;
    }
    if (method === "Page.javascriptDialogClosed") this.dialog = undefined;
    this.dialog = this.openedDialog(event) ?? this.dialog;
  }

  /** The beginning of a text of the page, redacted. */
  text(foreign: string, chars: number): string {
    return redactText(this.secrets.redact(foreign).slice(0, chars));
  }

  /** The dialog that an event tells of, its message redacted; the same object for the same event. */
  openedDialog({ method, params }: CdpEvent): OpenDialog | undefined {
    if (method !== "Page.javascriptDialogOpening") return undefined;
    const event = params as Protocol.Page.JavascriptDialogOpeningEvent; // by the protocol
    const known = this.#opened.get(event);
    if (known) return known;
    dialogs += 1;
    const { type, message, defaultPrompt: text = "" } = event;
    const dialog = {
      id: `q${dialogs}`,
      type,
      message: this.text(message, DIALOG_CHARS),
      ...(text === "" ? {} : { default_text: this.text(text, DIALOG_CHARS) }),
    };
    this.#opened.set(event, dialog);
    this.#defaults.set(dialog, text);
    return dialog;
  }

  /** What stands in a prompt, as the page gave it. */
  defaultOf(dialog: OpenDialog): string {
    return this.#defaults.get(dialog) ?? "";
  }

  #navigates({ method, params, sessionId }: CdpEvent): void {
    if (!/^Page\.frame/.test(method)) return;
    if (method === "Page.frameRequestedNavigation") {
      const { url } = params as Protocol.Page.FrameRequestedNavigationEvent; // by the protocol
      if (isExternal(url)) this.external = url.slice(0, url.indexOf(":") + 1);
    }
    if (sessionId !== undefined) return;
    // Events of the Page domain, by the protocol.
    const event = params as {
      readonly frameId: string;
      readonly navigationType?: string;
      readonly frame?: { readonly id: string; readonly parentId?: string; readonly url: string };
    };
    if (method === "Page.frameStartedNavigating") {
      if (!/sameDocument/i.test(event.navigationType ?? "")) this.#underWay.add(event.frameId);
    } else if (method === "Page.frameNavigated" && event.frame) {
      this.#underWay.delete(event.frame.id);
      if (event.frame.parentId === undefined) {
        this.commits += 1;
        this.isDeaf = false;
        this.mainFrameId = event.frame.id;
        const site = hostOf(event.frame.url);
        if (site !== this.#site) this.external = undefined;
        this.#site = site;
      }
    } else if (method === "Page.frameStoppedLoading" || method === "Page.frameDetached") {
      this.#underWay.delete(event.frameId);
    }
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

function attached(cdp: CdpSession, params: unknown): void {
  const { sessionId, targetInfo } = params as {
    readonly sessionId: string;
    readonly targetInfo: { readonly type: string };
  }; // by the protocol
  if (targetInfo.type === "iframe") listenTo(cdp, sessionId);
}

/** Not awaited: a target that waits for the debugger may not answer before it is resumed. */
function listenTo(cdp: CdpSession, sessionId: string | undefined): void {
  const options = sessionId === undefined ? {} : { sessionId };
  const sent: Promise<unknown>[] = [
    cdp.send("Page.enable", undefined, options),
    cdp.send("Network.enable", NETWORK, options),
    cdp.send("Runtime.enable", undefined, options),
    cdp.send("Log.enable", undefined, options),
  ];
  // A target that is gone, or hangs, is told of by whoever acts on it.
  for (const answer of sent) answer.catch(() => undefined);
}
