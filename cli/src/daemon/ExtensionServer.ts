import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { errors } from "@bsk/core";
import type { Hello, Welcome } from "@bsk/schema";
import { type WebSocket, WebSocketServer } from "ws";
import { MAX_FRAME_BYTES } from "../connection/LineReader.js";
import { acceptUpgrade } from "./acceptUpgrade.js";
import { Handshake, type HandshakeOptions, type Refusal } from "./Handshake.js";
import type { PairedBrowser } from "./PairedBrowsers.js";
import type { Pairing } from "./Pairing.js";
import { PairingHandshake } from "./PairingHandshake.js";
import type { PairingWindow } from "./PairingWindow.js";
import { readFrame } from "./readFrame.js";
import { servePairing } from "./servePairing.js";

/** Only this machine; never 0.0.0.0. */
const ADDRESS = "127.0.0.1";
const HANDSHAKE_MS = 5_000;
/** Sockets that have not proven anything yet. */
const MAX_STRANGERS = 16;
/** Close codes of the handshake: the extension shows them, they tell no secret. */
const POLICY_VIOLATION = 1008;
const PROTOCOL_MISMATCH = 4005;

export interface ExtensionServerOptions extends Omit<HandshakeOptions, "origin"> {
  readonly isPairedOrigin: (origin: string) => boolean;
  /** Asked whether a code waits, and told who knew it. */
  readonly pairing: Pick<Pairing, "complete" | "objection" | "open" | "refused">;
  readonly welcome: (browser: PairedBrowser, hello: Hello) => Welcome;
  readonly onProven: (socket: WebSocket, browser: PairedBrowser, hello: Hello) => void;
  readonly onRefused: (refusal: Refusal) => void;
}

function bare(status: string): string {
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

/** Where extensions connect. Any page can knock here too: it gets a bare refusal and nothing else. */
export class ExtensionServer {
  readonly #options: ExtensionServerOptions;
  readonly #http: Server;
  readonly #sockets: WebSocketServer = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  readonly #strangers = new Set<WebSocket>();
  #port = 0;

  constructor(options: ExtensionServerOptions) {
    this.#options = options;
    this.#http = createServer({ headersTimeout: HANDSHAKE_MS, requestTimeout: HANDSHAKE_MS });
    this.#http.on("request", (request, response) => {
      response.sendDate = false;
      response.writeHead(request.url === "/extension" ? 426 : 404, {
        connection: "close",
        "content-length": 0,
      });
      response.end();
    });
    this.#http.on("clientError", (_error, socket) => socket.destroy());
    this.#http.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
  }

  get port(): number {
    return this.#port;
  }

  /** Throws `port_taken`. 0 takes any free port. */
  listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const onError = (error: NodeJS.ErrnoException): void => {
        const isTaken = error.code === "EADDRINUSE";
        reject(isTaken ? errors.portTaken(port) : errors.daemonStartFailed(error.message));
      };
      this.#http.once("error", onError);
      this.#http.listen(port, ADDRESS, () => {
        this.#http.off("error", onError);
        // A TCP server's address is an object; only a pipe's is a string.
        this.#port = (this.#http.address() as AddressInfo).port;
        resolve();
      });
    });
  }

  /** Takes no one any more. Proven connections are their owner's to close. */
  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
    for (const socket of this.#strangers) socket.terminate();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    const { isPairedOrigin, pairing } = this.#options;
    const window = pairing.open;
    const rules = { port: this.#port, isPairedOrigin, isPairing: window !== undefined };
    const role = acceptUpgrade(request, rules);
    if (role === undefined) {
      socket.end(bare("403 Forbidden"));
    } else if (this.#strangers.size >= MAX_STRANGERS) {
      socket.end(bare("503 Service Unavailable"));
    } else {
      this.#sockets.handleUpgrade(request, socket, head, (opened) => {
        const origin = request.headers.origin ?? "";
        if (role === "pair" && window) this.#pair(opened, origin, window);
        else this.#greet(opened, origin);
      });
    }
  }

  #pair(socket: WebSocket, origin: string, window: PairingWindow): void {
    const { pairing } = this.#options;
    this.#strangers.add(socket);
    socket.on("close", () => this.#strangers.delete(socket));
    const handshake = new PairingHandshake({
      origin,
      port: this.#port,
      window,
      objection: (instanceId, extensionId) => pairing.objection(instanceId, extensionId),
    });
    servePairing(socket, handshake, {
      onPaired: (extension) => pairing.complete(window, extension),
      onRefused: (reason) => pairing.refused(reason),
    });
  }

  #greet(socket: WebSocket, origin: string): void {
    this.#strangers.add(socket);
    const handshake = new Handshake({ ...this.#options, origin });
    const timer = setTimeout(() => {
      finish();
      this.#refuse(socket, { instanceId: undefined, reason: "the handshake took too long" });
    }, HANDSHAKE_MS);
    const finish = (): void => {
      clearTimeout(timer);
      this.#strangers.delete(socket);
      socket.off("message", onMessage);
    };
    const onMessage = (data: unknown, isBinary: boolean): void => {
      const step = handshake.receive(readFrame(data, isBinary));
      if (step.kind === "challenge") {
        socket.send(JSON.stringify(step.frame));
        return;
      }
      finish();
      if (step.kind === "refused") this.#refuse(socket, step.refusal);
      else this.#admit(socket, step.browser, step.hello);
    };
    socket.on("message", onMessage);
    // A payload over the limit ends here; `close` follows.
    socket.on("error", () => socket.terminate());
    socket.on("close", finish);
  }

  #admit(socket: WebSocket, browser: PairedBrowser, hello: Hello): void {
    socket.send(JSON.stringify(this.#options.welcome(browser, hello)));
    this.#options.onProven(socket, browser, hello);
  }

  #refuse(socket: WebSocket, refusal: Refusal): void {
    this.#options.onRefused(refusal);
    if (refusal.protocol === undefined) socket.close(POLICY_VIOLATION);
    else socket.close(PROTOCOL_MISMATCH, "protocol_mismatch");
    // A peer that does not answer the close frame is cut off.
    setTimeout(() => socket.terminate(), 1_000).unref();
  }
}
