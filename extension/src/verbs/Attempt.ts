import {
  BskError,
  type CdpEvent,
  type CdpMethod,
  type CdpParams,
  type CdpResult,
  errors,
  type SendOptions,
} from "@bsk/core";
import type { OpenDialog } from "@bsk/schema";
import { isGone } from "./isGone.js";
import { PageWatch } from "./PageWatch.js";
import { VERB_WORLD } from "./page/pageFunction.js";
import { rememberPasswords } from "./page/rememberPasswords.js";
import type { VerbContext } from "./Verb.js";

/** A page that lives answers a question in this time. */
const HUNG_MS = 3000;

/** Where so many documents came, an element was not missing: none of them stayed long enough. */
const RESTLESS = 2;
/** So much later than its fault a navigation may be told of. */
const NAVIGATES_MS = 50;

const PREPARATION = {
  source: `(${rememberPasswords})()`,
  worldName: VERB_WORLD,
  runImmediately: true,
};

/** Ends whatever an attempt waits on: the page shows a dialog, so its scripts stand still. */
export class DialogOpened extends Error {
  constructor(readonly dialog: OpenDialog) {
    super("a dialog opened");
  }
}

function isUnfound(error: unknown): boolean {
  if (!(error instanceof BskError)) return false;
  return error.code === "element_not_found" || error.data?.reason === "detached";
}

/** One run of a verb: its time, its cancelling, and a dialog that stops the page meanwhile. */
export class Attempt {
  readonly context: VerbContext;
  readonly watch: PageWatch;
  readonly #endsAt: number;
  readonly #interrupted: Promise<never>;
  /** Input was sent: whoever fails from now on has done something. */
  hasActed = false;
  /** Elements that the selector of the target matches where the first of them was found. */
  matches = 0;
  #reject: (error: Error) => void = () => {};
  #ended: Error | undefined;
  readonly #cleanUps: (() => void)[] = [];

  private constructor(context: VerbContext, limitMs: number) {
    this.context = context;
    this.watch = PageWatch.of(context.cdp);
    this.#endsAt = performance.now() + limitMs;
    this.#interrupted = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.#interrupted.catch(() => {}); // nobody may be waiting when it happens
    const cancel = (): void => this.#interrupt(errors.cancelled("The command"));
    context.signal.addEventListener("abort", cancel, { once: true });
    this.#cleanUps.push(() => context.signal.removeEventListener("abort", cancel));
    this.onEvent((event) => {
      const dialog = this.watch.openedDialog(event);
      if (dialog) this.#interrupt(new DialogOpened(dialog));
      if (event.method === "Inspector.targetCrashed" && event.sessionId === undefined) {
        this.#interrupt(errors.pageCrashed(context.tabId));
      }
    });
    this.#cleanUps.push(
      context.cdp.onDetach(() => this.#interrupt(errors.pageGone(context.tabId, "was closed"))),
    );
  }

  /**
   * Runs a verb's work, says of how many matches it took the first, and leaves no listener behind. Work whose document
   * went to another before anything was done begins anew. Throws `dialog_open` when one is open already, and
   * `page_navigates`.
   */
  static async run<T extends object>(
    context: VerbContext,
    limitMs: number,
    work: (attempt: Attempt) => Promise<T>,
  ): Promise<T & { readonly matches?: number }> {
    if (context.signal.aborted) throw errors.cancelled("The command");
    if (PageWatch.of(context.cdp).dialog) throw errors.dialogOpen(context.tabId, context.session);
    const attempt = new Attempt(context, limitMs);
    try {
      const result = await attempt.#untilStill(work);
      return attempt.matches > 1 ? { ...result, matches: attempt.matches } : result;
    } catch (error) {
      // Whoever had done something by then has caught it: here nothing was done.
      if (!(error instanceof DialogOpened)) throw error;
      throw errors.dialogOpen(context.tabId, context.session);
    } finally {
      for (const cleanUp of attempt.#cleanUps) cleanUp();
    }
  }

  async #untilStill<T>(work: (attempt: Attempt) => Promise<T>): Promise<T> {
    const first = this.watch.commits;
    for (;;) {
      const before = this.#contexts;
      try {
        return await work(this);
      } catch (error) {
        const times = this.watch.commits - first;
        const { tabId, session } = this.context;
        const interrupted = { times, isDispatched: this.hasActed };
        if (times >= RESTLESS && isUnfound(error))
          throw errors.pageNavigates(tabId, session, interrupted);
        if (!isGone(error)) throw error;
        await this.pause(NAVIGATES_MS); // the event may come behind
        if (this.#contexts === before && !this.watch.isNavigating) throw error;
        if (!this.hasActed && this.leftMs > 0) continue;
        throw errors.pageNavigates(tabId, session, interrupted);
      }
    }
  }

  /** Changes whenever what is known of the page's contexts is void. */
  get #contexts(): number {
    return this.watch.commits + this.watch.lapses;
  }

