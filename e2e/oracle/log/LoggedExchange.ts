import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { type AnswerHeaders, Exchange } from "../../sites/Exchange.js";
import { ID_HEADER, type LoggedBody, type Served } from "./ServerLog.js";

/** An exchange of the oracle's site: it numbers its answer, and knows its connection and its times. */
export class LoggedExchange extends Exchange {
  #answeredAt: number | undefined;
  #endedAt: number | undefined;

  constructor(
    id: number,
    origin: string,
    readonly connection: number,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    super(id, origin, request, response);
    response.once("close", () => {
      this.#endedAt = Date.now();
    });
  }

  override begin(status: number, headers: AnswerHeaders = {}): void {
    this.#answeredAt ??= Date.now();
    super.begin(status, { [ID_HEADER]: String(this.id), ...headers });
  }

  /** Node adds the length of nothing by itself, except where there can be no body. */
  override empty(status: number, headers: AnswerHeaders = {}): void {
    const isBodiless = status === 204 || status === 304;
    super.empty(status, isBodiless ? headers : { "content-length": "0", ...headers });
  }

  override sendRaw(
    status: number,
    lines: readonly (readonly [string, string])[],
    body: string,
  ): void {
    this.#answeredAt ??= Date.now();
    super.sendRaw(status, [[ID_HEADER, String(this.id)], ...lines], body);
  }

  toServed(): Served {
    const encoded = this.responseBody;
    return {
      id: this.id,
      origin: this.origin,
      connection: this.connection,
      protocol: "http/1.1",
      arrived_at: this.startedAtMs,
      ...(this.#answeredAt === undefined ? {} : { answered_at: this.#answeredAt }),
      ...(this.#endedAt === undefined ? {} : { ended_at: this.#endedAt }),
      method: this.method,
      path: this.path,
      request_headers: received(this.rawHeaders),
      request_body: loggedBody(this.requestBody),
      ...(this.status === undefined ? {} : { status: this.status }),
      response_headers: sent(this.responseHeaders),
      response_body: loggedBody(decoded(encoded, this.responseHeaders["content-encoding"])),
      encoded_bytes: encoded.length,
      state: this.state,
    };
  }
}

export function loggedBody(body: Buffer): LoggedBody {
  return {
    bytes: body.length,
    sha256: createHash("sha256").update(body).digest("hex"),
    base64: body.toString("base64"),
  };
}

/** Names and values in turn, as a server got them. */
export function received(raw: readonly string[]): Record<string, string> {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    headers.push([raw[at]?.toLowerCase() ?? "", raw[at + 1] ?? ""]);
  }
  return joined(headers);
}

function sent(all: Readonly<Record<string, string | readonly string[]>>): Record<string, string> {
  return joined(
    Object.entries(all).flatMap(([name, value]) =>
      (typeof value === "string" ? [value] : value).map((one): [string, string] => [
        name.toLowerCase(),
        one,
      ]),
    ),
  );
}

function joined(headers: readonly [string, string][]): Record<string, string> {
  const byName = new Map<string, string>();
  for (const [name, value] of headers) {
    const before = byName.get(name);
    byName.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return Object.fromEntries(byName);
}

/** An answer that was cut off stays as it was sent. */
function decoded(body: Buffer, encoding: string | readonly string[] | undefined): Buffer {
  try {
    if (encoding === "gzip") return gunzipSync(body);
    if (encoding === "br") return brotliDecompressSync(body);
    if (encoding === "deflate") return inflateSync(body);
  } catch {
    // told as it is
  }
  return body;
}
