import { failureText, type KnownSecrets, redactText, redactUrl } from "@bsk/core";
import type { NetworkRow } from "@bsk/schema";
import type { Protocol } from "devtools-protocol";
import { Ring, type RingPage } from "./Ring.js";

const URL_CHARS = 2048;
const TEXT_CHARS = 200;
/** Requests without an answer; the oldest are forgotten, and their answers with them. */
const OPEN = 1000;

interface OpenRequest {
  readonly method: string;
  /** Redacted. */
  readonly url: string;
  hasAnswer?: true;
}

/** The tab's latest answers and failures: no headers, no bodies, redacted before they are kept. */
export class NetworkLog {
  readonly #ring = new Ring<NetworkRow>();
  readonly #open = new Map<string, OpenRequest>();

  constructor(private readonly secrets: () => KnownSecrets) {}

  see(method: string, params: unknown): void {
    // By the protocol.
    switch (method) {
      case "Network.requestWillBeSent":
        this.#sent(params as Protocol.Network.RequestWillBeSentEvent);
        break;
      case "Network.responseReceived": {
        const event = params as Protocol.Network.ResponseReceivedEvent;
        this.#answered(event.requestId, event.response, event.type);
        break;
      }
      case "Network.loadingFailed":
        this.#failed(params as Protocol.Network.LoadingFailedEvent);
        break;
      case "Network.loadingFinished":
        this.#open.delete((params as Protocol.Network.LoadingFinishedEvent).requestId);
        break;
      default:
    }
  }

  read(since: number, limit: number): RingPage<NetworkRow> {
    return this.#ring.read(since, limit);
  }

  /** The URLs of requests that nobody has answered yet, the oldest first. */
  waiting(): readonly string[] {
    return [...this.#open.values()].flatMap(({ hasAnswer, url }) => (hasAnswer ? [] : [url]));
  }

  #sent(event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, request, redirectResponse, type = "Other" } = event;
    if (redirectResponse) this.#answered(requestId, redirectResponse, type);
    this.#open.set(requestId, { method: request.method, url: this.#url(request.url) });
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= OPEN) break;
      this.#open.delete(oldest);
    }
  }

  #answered(requestId: string, response: Protocol.Network.Response, type: string): void {
    const request = this.#open.get(requestId);
    if (request) request.hasAnswer = true;
    this.#add({
      kind: "response",
      method: request?.method ?? "unknown",
      url: this.#url(response.url),
      resource_type: type,
      status: response.status,
      ...(response.statusText ? { status_text: this.#text(response.statusText) } : {}),
      ...(response.mimeType ? { mime_type: this.#text(response.mimeType) } : {}),
    });
  }

  #failed(event: Protocol.Network.LoadingFailedEvent): void {
    const request = this.#open.get(event.requestId);
    this.#open.delete(event.requestId);
    if (!request) return;
    const { method, url } = request;
    this.#add({
      kind: "failure",
      method,
      url,
      resource_type: event.type,
      error_text: this.#text(failureText(event)),
    });
  }

  #add(row: Omit<NetworkRow, "seq" | "at">): void {
    this.#ring.add((seq) => ({ seq, at: Date.now(), ...row }));
  }

  // What was typed is looked for before the cut: half of it would not be found.
  #text(foreign: string): string {
    return redactText(this.secrets().redact(foreign).slice(0, TEXT_CHARS));
  }

  #url(foreign: string): string {
    return redactUrl(this.secrets().redact(foreign).slice(0, URL_CHARS));
  }
}