  #interrupt(error: Error): void {
    this.#ended ??= error;
    this.#reject(error);
  }

  /** For whoever swallows errors of the page: being cancelled, or stopped by a dialog, is none of them. */
  throwIfEnded(): void {
    if (this.#ended) throw this.#ended;
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /**
   * `CdpSession.send` that ends at once when the verb is cancelled or a dialog opens. A tab that does not answer
   * is hung, and is not asked again: throws `page_hung`, from then on at once. While the server of another page
   * lets wait, the browser keeps back what the old one is asked: throws `navigation_pending`.
   */
  async send<M extends CdpMethod>(
    method: M,
    params?: CdpParams<M>,
    options: SendOptions = {},
  ): Promise<CdpResult<M>> {
    this.throwIfEnded();
    const deadlineMs = options.deadlineMs ?? HUNG_MS;
    try {
      return await this.until(this.context.cdp.send(method, params, { ...options, deadlineMs }));
    } catch (error) {
      const isSilent = error instanceof BskError && error.code === "cdp_timeout";
      if (!isSilent || options.sessionId !== undefined) throw error;
      const { tabId, session, endHung } = this.context;
      if (this.watch.isNavigating) throw errors.navigationPending(tabId, session);
      const hung = { ms: deadlineMs, isDispatched: this.hasActed, mayEnd: endHung !== undefined };
      this.#interrupt(errors.pageHung(tabId, session, hung));
      throw this.#ended ?? error;
    }
  }

  /** A command that is answered when its work is done, which may take this long. Throws `cdp_timeout`. */
  async long<M extends CdpMethod>(
    method: M,
    params: CdpParams<M>,
    options: SendOptions,
  ): Promise<CdpResult<M>> {
    this.throwIfEnded();
    return this.until(this.context.cdp.send(method, params, options));
  }

  /** Waits on something of the page, in the same way. */
  until<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {}); // when interrupted first, its own end is of no interest
    return Promise.race([work, this.#interrupted]);
  }

  /** Waits for some time, or for `early`. */
  async pause(ms: number, early?: Promise<unknown>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    try {
      await this.until(early ? Promise.race([over, early]) : over);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Hears the tab's events until the attempt ends. */
  onEvent(listener: (event: CdpEvent) => void): void {
    this.#cleanUps.push(this.context.cdp.onEvent(listener));
  }

  /** What the tab needs once, before its first verb. */
  async prepare(): Promise<void> {
    if (this.watch.isReady) return;
    await this.send("Page.addScriptToEvaluateOnNewDocument", PREPARATION);
    this.watch.isReady = true;
  }

  /** The same, for a page that may not answer, and that is not held up by it. */
  prepareAside(): void {
    const { watch, context } = this;
    if (watch.isReady) return;
    context.cdp.send("Page.addScriptToEvaluateOnNewDocument", PREPARATION).then(
      () => {
        watch.isReady = true;
      },
      () => {}, // it is tried again
    );
  }

  /**
   * Gives the page the focus that a tab in front would have: without it fields do not hear that they are
   * entered, and a hidden tab draws nothing. Lasts as long as the debugger is attached.
   */
  async takeFocus(): Promise<void> {
    if (this.watch.hasFocus) return;
    await this.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    this.watch.hasFocus = true;
  }
}
