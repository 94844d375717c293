import type { WorkerSource } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import type { PausedRequest, RequestNote } from "../intercept.js";
import type { CdpSession, Clock } from "../ports.js";
import { applyNote, carryBody, nameRefusal } from "./applyNote.js";
import { BodyReader } from "./BodyReader.js";
import { BOUNDS } from "./bounds.js";
import { ChainTable } from "./ChainTable.js";
import type { CoverageLog } from "./CoverageLog.js";
import { failureText } from "./failureText.js";
import { applyResponse, type Hop, reportedBy, setDuration, wasSent } from "./Hop.js";
import { isCancelled, isLeftUnread } from "./isLeftUnread.js";
import { lateHop, newHop } from "./newHop.js";
import type { RequestChain } from "./RequestChain.js";
import { RequestNotes } from "./RequestNotes.js";
import { hasNoBody, isStream, unreadBody } from "./responseBody.js";
import { ServiceWorkerGate } from "./ServiceWorkerGate.js";
import { isOfSharedWorker, isServiceWorkerScript } from "./workerScripts.js";

type Response = Protocol.Network.Response;
type WillBeSent = Protocol.Network.RequestWillBeSentEvent;

export interface NetworkRecorderOptions {
  readonly runId: string;
  readonly session: CdpSession;
  readonly clock: Clock;
  readonly coverage: CoverageLog;
  readonly workerOf: (sessionId: string | undefined) => WorkerSource | undefined;
  /** Whether a service worker can only serve this tab now. Never rejects. */
  readonly isAlone: (workerUrl: string) => Promise<boolean>;
  readonly nextId: () => string;
  /** The hop changed and wants to be redacted and stored. */
  readonly changed: (hop: Hop) => void;
}

/** How long the end of a request may come after its document went. */
const LEFT_MS = 1000;

/** How often a waiting reader looks. */
const LOOK_MS = 50;

/** A redirect's target that is on its way for so long was sent, whatever the wire tells of it. */
const UNPROVEN_MS = 250;

/** Turns the Network events of a tab and its iframes into request records, one a hop. */
export class NetworkRecorder {
  readonly #chains: ChainTable;
  readonly #bodies: BodyReader;
  readonly #notes: RequestNotes;
  readonly #gate: ServiceWorkerGate;
  /** Preflights that came before the request they belong to, by its CDP id. */
  readonly #preflights = new Map<string, Hop>();

  constructor(private readonly options: NetworkRecorderOptions) {
    const { session, clock, coverage } = options;
    const changed = (hop: Hop): void => this.#tell([hop]);
    this.#chains = new ChainTable(clock, () => coverage.add("extra_info_overflow", clock.now()));
    this.#bodies = new BodyReader({ session, clock, coverage, changed });
    const { isAlone } = options;
    this.#gate = new ServiceWorkerGate({ isAlone, clock, coverage, told: changed });
    this.#notes = new RequestNotes(clock, () => coverage.add("control_not_recorded", clock.now()));
  }

  /** Requests that are held in memory: on their way, or ended a moment ago. */
  get held(): number {
    return this.#chains.size + this.#preflights.size;
  }

  requestWillBeSent(event: WillBeSent, sessionId?: string): void {
    const { requestId: id, redirectResponse } = event;
    const known = this.#chains.get(id);
    if (known?.last && known.began(event.timestamp)) {
      // The adopting session of a frame that changed process reports the same request again.
      reportedBy(known.last, sessionId);
      return;
    }
    let chain: RequestChain;
    if (redirectResponse) {
      chain = known ?? this.#lateChain(event, redirectResponse, sessionId);
      this.#redirect(chain, event, redirectResponse);
    } else {
      // An id that comes again is another renderer's; the one that used it is gone.
      if (known?.last) this.#giveUp(known.last, "frame_detached");
      chain = this.#chains.open(id);
    }
    const { runId, nextId, workerOf } = this.options;
    const hop = newHop(event, {
      id: nextId(),
      runId,
      sessionId,
      worker: workerOf(sessionId),
      recordId: (cdpId) => this.recordId(cdpId),
    });
    if (redirectResponse) this.#announce(hop, chain.last);
    this.#gate.began(hop, chain.last, this.#chains.openHops());
    this.#tell([...chain.add(hop), hop]);
    this.#linkPreflight(hop);
    if (!hop.isBodyControlled) this.#bodies.takeRequest(hop, event.request);
    this.#endOfSharedWorker(hop);
    const note = this.#notes.told(hop);
    if (note) {
      applyNote(hop, note);
      this.#tell([hop]);
    }
    this.#boundOpen();
  }

