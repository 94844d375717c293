import type { IncomingHttpHeaders } from "node:http";

/** Where an exchange stands: `aborted` means that the connection closed before the answer's end. */
export type ExchangeState = "receiving" | "open" | "finished" | "aborted";

/** What a server received and sent for one request. It grows while the exchange is open. */
export interface ServerRecord {
  /** Counts from 1 over both servers of a site, in order of arrival. */
  readonly id: number;
  /** Origin of the server that was asked, as a page names it. */
  readonly origin: string;
  /** Unix time of arrival. */
  readonly startedAtMs: number;
  readonly method: string;
  /** As it stood in the request line: with the query, undecoded. */
  readonly path: string;
  /** Names in lower case, as Node gives them. */
  readonly headers: IncomingHttpHeaders;
  /** Name, value, name, value, as sent. */
  readonly rawHeaders: readonly string[];
  readonly requestBody: Buffer;
  /** The request body read as UTF-8. */
  readonly requestText: string;
  /** Undefined until the answer began. */
  readonly status: number | undefined;
  /** Every header sent, names in lower case; an object without prototype. */
  readonly responseHeaders: Readonly<Record<string, string | readonly string[]>>;
  /** What was sent so far, without chunk framing. */
  readonly responseBody: Buffer;
  /** The response body read as UTF-8. */
  readonly responseText: string;
  readonly state: ExchangeState;
}

/** A running demo site. URLs carry no slash at the end: `${site.url}/profile`. */
export interface Site {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** `http://localhost:<other port>`: another site to a browser; also bound to 127.0.0.1 only. */
  readonly crossOrigin: string;
  /** Both servers' requests, in order of arrival. */
  readonly log: readonly ServerRecord[];
  /** Ends both servers and every open connection. */
  close(): Promise<void>;
}

export interface SiteOptions {
  /** Port of the main server; 0 or undefined lets the system choose. */
  readonly port?: number;
}
