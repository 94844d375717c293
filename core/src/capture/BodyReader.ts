import type { Protocol } from "devtools-protocol";
import type { CdpSession, Clock } from "../ports.js";
import { BodyQueue, type Turn } from "./BodyQueue.js";
import { BOUNDS } from "./bounds.js";
import type { CoverageLog } from "./CoverageLog.js";
import { type Hop, markReplaySafe, setDuration } from "./Hop.js";
import { OpenBodyWatch } from "./OpenBodyWatch.js";
import { readOpenBody } from "./openBody.js";
import { bodyInEvent, isExact, readRequestBody } from "./requestBody.js";
import {
  type BodyOutcome,
  bodyWithoutReading,
  bytesOf,
  contentTypeOf,
  readResponseBody,
} from "./responseBody.js";

type Part = "request" | "response";

interface Read {
  readonly hop: Hop;
  readonly part: Part;
  readonly ask: (session: CdpSession, hop: Hop) => Promise<BodyOutcome>;
}

export interface BodyReaderOptions {
  readonly session: CdpSession;
  readonly clock: Clock;
  readonly coverage: CoverageLog;
  /** A body, or why there is none, came to the hop. */
  readonly changed: (hop: Hop) => void;
}

/** What a person waits for is read before styles and scripts: the browser's buffer is bounded. */
const URGENT: ReadonlySet<string> = new Set(["Document", "Fetch", "XHR"]);

/** Acquires the bodies of both sides of each hop, a few at a time. */
export class BodyReader {
  readonly #queue = new BodyQueue(BOUNDS.bodyReads, BOUNDS.bodyQueue);
  /** Asked for, and not in. */
  readonly #reads = new Set<Read>();
  readonly #open: OpenBodyWatch;
  #isStopped = false;

  constructor(private readonly options: BodyReaderOptions) {
    this.#open = new OpenBodyWatch(options.clock, (hop) => this.#readOpen(hop));
  }

  /** The request's body, from the event or at once: later the browser has it no more. */
  takeRequest(hop: Hop, request: Protocol.Network.Request): void {
    const known = bodyInEvent(request);
    if (known) {
      if ("body" in known && known.body.state === "empty") return; // as the record began
      this.#setRequest(hop, known);
    } else {
      hop.record.request_body = { state: "pending" };
      this.#read({ hop, part: "request", ask: readRequestBody }, "first");
    }
    this.options.changed(hop);
  }

  /** A piece of a response that has not ended. */
  arrived(hop: Hop): void {
    this.#open.arrived(hop);
  }

  /** The response will bring nothing more. */
  ended(hop: Hop): void {
    this.#open.forget(hop);
  }

  /** The body of a finished response, now: a navigation or the buffer's bound may take it. */
  takeResponse(hop: Hop): void {
    const known = bodyWithoutReading(hop);
    const isThere =
      hop.record.response_body.state === "available" && hop.readBytes === hop.decodedBytes;
    if (known) hop.record.response_body = known;
    else if (!isThere) {
      const turn = URGENT.has(hop.record.resource_type ?? "") ? "first" : "next";
      this.#read({ hop, part: "response", ask: readResponseBody }, turn);
    }
    this.options.changed(hop);
  }

  /** Resolves when every body that was asked for is in. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Waits a bounded time for the reads that are left; the others are told as cut off. */
  async stop(): Promise<void> {
    for (const hop of this.#open.clear()) this.#readOpen(hop);
    let cancel: () => void = () => undefined;
    const deadline = new Promise<void>((resolve) => {
      cancel = this.options.clock.after(BOUNDS.stopDrainMs, resolve);
    });
    await Promise.race([this.#queue.idle(), deadline]);
    cancel();
    this.#isStopped = true;
    const left = [...this.#reads];
    this.#reads.clear();
    this.#queue.clear();
    for (const { hop, part } of left) {
      hop.record[`${part}_body`] = { state: "unavailable", reason: "capture_stopped" };
      this.options.changed(hop);
    }
  }

  #read(wanted: Read, turn: Turn): void {
    const { hop, part } = wanted;
    this.#reads.add(wanted);
    if (this.#ask(wanted, turn)) return;
    this.#reads.delete(wanted);
    hop.record[`${part}_body`] = { state: "omitted", reason: "capture_busy" };
    this.options.coverage.add("body_queue_full", this.options.clock.now());
  }

  #ask(wanted: Read, turn: Turn): boolean {
    const { hop, part, ask } = wanted;
    return this.#queue.add(async () => {
      const outcome = await ask(this.options.session, hop);
      if (!this.#reads.has(wanted)) return; // the capture stopped
      // A browser that was too busy to answer still has it: it is asked once more when nothing else waits.
      const isAnswered = !("body" in outcome && outcome.body.reason === "browser_busy");
      if (!isAnswered && turn !== "last" && this.#ask(wanted, "last")) return;
      this.#reads.delete(wanted);
      if (part === "request") this.#setRequest(hop, outcome);
      else this.#setResponse(hop, outcome);
      this.options.changed(hop);
    }, turn);
  }

  /** Keeps what came of a response that does not end; when more comes, it is read again. */
  #readOpen(hop: Hop): void {
    const { session, changed } = this.options;
    if (hop.decodedBytes === 0 || bodyWithoutReading(hop)) return;
    this.#queue.add(async () => {
      const bytes = hop.decodedBytes;
      const body = await readOpenBody(session, hop);
      // The page may have dropped it meanwhile; whatever else ended it has a word of its own on the body.
      const isOver = hop.ended && hop.record.state !== "not_read";
      if (!body || isOver || this.#isStopped) return;
      this.#setResponse(hop, body);
      if (!body.isWhole) {
        hop.record.response_body = { ...hop.record.response_body, state: "truncated" };
      } else if (body.isAsDeclared && hop.record.state === "open") {
        hop.record.state = "not_read"; // all of it is here, and the page has not taken it so far
        if (hop.lastArrival !== undefined) setDuration(hop, hop.lastArrival);
      }
      hop.readBytes = bytes;
      changed(hop);
    });
  }

  #setRequest(hop: Hop, outcome: BodyOutcome): void {
    if (hop.isBodyControlled) return;
    if ("body" in outcome) {
      hop.record.request_body = outcome.body;
      return;
    }
    const { text } = outcome;
    const bytes = new TextEncoder().encode(text).length;
    hop.record.request_body = { state: "available", chars: text.length, bytes };
    hop.bodies.request = { text, contentType: hop.record.request_headers?.["content-type"] };
    hop.isRequestExact = isExact(text);
    markReplaySafe(hop);
  }

  #setResponse(hop: Hop, outcome: BodyOutcome): void {
    if ("body" in outcome) {
      hop.record.response_body = outcome.body;
      return;
    }
    const { text } = outcome;
    hop.record.response_body = {
      state: "available",
      chars: text.length,
      ...bytesOf(hop),
      ...(hop.charset === undefined ? {} : { charset: hop.charset }),
    };
    hop.bodies.response = { text, contentType: contentTypeOf(hop) };
  }
}