  requestExtra(event: Protocol.Network.RequestWillBeSentExtraInfoEvent): void {
    const chain = this.#chains.forExtra(event.requestId);
    this.#tell(this.#overflowChecked(chain, chain.addRequestExtra(event)));
    this.#endOfSharedWorker(chain.last);
  }

  responseExtra(event: Protocol.Network.ResponseReceivedExtraInfoEvent): void {
    const chain = this.#chains.forExtra(event.requestId);
    this.#tell(this.#overflowChecked(chain, chain.addResponseExtra(event)));
    this.#endOfSharedWorker(chain.last);
  }

  responseReceived(event: Protocol.Network.ResponseReceivedEvent, sessionId?: string): void {
    const known = this.#chains.get(event.requestId);
    const chain = known ?? this.#lateChain(event, event.response, sessionId);
    const hop = chain.last;
    if (!hop) return;
    reportedBy(hop, sessionId);
    hop.extraExpected = event.hasExtraInfo;
    hop.record.resource_type = event.type;
    applyResponse(hop, event.response);
    if (hop.record.state === "pending") hop.record.state = "open";
    hop.lastArrival = event.timestamp;
    if (event.type === "Preflight") hop.record.traffic = "preflight";
    if (!hop.ended) this.#bodies.arrived(hop);
    this.#gate.answered(hop);
    this.#tell([...chain.rebind(), hop]);
  }

  dataReceived(event: Protocol.Network.DataReceivedEvent): void {
    const hop = this.#chains.get(event.requestId)?.last;
    if (!hop || hop.ended) return;
    hop.decodedBytes += event.dataLength;
    // A stream's pieces say how long it was kept open, not how long its answer took.
    if (!isStream(hop)) hop.lastArrival = event.timestamp;
    if (hop.responded) this.#bodies.arrived(hop);
  }

  servedFromCache(event: Protocol.Network.RequestServedFromCacheEvent): void {
    const hop = this.#chains.get(event.requestId)?.last;
    if (hop) hop.record.from_cache = true;
  }

  loadingFinished(event: Protocol.Network.LoadingFinishedEvent, sessionId?: string): void {
    const hop = this.#chains.get(event.requestId)?.last;
    if (!hop || hop.ended) return;
    this.#prove(hop);
    reportedBy(hop, sessionId);
    hop.record.state = "complete";
    hop.record.transfer_bytes = Math.max(0, event.encodedDataLength);
    if (isServiceWorkerScript(hop)) {
      // The browser process fetched it: the wire's headers and the body's size are not told.
      hop.record.integrity = { ...hop.record.integrity, request_headers: "as_set" };
      delete hop.record.transfer_bytes;
    }
    this.#end(hop, event.timestamp);
    this.#chains.end(event.requestId);
    this.#bodies.takeResponse(hop);
  }

  loadingFailed(event: Protocol.Network.LoadingFailedEvent): void {
    const hop = this.#chains.get(event.requestId)?.last;
    if (!hop || hop.ended) return;
    let end = event.timestamp;
    if (isLeftUnread(hop, event)) {
      // It is told when its document goes, however long after it came.
      end = hop.lastArrival ?? end;
      const isWhole = hasNoBody(hop);
      hop.record.state = isWhole ? "complete" : "not_read";
      hop.record.response_body = isWhole ? { state: "empty" } : unreadBody(hop, "not_read");
    } else {
      hop.record.state = "failed";
      hop.record.error = failureText(event);
      nameRefusal(hop.record);
      if (event.errorText === "net::ERR_TOO_MANY_REDIRECTS" && !hop.responseExtra) {
        // There was an answer, one more redirect, of which the browser tells nothing.
        hop.record.integrity = { ...hop.record.integrity, response_headers: "unavailable" };
      }
      hop.record.response_body = { state: "unavailable", reason: "request_failed" };
    }
    // Announced and cancelled at once: a page that follows no redirects. Headers from the wire can still say no.
    if (isCancelled(event)) hop.unproven?.cancel();
    else this.#prove(hop);
    this.#end(hop, end);
    this.#chains.end(event.requestId);
    this.#tell([hop]);
  }

