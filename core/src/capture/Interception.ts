import type { Protocol } from "devtools-protocol";
import { BskError } from "../errors.js";
import type {
  InterceptPattern,
  PausedOutcome,
  PausedRequest,
  PausedVerdict,
} from "../intercept.js";
import type { CdpEvent, CdpSession, Clock } from "../ports.js";
import type { PausedId, PausedJournal } from "./PausedJournal.js";
import { RedirectGuard } from "./RedirectGuard.js";

export interface InterceptionOptions {
  readonly session: CdpSession;
  readonly clock: Clock;
  readonly journal: PausedJournal;
  /** The child sessions that are captured now. */
  readonly children: () => Iterable<string>;
  /** Who decides; undefined: nobody wants it. Throws: the request is aborted. */
  readonly decide: (paused: PausedRequest) => Promise<PausedVerdict | undefined>;
  readonly exactType: (networkId: string | undefined) => Promise<string | undefined>;
  /** A child session could not be set up. */
  readonly childFailed: () => void;
}

/** Longer than the longest delay a rule may have: whoever decides must not hang the page. */
const DECISION_MS = 12_000;

const ABORT: PausedVerdict = { kind: "fail", reason: "Aborted" };
const CONTINUE: PausedVerdict = { kind: "continue" };

/** What comes before a verdict: the request is given up by its page, aborted for that reason, or out of our hands. */
type Before = "gone" | { readonly aborted: string } | { readonly error: string };

const SENT_ON = "the browser took the debugger off the page, and sent the request on as it was";

interface Held {
  readonly networkId: string | undefined;
  readonly sessionId: string | undefined;
  readonly end: (before: Before) => void;
  readonly done: Promise<void>;
}

/**
 * Holds the requests that somebody wants to see before they go out, and answers each of them exactly once. What
 * was held for a rule never falls through to the server: whatever goes wrong aborts it. Without patterns the
 * Fetch domain is off.
 */
export class Interception {
  readonly #held = new Set<Held>();
  readonly #guard = new RedirectGuard();
  #patterns: readonly InterceptPattern[] = [];
  #isOn = false;
  /** What the browser tells now it may have let go already. */
  #isLeaving = false;
  /** Turning it off waits for the answers to what was changed. */
  #isOffOwed = false;
  #configured: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: InterceptionOptions) {}

  /** What is to be held from now on; the last call counts. Throws what the browser threw for the tab itself. */
  want(patterns: readonly InterceptPattern[]): Promise<void> {
    this.#patterns = patterns;
    const turn = this.#configured.then(() => this.#configure());
    this.#configured = turn.catch(() => undefined); // whoever asked sees the fault; the next in the queue does not
    return turn;
  }

