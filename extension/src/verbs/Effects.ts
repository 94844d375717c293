import type { CdpEvent } from "@bsk/core";
import type {
  ActionResults,
  FileChooserMode,
  OpenDialog,
  StartedDownload,
  StartedNavigation,
} from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { type Attempt, DialogOpened } from "./Attempt.js";
import { FileChooser } from "./FileChooser.js";
import { listFrames } from "./frames.js";
import { callOn, type Handle } from "./Handle.js";
import { isExternal } from "./isExternal.js";
import { pageFunction } from "./page/pageFunction.js";
import { oneLine } from "./quote.js";

/** What an action set off in the page. */
export interface EffectReport {
  readonly navigation?: StartedNavigation;
  /** What another application was asked to open; the page stays. */
  readonly external_url?: string;
  /** Instead of the navigation: the page stays. */
  readonly download?: StartedDownload;
  /** One opened, and was closed again. */
  readonly file_chooser?: FileChooserMode;
  readonly state?: "dialog_open";
  readonly dialog?: OpenDialog;
  /** Why it is not known whether the page saw the input. */
  readonly unchecked?: Unchecked;
}

export type Unchecked = NonNullable<ActionResults["page/click"]["unchecked"]>;

/** A dialog, as every result tells of it. */
export function dialogOpened(dialog: OpenDialog): Pick<EffectReport, "state" | "dialog"> {
  return { state: "dialog_open", dialog };
}

/** The effects of what is done to an element: in its own frame, and in the tab's main one. */
export async function effectsOn(attempt: Attempt, handle: Handle): Promise<Effects> {
  const [main] = await listFrames(attempt);
  return new Effects(attempt, [handle.frame.frameId, main?.frameId ?? ""]);
}

const NAME_CHARS = 200;
/** How long the page may take to finish what the input put in line. */
const SETTLE_MS = 300;
/** How long the server may take to answer, until a navigation is told that may still become a download. */
const ANSWER_MS = 500;

function twoTasks(): Promise<void> {
  // Timers sleep in a hidden tab; messages do not.
  const task = (): Promise<void> =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    });
  return task().then(task);
}

const TWO_TASKS = pageFunction(twoTasks);

/** A link that its page declares to be a download: no navigation announces it. */
function isDownloadLink(this: Element): boolean {
  return this.closest("a[download][href], area[download][href]") !== null;
}

const IS_DOWNLOAD_LINK = pageFunction(isDownloadLink);

/** Listens from its making on for navigations that begin in the tab's main frame or the element's own. */
export class Effects {
  readonly #attempt: Attempt;
  readonly #frameIds: ReadonlySet<string>;
  #url: string | undefined;
  #external: string | undefined;
  #download: StartedDownload | undefined;
  #answer: () => void = () => {};
  /** A document came, the page stays, or a download began. */
  readonly #answered: Promise<void> = new Promise((resolve) => {
    this.#answer = resolve;
  });
  #told: () => void = () => {};
  readonly #began: Promise<void> = new Promise((resolve) => {
    this.#told = resolve;
  });

  constructor(attempt: Attempt, frameIds: Iterable<string>) {
    this.#attempt = attempt;
    this.#frameIds = new Set(frameIds);
    attempt.onEvent((event) => this.#see(event));
  }

  /** Runs the action; what it set off by the time the page has dealt with it. */
  async during(handle: Handle, act: () => Promise<void>): Promise<EffectReport> {
    this.#attempt.hasActed = true;
    const { watch } = this.#attempt;
    watch.commitsBefore = watch.commits;
    const chooser = new FileChooser(this.#attempt, handle);
    try {
      chooser.begin();
      const isDownload = await callOn<boolean>(this.#attempt, handle, IS_DOWNLOAD_LINK);
      await act();
      // A form is sent in a task of its own, after the click is over.
      const settled = callOn(this.#attempt, handle, TWO_TASKS).catch(() => {}); // the document went
      if (!this.hasBegun) {
        await this.#attempt.pause(SETTLE_MS, Promise.race([settled, this.#began]));
      }
      if (isDownload || this.#url !== undefined) {
        await this.#attempt.pause(ANSWER_MS, this.#answered);
      }
      const { opened } = chooser;
      return { ...this.#report(), ...(opened === undefined ? {} : { file_chooser: opened }) };
    } catch (error) {
      if (error instanceof DialogOpened) {
        return { ...this.#report(), ...dialogOpened(error.dialog) };
      }
      throw error;
    } finally {
      chooser.end();
    }
  }

  /** The page asked for another document, or for another application: it saw the input, and may answer no more. */
  get hasBegun(): boolean {
    return this.#url !== undefined || this.#external !== undefined;
  }

  /** What the page says afterwards; `otherwise` when it leaves, and will not answer before its server does. */
  async afterwards<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
    if (this.hasBegun) return otherwise;
    const answer = ask().catch(() => otherwise); // the document went
    const said = await Promise.race([answer, this.#began.then(() => otherwise)]);
    this.#attempt.throwIfEnded();
    return said;
  }

  #report(): EffectReport {
    if (this.#download) return { download: this.#download };
    const { watch } = this.#attempt;
    return {
      ...(this.#external === undefined ? {} : { external_url: watch.url(this.#external) }),
      ...(this.#url === undefined ? {} : { navigation: { url: watch.url(this.#url) } }),
    };
  }

  #see({ method, params, sessionId }: CdpEvent): void {
    if (method === "Page.downloadWillBegin") this.#downloads(params);
    if (method === "Page.frameNavigated" && sessionId === undefined) this.#answer();
    if (method !== "Page.frameRequestedNavigation" && method !== "Page.frameStartedNavigating")
      return;
    const event = params as
      | Protocol.Page.FrameRequestedNavigationEvent
      | Protocol.Page.FrameStartedNavigatingEvent; // by the protocol
    if (isExternal(event.url)) {
      this.#external ??= event.url;
      this.#told();
      return;
    }
    if (!this.#frameIds.has(event.frameId)) return;
    if ("navigationType" in event && /sameDocument/i.test(event.navigationType)) return;
    if ("disposition" in event && event.disposition !== "currentTab") return;
    this.#url ??= event.url;
    this.#told();
  }

  #downloads(params: unknown): void {
    const event = params as Protocol.Page.DownloadWillBeginEvent; // by the protocol
    if (!this.#frameIds.has(event.frameId)) return;
    this.#download ??= {
      url: this.#attempt.watch.url(event.url),
      name: oneLine(event.suggestedFilename, NAME_CHARS, this.#attempt.watch.secrets),
    };
    this.#answer();
  }
}