  /** Waits a bounded time for body reads, then says of everything open that the capture ended. */
  async stop(): Promise<void> {
    await this.#bodies.stop();
    for (const hop of this.#chains.openHops()) this.#giveUp(hop, "capture_stopped");
    await this.#gate.settled();
    this.#chains.clear();
    this.#preflights.clear();
  }

  /**
   * The main frame has a new document: what the old one had on its way will not be told any more. Without
   * arguments, the renderer is gone with everything.
   */
  documentReplaced(frameId?: string, loaderId?: string): void {
    const left = this.#chains
      .openHops()
      .filter(({ record }) => frameId === undefined || record.frame_id === frameId)
      .filter(({ record }) => loaderId === undefined || record.loader_id !== loaderId)
      .filter(({ record }) => record.state !== "not_read"); // all of it is here
    this.#leave(left);
  }

  /** A worker has ended: what it had on its way will not be told any more. */
  workerGone(sessionId: string): void {
    this.#leave(this.#chains.openHops().filter(({ sessions: [last] }) => last === sessionId));
  }

  /** A worker began to run, and is not captured: its script, whose id is the target's, ends in its session alone. */
  workerMissed(targetId: string): void {
    const hop = this.#chains.get(targetId)?.last;
    if (hop && !hop.ended) this.#endUnseen(hop, "child_capture_limit");
  }

  /** Their last events may still be on their way. */
  #leave(left: readonly Hop[]): void {
    if (left.length === 0) return;
    this.options.clock.after(LEFT_MS, () => {
      for (const hop of left) this.#giveUp(hop, "frame_detached");
    });
  }

  /** Resolves when nothing is on its way: each request ended, or fell silent and was read. At most `ms`. */
  async quiet(ms: number): Promise<void> {
    const { clock } = this.options;
    for (const end = clock.now() + ms; clock.now() < end && this.#chains.isBusy; ) {
      await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
    }
    await this.#bodies.idle();
  }

  /** A rule has its hand in a request, whether the browser has told of it yet or not. */
  annotate(paused: PausedRequest, note: RequestNote): void {
    const { networkId } = paused;
    const chain = networkId === undefined ? undefined : this.#chains.get(networkId);
    const hop = this.#notes.add(paused, note, chain?.hops ?? []);
    if (!hop) return;
    applyNote(hop, note);
    this.#tell([hop]);
  }

  /** Id of the latest hop's record; undefined: not seen, or over for a while. */
  recordId(networkId: string): string | undefined {
    return this.#chains.get(networkId)?.last?.record.id;
  }

  /** What type the browser gives a request, which it may tell in a moment; undefined: not in time. */
  async typeOf(networkId: string | undefined): Promise<string | undefined> {
    if (networkId === undefined) return undefined;
    const known = this.#chains.get(networkId)?.last?.record.resource_type;
    return known ?? this.#notes.typeOf(networkId);
  }

  /** Resolves when every body that was asked for is in. */
  bodiesRead(): Promise<void> {
    return this.#bodies.idle();
  }