  /** Sent at once and not awaited: a new frame waits until the listeners have spoken. */
  childAttached(sessionId: string): void {
    if (this.#patterns.length > 0) this.#enableChildren([sessionId]);
  }

  /** Sees every event of the tab; takes the paused requests, and lets go of those that the page gave up. */
  handle({ method, params, sessionId }: CdpEvent): void {
    switch (method) {
      case "Fetch.requestPaused":
        this.#paused(params as Protocol.Fetch.RequestPausedEvent, sessionId);
        break;
      case "Network.loadingFailed": {
        const { requestId } = params as Protocol.Network.LoadingFailedEvent;
        this.#gone((networkId) => networkId === requestId);
        break;
      }
      case "Target.detachedFromTarget": {
        const { sessionId: child } = params as Protocol.Target.DetachedFromTargetEvent;
        this.#gone((_networkId, session) => session === child);
        break;
      }
      case "Inspector.targetCrashed":
        this.#gone((_networkId, session) => session === sessionId);
        break;
      default:
    }
  }

  /** The browser sent on what it held, and holds nothing more until it is asked again. */
  async reattached(): Promise<void> {
    for (const { end } of this.#held) end({ error: SENT_ON });
    if (this.#patterns.length > 0) await this.#enable();
  }

  #gone(isMeant: Parameters<RedirectGuard["drop"]>[0]): void {
    for (const held of this.#held) if (isMeant(held.networkId, held.sessionId)) held.end("gone");
    this.#guard.drop(isMeant);
    this.#leaveLate();
  }

  #paused(event: Protocol.Fetch.RequestPausedEvent, sessionId: string | undefined): void {
    const id = {
      requestId: event.requestId,
      ...(sessionId === undefined ? {} : { sessionId }),
    };
    const { responseStatusCode: status, responseErrorReason: reason } = event;
    if (status !== undefined || reason !== undefined) {
      void this.#answered(id, event);
      return;
    }
    const changed = this.#guard.takeTarget(id, event);
    if (changed) this.#guard.follow({ ...changed, id });
    if (this.#patterns.length === 0 || this.#isLeaving) void this.#answer(id, CONTINUE);
    else this.#hold(id, event);
  }

  /** A changed request has its answer. */
  async #answered(id: PausedId, event: Protocol.Fetch.RequestPausedEvent): Promise<void> {
    const verdict = this.#guard.answered(id, event);
    // Awaited: the browser holds the target only where it was told to before it goes there.
    const isAwaited = verdict === "awaited" && (await this.#await(id));
    const isLetOn = verdict === undefined || isAwaited;
    await this.#answer(id, isLetOn ? CONTINUE : { kind: "fail", reason: "BlockedByClient" });
    this.#leaveLate();
  }

  /** Has the browser hold a redirect's target, too. False: it did not say that it does. */
  #await({ sessionId }: PausedId): Promise<boolean> {
    return this.#enable(sessionId).then(
      () => true,
      () => false,
    );
  }

  /** Nobody wants anything any more, and what was changed has its answers. */
  #leaveLate(): void {
    if (!this.#isOffOwed || !this.#guard.isIdle) return;
    this.#isOffOwed = false;
    if (this.#patterns.length === 0) void this.want([]).catch(() => undefined); // the capture's end tells
  }

  /** Aborts what is held and turns the domain off. False: the browser did not take it, and still holds requests. */
  async stop(): Promise<boolean> {
    this.#guard.drop(() => true);
    const off = this.want([]); // nothing more is held from here on
    for (const { end } of this.#held) end({ aborted: "the capture ended" });
    return off.then(
      () => true,
      () => false,
    );
  }

  #hold(id: PausedId, event: Protocol.Fetch.RequestPausedEvent): void {
    let end: (before: Before) => void = () => undefined;
    const over = new Promise<Before>((resolve) => {
      end = resolve;
    });
    const abort = (why: string): void => end({ aborted: why });
    const cancel = this.options.clock.after(DECISION_MS, () =>
      abort(`nobody decided within ${DECISION_MS / 1000} s`),
    );
    const { networkId } = event;
    const { sessionId } = id;
    const held: Held = { networkId, sessionId, end, done: this.#decide(id, event, over) };
    this.#held.add(held);
    void held.done.then(() => {
      cancel();
      this.#held.delete(held);
    });
    // What cannot be written down must not wait.
    this.options.journal.add(id).catch(() => abort("it could not be written down"));
  }

  async #decide(
    id: PausedId,
    event: Protocol.Fetch.RequestPausedEvent,
    over: Promise<Before>,
  ): Promise<void> {
    const { decide, exactType, journal } = this.options;
    const { networkId, request, resourceType } = event;
    const paused: PausedRequest = {
      networkId,
      request,
      resourceType,
      exactType: () => exactType(networkId),
      over,
    };
    const decided = decide(paused).then(
      (verdict) => ({ verdict: verdict ?? CONTINUE }),
      () => ({ verdict: ABORT }), // told by core's guard; it may have been wanted by a rule, so it does not go out
    );
    const first = await Promise.race([over, decided]);
    if (typeof first === "object" && "verdict" in first) this.#follow(id, networkId, first.verdict);
    const told = await this.#end(id, first);
    void decided.then(({ verdict }) => verdict.settled?.(told));
    journal.remove(id);
  }

  #follow(id: PausedId, networkId: string | undefined, verdict: PausedVerdict): void {
    if (verdict.kind !== "continue") return;
    const { change: { method, body } = {}, refused = () => undefined } = verdict;
    if (method !== undefined || body !== undefined) this.#guard.follow({ id, networkId, refused });
  }

  async #end(
    id: PausedId,
    first: Before | { readonly verdict: PausedVerdict },
  ): Promise<PausedOutcome> {
    if (first === "gone") {
      // Not waited for, since a page that crashed does not answer; what is held after all does not go out.
      void this.#answer(id, ABORT);
      return "gone";
    }
    if ("error" in first) return first;
    if ("verdict" in first) return this.#answer(id, first.verdict);
    const outcome = await this.#answer(id, ABORT);
    return outcome === "answered" ? first : outcome;
  }

