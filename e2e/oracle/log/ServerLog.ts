/** What a server knows of what it was asked and what it answered: plain data, so that it can be kept as JSON. */
export interface ServerLog {
  /** Every origin of the site, as a page names it. */
  readonly origins: readonly string[];
  /** In order of arrival. */
  readonly exchanges: readonly Served[];
}

/** A body, as bytes. */
export interface LoggedBody {
  readonly bytes: number;
  readonly sha256: string;
  readonly base64: string;
}

/** Where the exchange stands; `aborted`: the connection went before the answer's end. */
export type ServedState = "receiving" | "open" | "finished" | "aborted";

/** One request, and the answer to it. */
export interface Served {
  /** From 1, in order of arrival. It is in the answer, too, as `x-oracle-id`. */
  readonly id: number;
  readonly origin: string;
  /** From 1; requests of one number came over one connection. */
  readonly connection: number;
  readonly protocol: "http/1.1" | "h2";
  /** Epoch ms. */
  readonly arrived_at: number;
  /** Epoch ms of the answer's first byte; absent: none was sent. */
  readonly answered_at?: number;
  /** Epoch ms of the last byte, or of the end of the connection. */
  readonly ended_at?: number;
  readonly method: string;
  /** As in the request line. */
  readonly path: string;
  /** Lower-case name to value; values of one name are joined by a line feed. */
  readonly request_headers: Readonly<Record<string, string>>;
  readonly request_body: LoggedBody;
  readonly status?: number;
  readonly response_headers: Readonly<Record<string, string>>;
  /** What was sent, its `content-encoding` undone. */
  readonly response_body: LoggedBody;
  /** Bytes of the body as they were sent. */
  readonly encoded_bytes: number;
  readonly state: ServedState;
}

/** The header that tells which exchange an answer belongs to. */
export const ID_HEADER = "x-oracle-id";

/** `method URL`, in words for a person. */
export function nameOf({ method, origin, path }: Served): string {
  return `${method} ${origin}${path}`;
}

/** The whole URL that was asked. */
export function urlOf({ origin, path }: Served): string {
  return `${origin}${path}`;
}
