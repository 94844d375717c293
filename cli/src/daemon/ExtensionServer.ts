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
  readonly welcome: (browser: PairedBrowser, hello: Hello) => Welcome;
  readonly onProven: (socket: WebSocket, browser: PairedBrowser, hello: Hello) => void;
  readonly onRefused: (refusal: Refusal) => void;
}

function bare(status: string): string {
  return `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
}

function readFrame(data: unknown, isBinary: boolean): unknown {
  try {
    return isBinary ? undefined : JSON.parse(String(data));
  } catch {
    return undefined;
  }
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
    const { isPairedOrigin } = this.#options;
    if (!acceptUpgrade(request, { port: this.#port, isPairedOrigin })) {
      socket.end(bare("403 Forbidden"));
    } else if (this.#strangers.size >= MAX_STRANGERS) {
      socket.end(bare("503 Service Unavailable"));
    } else {
      this.#sockets.handleUpgrade(request, socket, head, (opened) => {
        this.#greet(opened, request.headers.origin ?? "");
      });
    }
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