  async #answer(id: PausedId, verdict: PausedVerdict): Promise<PausedOutcome> {
    try {
      if (verdict.kind !== "continue") this.#guard.forget(id);
      await this.#send(id, verdict);
      return "answered";
    } catch (error) {
      this.#guard.forget(id);
      if (isUnknown(error)) return "gone";
      const isAborted = verdict.kind !== "fail" && (await this.#abort(id));
      const why = messageOf(error);
      // A tab that was taken away, for one: the browser sends on what it held.
      return { error: isAborted ? why : `${why}; the browser did not say that it was aborted` };
    }
  }

  async #abort(id: PausedId): Promise<boolean> {
    try {
      await this.#send(id, ABORT);
      return true;
    } catch (error) {
      return isUnknown(error);
    }
  }

  #send({ requestId, sessionId }: PausedId, verdict: PausedVerdict): Promise<unknown> {
    const { session } = this.options;
    const to = sessionId === undefined ? {} : { sessionId };
    switch (verdict.kind) {
      case "continue": {
        const { url, method, headers, body } = verdict.change ?? {};
        const params: Protocol.Fetch.ContinueRequestRequest = { requestId };
        if (url !== undefined) params.url = url;
        if (method !== undefined) params.method = method;
        if (headers !== undefined)
          params.headers = headers.map(([name, value]) => ({ name, value }));
        if (body !== undefined) params.postData = base64(body);
        if (this.#guard.follows({ requestId, ...(sessionId && { sessionId }) }))
          params.interceptResponse = true;
        return session.send("Fetch.continueRequest", params, to);
      }
      case "fail":
        return session.send("Fetch.failRequest", { requestId, errorReason: verdict.reason }, to);
      case "fulfill":
        return session.send(
          "Fetch.fulfillRequest",
          {
            requestId,
            responseCode: verdict.status,
            responseHeaders: verdict.headers.map(([name, value]) => ({ name, value })),
            body: base64(verdict.body),
          },
          to,
        );
      default:
        return verdict satisfies never;
    }
  }

  #configure(): Promise<void> {
    return this.#patterns.length === 0 ? this.#leaveAll() : this.#enableAll();
  }

  async #enableAll(): Promise<void> {
    this.#isOn = true; // also when the browser does not say that it is
    this.#enableChildren(this.options.children());
    await this.#enable();
  }

  #enableChildren(added: Iterable<string>): void {
    const { children, childFailed, journal } = this.options;
    journal.setSessions(children()); // before any of them holds something
    for (const child of added) void this.#enable(child).catch(childFailed);
  }

  /** Held requests go to the server when the domain is turned off: each is answered first. */
  async #leaveAll(): Promise<void> {
    if (!this.#isOn) return;
    if (!this.#guard.isIdle) {
      this.#isOffOwed = true;
      return;
    }
    while (this.#patterns.length === 0 && this.#held.size > 0) {
      await Promise.all([...this.#held].map(({ done }) => done));
    }
    if (this.#patterns.length > 0) return; // wanted again meanwhile: whoever wants it has the next turn
    this.#isLeaving = true;
    try {
      const left = [...this.options.children()].map((child) => this.#leave(child));
      const ends = await Promise.allSettled([this.#disable(), ...left]);
      for (const end of ends) if (end.status === "rejected") throw end.reason;
      this.#isOn = false;
      this.options.journal.setSessions([]);
    } finally {
      this.#isLeaving = false;
    }
  }

  #enable(sessionId?: string): Promise<unknown> {
    const patterns = [...this.#patterns, ...this.#guard.patterns].map(({ url, resourceType }) => ({
      urlPattern: url.replaceAll(/[\\?]/g, "\\$&"), // `?` is a wildcard to the browser
      resourceType,
      requestStage: "Request" as const,
    }));
    const to = sessionId === undefined ? {} : { sessionId };
    return this.options.session.send("Fetch.enable", { patterns }, to);
  }

  /** A frame that is gone holds nothing. */
  async #leave(child: string): Promise<void> {
    try {
      await this.#disable(child);
    } catch (error) {
      if (!(error instanceof BskError) || error.code !== "page_gone") throw error;
    }
  }

  #disable(sessionId?: string): Promise<unknown> {
    const to = sessionId === undefined ? {} : { sessionId };
    return this.options.session.send("Fetch.disable", undefined, to);
  }
}

/** The page has given the request up. The browser has no other word for it than its message. */
function isUnknown(error: unknown): boolean {
  return error instanceof BskError && error.message.includes("Invalid InterceptionId");
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}

function base64(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