  #redirect(chain: RequestChain, event: WillBeSent, response: Response): void {
    const hop = chain.last;
    if (!hop || hop.ended) return;
    hop.extraExpected = event.redirectHasExtraInfo;
    if (!event.redirectHasExtraInfo) chain.takeBack(hop);
    applyResponse(hop, response);
    hop.record.state = "redirected";
    hop.record.response_body = { state: "unavailable", reason: "redirect" };
    this.#end(hop, event.timestamp);
    this.#tell([...chain.rebind(), hop]);
  }

  /** A redirect's target, which the page may not follow: then it was no request. */
  #announce(hop: Hop, previous: Hop | undefined): void {
    if (!previous) return;
    carryBody(previous, hop);
    const cancel = this.options.clock.after(UNPROVEN_MS, () => {
      this.#prove(hop);
      this.#tell([hop]);
    });
    hop.unproven = { previous, cancel };
  }

  /** It was sent: from now on it is told of. */
  #prove(hop: Hop): void {
    if (!hop.unproven) return;
    const { previous, cancel } = hop.unproven;
    cancel();
    delete hop.unproven;
    hop.record.redirect_from = previous.record.id;
    previous.record.redirect_to = hop.record.id;
    this.#tell([previous]);
  }

  /** A preflight may come before or after its request; either way it gets the request's id. */
  #linkPreflight(hop: Hop): void {
    const preflight = this.#preflights.get(hop.cdpId);
    this.#preflights.delete(hop.cdpId);
    if (preflight?.record.initiator) {
      preflight.record.initiator = { ...preflight.record.initiator, request_id: hop.record.id };
      this.#tell([preflight]);
    }
    const parent = hop.initiatorRequestId;
    if (parent === undefined || hop.record.initiator?.request_id !== undefined) return;
    const [oldest] = this.#preflights.keys();
    const isFull = this.#preflights.size >= BOUNDS.extraInfoRequests;
    if (isFull && oldest !== undefined) this.#preflights.delete(oldest);
    this.#preflights.set(parent, hop);
  }

  /** A shared worker's script: the browser tells of its answer here, and of its end to nobody whom it lets attach. */
  #endOfSharedWorker(hop: Hop | undefined): void {
    if (hop?.responseExtra === undefined || hop.ended || !isOfSharedWorker(hop)) return;
    const { coverage, clock } = this.options;
    coverage.add("shared_worker_unseen", clock.now());
    this.#endUnseen(hop, "shared_worker");
  }

  /** It was answered; of its end the browser tells nobody who listens. */
  #endUnseen(hop: Hop, reason: "shared_worker" | "child_capture_limit"): void {
    hop.record.state = "open";
    hop.record.response_body = { state: "unavailable", reason };
    this.#over(hop);
    this.#chains.end(hop.cdpId);
    this.#tell([hop]);
  }

  #end(hop: Hop, timestamp: number): void {
    this.#over(hop);
    setDuration(hop, timestamp);
  }

  /** Says that the end of a hop will not be seen. What had begun to answer stays as it was at a stop. */
  #giveUp(hop: Hop, reason: "capture_stopped" | "frame_detached" | "tracking_limit"): void {
    if (hop.ended) return;
    this.#prove(hop);
    this.#over(hop);
    const isKept = hop.record.state !== "pending" && reason === "capture_stopped";
    if (!isKept) hop.record.state = "interrupted";
    hop.record.response_body = unreadBody(hop, reason);
    this.#tell([hop]);
  }

  #over(hop: Hop): void {
    hop.ended = true;
    if (hop.decodedBytes > 0) hop.record.decoded_bytes = hop.decodedBytes;
    this.#bodies.ended(hop);
    this.#gate.answered(hop);
  }

  #boundOpen(): void {
    const hop = this.#chains.surplus;
    if (!hop) return;
    this.#giveUp(hop, "tracking_limit");
    this.#chains.end(hop.cdpId);
    this.options.coverage.add("tracking_limit", this.options.clock.now());
  }

  #overflowChecked(chain: RequestChain, changed: Hop[]): Hop[] {
    if (!chain.overflowed) return changed;
    this.options.coverage.add("extra_info_overflow", this.options.clock.now());
    for (const { record } of chain.hops) {
      record.integrity = { ...record.integrity, metadata: "truncated" };
    }
    return chain.hops;
  }

  /** A request that began before the capture: kept, and marked so. */
  #lateChain(
    event: { readonly requestId: string; readonly frameId?: string },
    response: Response,
    sessionId: string | undefined,
  ): RequestChain {
    const { runId, nextId, workerOf, clock, coverage } = this.options;
    const chain = this.#chains.open(event.requestId);
    const known = { id: nextId(), runId, sessionId, worker: workerOf(sessionId) };
    const hop = lateHop(event, response, { ...known, now: clock.now() });
    this.#gate.began(hop, undefined, []);
    chain.add(hop);
    coverage.add("unknown_request", clock.now());
    return chain;
  }

  #tell(hops: Iterable<Hop>): void {
    for (const hop of new Set(hops)) {
      if (wasSent(hop)) this.#prove(hop);
      if (!hop.unproven && !this.#gate.holds(hop)) this.options.changed(hop);
    }
  }
}
