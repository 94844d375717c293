import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { ExchangeState, ServerRecord } from "./Site.js";

export type AnswerHeaders = Readonly<Record<string, string | readonly string[]>>;

/** One request and its answer: handlers answer through it, so the log holds exactly what was sent. */
export class Exchange implements ServerRecord {
  readonly id: number;
  readonly origin: string;
  readonly startedAtMs: number = Date.now();
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  requestBody: Buffer = Buffer.alloc(0);
  status: number | undefined;
  responseHeaders: Record<string, string | readonly string[]> = Object.create(null);
  state: ExchangeState = "receiving";
  readonly #response: ServerResponse;
  readonly #sent: Buffer[] = [];

  constructor(id: number, origin: string, request: IncomingMessage, response: ServerResponse) {
    this.id = id;
    this.origin = origin;
    this.method = request.method ?? "";
    this.path = request.url ?? "";
    this.headers = request.headers;
    this.rawHeaders = request.rawHeaders;
    this.#response = response;
    response.sendDate = false;
    response.once("finish", () => {
      this.state = "finished";
    });
    response.once("close", () => {
      if (this.state !== "finished") this.state = "aborted";
    });
  }

  get requestText(): string {
    return this.requestBody.toString("utf8");
  }

  get responseBody(): Buffer {
    return Buffer.concat(this.#sent);
  }

  get responseText(): string {
    return this.responseBody.toString("utf8");
  }

  get pathname(): string {
    return this.path.split("?", 1)[0] ?? "";
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.path.slice(this.pathname.length + 1));
  }

  /** True once nobody listens any more: timers of a stream end then. */
  get isClosed(): boolean {
    return this.#response.closed;
  }

  /** Begins an answer; every header is set here so that Node adds none that the log lacks. */
  begin(status: number, headers: AnswerHeaders = {}): void {
    const all: AnswerHeaders = {
      date: new Date().toUTCString(),
      connection: "keep-alive",
      "cache-control": "no-store",
      ...headers,
    };
    this.status = status;
    this.#response.statusCode = status;
    for (const [name, value] of Object.entries(all)) {
      this.responseHeaders[name] = value;
      this.#response.setHeader(name, value);
    }
    this.state = "open";
  }

  /** Begins an answer of unknown length and sends its headers at once. */
  beginStream(type: string, headers: AnswerHeaders = {}): void {
    this.begin(200, { "content-type": type, "transfer-encoding": "chunked", ...headers });
    this.#response.flushHeaders();
  }

  write(chunk: string | Buffer): void {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    this.#sent.push(bytes);
    this.#response.write(bytes);
  }

  end(): void {
    this.#response.end();
  }

  /** Sends the headers before any of the body. */
  flush(): void {
    this.#response.flushHeaders();
  }

  /** Closes the connection, whatever was sent. */
  destroy(): void {
    this.#response.destroy();
  }

  /** A whole answer. The answer to HEAD keeps its length and sends no body. */
  send(status: number, body: string | Buffer, headers: AnswerHeaders): void {
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    this.begin(status, { "content-length": String(bytes.length), ...headers });
    if (this.method !== "HEAD" && bytes.length > 0) this.#sent.push(bytes);
    this.#response.end(this.method === "HEAD" ? undefined : bytes);
  }

  /** A string is sent as it is, so that number texts of any size survive. */
  json(status: number, value: unknown, headers: AnswerHeaders = {}): void {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    this.send(status, text, { "content-type": "application/json", ...headers });
  }

  html(text: string): void {
    // no-cache, not no-store: a page that may not be stored may not enter the bfcache either.
    this.send(200, text, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
    });
  }

  redirect(location: string, headers: AnswerHeaders = {}): void {
    this.send(302, "", { location, ...headers });
  }

  empty(status: number, headers: AnswerHeaders = {}): void {
    this.begin(status, headers);
    this.#response.end();
  }

  /** Sends header lines that Node refuses to write, as Latin-1, and closes the connection. */
  sendRaw(status: number, lines: readonly (readonly [string, string])[], body: string): void {
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    this.status = status;
    for (const [name, value] of lines) this.responseHeaders[name] = value;
    this.#sent.push(Buffer.from(body));
    this.state = "finished";
    this.#response.socket?.write(Buffer.from(`HTTP/1.1 ${status} Raw\r\n${head}\r\n`, "latin1"));
    this.#response.socket?.end(body);
  }
}
