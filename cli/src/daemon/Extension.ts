import { type BskError, errors, toWireError } from "@bsk/core";
import {
  type Hello,
  validateWireRequest,
  validateWireResponse,
  type WireRequest,
} from "@bsk/schema";
import type { WebSocket } from "ws";
import { readProgress } from "../connection/readProgress.js";
import type { PairedBrowser } from "./PairedBrowsers.js";
import { type ForwardOptions, PendingCall } from "./PendingCall.js";

/** Application messages keep the extension's worker alive only when they are at most 20 s apart. */
export const HEARTBEAT_MS = 15_000;
/** Without a round trip for this long, a browser is silent. */
const SILENT_AFTER_MS = 25_000;

export interface ExtensionListener {
  onSessionClosed(session: string): void;
  /** The person took the pairing back in the popup. */
  onUnpaired(): void;
  onClose(): void;
  /** Something that the protocol does not allow, in words of ours. */
  onFault(what: string): void;
}

export interface ExtensionOptions {
  readonly socket: WebSocket;
  readonly browser: PairedBrowser;
  readonly hello: Hello;
  readonly listener: ExtensionListener;
}

/** One connected browser, after its handshake: calls with deadlines, cancel, heartbeat. */
export class Extension {
  readonly browser: PairedBrowser;
  readonly hello: Hello;
  readonly #socket: WebSocket;
  readonly #listener: ExtensionListener;
  readonly #pending = new Map<number, PendingCall>();
  readonly #heartbeat: NodeJS.Timeout;
  #nextId = 1;
  #ended: BskError | undefined;
  #lastRoundTripAt: number = Date.now();
  /** It was asked for a sign of life and gave none since. */
  #isMute = false;

  constructor({ socket, browser, hello, listener }: ExtensionOptions) {
    this.#socket = socket;
    this.browser = browser;
    this.hello = hello;
    this.#listener = listener;
    this.#heartbeat = setInterval(() => this.#ping(), HEARTBEAT_MS);
    socket.on("message", (data, isBinary) => this.#receive(String(data), isBinary));
    socket.on("close", () => this.#end());
  }

  /** Connected means a round trip in the last 25 s. */
  get state(): "connected" | "silent" {
    const isRecent = Date.now() - this.#lastRoundTripAt <= SILENT_AFTER_MS;
    return isRecent && !this.#isMute ? "connected" : "silent";
  }

  /** Epoch ms of the last answer. */
  get lastSeenAt(): number {
    return this.#lastRoundTripAt;
  }

  /** The extension's answer, as it came. Throws what it threw, `timeout`, `cancelled`, `extension_disconnected`. */
  call(method: string, params: object, options: ForwardOptions): Promise<unknown> {
    const gone = this.#ended ?? (options.signal?.aborted ? errors.cancelled(method) : undefined);
    if (gone) {
      options.onStopped?.();
      return Promise.reject(gone);
    }
    const id = this.#nextId++;
    const call = new PendingCall(method, options, {
      cancel: () => this.#send({ jsonrpc: "2.0", method: "$/cancel", params: { id } }),
      forget: () => this.#pending.delete(id),
    });
    this.#pending.set(id, call);
    this.#send({ jsonrpc: "2.0", id, method, params });
    return call.answer;
  }

  /** Whether it answers within `ms`; one that does not is silent until it says something. */
  async probe(ms: number): Promise<boolean> {
    try {
      await this.call("system/ping", {}, { deadlineMs: ms });
    } catch {
      this.#isMute = true;
    }
    return !this.#isMute;
  }

  /** Ends the connection; the close code says why (4001: displaced by a newer one). */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#end();
  }

  #ping(): void {
    this.call("system/ping", {}, { deadlineMs: HEARTBEAT_MS }).catch(() => {
      // An unanswered ping shows in `state`, which looks at the last answer.
    });
  }

  #send(frame: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #receive(text: string, isBinary: boolean): void {
    if (this.#ended) return;
    let frame: unknown;
    try {
      frame = isBinary ? undefined : JSON.parse(text);
    } catch {
      this.#fault(errors.invalidJson("The frame"), "a frame that is not JSON");
      return;
    }
    if (validateWireRequest(frame)) this.#serve(frame);
    else if (validateWireResponse(frame)) this.#settle(frame.id, frame);
    else this.#fault(errors.malformedFrame("not JSON-RPC 2.0"), "a frame that is not JSON-RPC 2.0");
  }

  #settle(id: unknown, frame: Parameters<PendingCall["respond"]>[0]): void {
    this.#lastRoundTripAt = Date.now();
    this.#isMute = false;
    // An answer after the grace of a cancelled call finds nobody.
    this.#pending.get(Number(id))?.respond(frame);
  }

  #serve({ id, method, params = {} }: WireRequest): void {
    if (method === "system/ping" && id !== undefined) {
      this.#send({ jsonrpc: "2.0", id, result: {} });
    } else if (id !== undefined) {
      this.#send({ jsonrpc: "2.0", id, error: toWireError(errors.unknownMethod(method)) });
    } else if (method === "$/progress") {
      this.#pending.get(Number(params.id))?.progress(readProgress(params));
    } else if (method === "session/closed" && typeof params.session === "string") {
      this.#listener.onSessionClosed(params.session);
    } else if (method === "browser/unpaired") {
      this.#listener.onUnpaired();
    }
  }

  #fault(error: BskError, what: string): void {
    this.#listener.onFault(what);
    this.#send({ jsonrpc: "2.0", id: null, error: toWireError(error) });
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = errors.extensionGone(this.browser.name);
    clearInterval(this.#heartbeat);
    for (const call of [...this.#pending.values()]) call.lose(this.#ended);
    this.#listener.onClose();
  }
}
