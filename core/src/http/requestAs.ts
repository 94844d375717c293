import type { WrittenRequest } from "@bsk/schema";
import { isMask } from "../redaction/mask.js";
import { isBrowserHeader } from "./editableHeaders.js";

export type RequestForm = "curl" | "fetch" | "http";

/** A request as it is kept: what was redacted is a mask. */
export interface KeptRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: it had none. Null: it had one that is not kept. */
  readonly body: string | null | undefined;
}

/** A piece of text, or the name of what is to be filled in. */
type Piece = { readonly text: string } | { readonly name: string };

/** What a terminal obeys, or does not show as itself. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const EACH_HIDDEN: RegExp = new RegExp(HIDDEN, "gu");

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** Set by whoever sends it, from what is sent. */
const SENDERS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "host",
  "transfer-encoding",
]);

/**
 * Writes a request for a shell (bash, zsh), for a browser's console, or as HTTP/1.1 (lines end with LF). Everything in it is foreign:
 * each value is quoted, and nothing in it is ever read as syntax.
 */
export function requestAs(form: RequestForm, request: KeptRequest): WrittenRequest {
  const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith(":"));
  const isWritten = ([name, value]: readonly [string, string]): boolean =>
    TOKEN.test(name) &&
    !/[\r\n\0]/.test(value) &&
    !SENDERS.has(name) &&
    !(form === "fetch" && isBrowserHeader(name));
  const parts: Parts = {
    method: TOKEN.test(request.method) ? request.method : "GET",
    url: piecesOf(request.url),
    headers: headers.filter(isWritten).map(([name, value]) => [name, piecesOf(value)]),
    body: bodyOf(request.body, form),
    hasCookie: "cookie" in request.headers,
  };
  const all = [parts.url, ...parts.headers.map(([, value]) => value), parts.body ?? []].flat();
  const names = all.flatMap((piece) => ("name" in piece ? [piece.name] : []));
  const placeholders = [...new Set(names)];
  return {
    text: WRITERS[form](parts, placeholders),
    placeholders,
    left_out: headers.filter((header) => !isWritten(header)).map(([name]) => name),
  };
}

interface Parts {
  readonly method: string;
  readonly url: readonly Piece[];
  readonly headers: readonly (readonly [name: string, value: readonly Piece[]])[];
  readonly body: readonly Piece[] | undefined;
  readonly hasCookie: boolean;
}

type Writer = (parts: Parts, placeholders: readonly string[]) => string;

const WRITERS: Readonly<Record<RequestForm, Writer>> = {
  curl: ({ method, url, headers, body }) => {
    const options = [`curl --globoff --compressed --url ${inShell(url)}`];
    if (method === "HEAD") options.push("--head");
    else if (method !== (body ? "POST" : "GET")) options.push(`--request ${quoted(method)}`);
    for (const [name, value] of headers) {
      // curl takes a header without a value as one to remove, unless it ends so.
      const start = value.length === 0 ? `${name};` : `${name}: `;
      options.push(`--header ${inShell(prefixed(start, value))}`);
    }
    // Not --data, which reads a file where the body begins with @.
    if (body) options.push(`--data-raw ${inShell(body)}`);
    return `${options.join(" \\\n  ")}\n`;
  },
  fetch: ({ method, url, headers, body, hasCookie }, placeholders) => {
    const lines = placeholders.map((name) => `const ${name} = "";\n`);
    const pairs = headers.map(
      ([name, value]) => `    ${inScript([{ text: name }])}: ${inScript(value)},\n`,
    );
    const options = [
      `  method: ${inScript([{ text: method }])},\n`,
      ...(pairs.length > 0 ? [`  headers: {\n${pairs.join("")}  },\n`] : []),
      ...(body ? [`  body: ${inScript(body)},\n`] : []),
      ...(hasCookie ? ['  credentials: "include",\n'] : []),
    ];
    return `${lines.join("")}await fetch(${inScript(url)}, {\n${options.join("")}});\n`;
  },
  http: ({ method, url, headers, body }) => {
    const [, host = "", path = ""] = /^[a-z]+:\/\/([^/?#]*)([^#]*)/i.exec(bare(url)) ?? [];
    const target = (path.startsWith("/") ? path : `/${path}`).replace(
      /[\s\p{Cc}]/gu,
      encodeURIComponent,
    );
    const lines = headers.map(([name, value]) => `${name}: ${bare(value)}\n`);
    const sent = bare(body ?? []);
    const isSized = body?.every((piece) => "text" in piece);
    const length = isSized ? `content-length: ${new TextEncoder().encode(sent).length}\n` : "";
    return `${method} ${target} HTTP/1.1\nhost: ${host}\n${lines.join("")}${length}\n${sent}`;
  },
};

function bodyOf(body: string | null | undefined, form: RequestForm): readonly Piece[] | undefined {
  if (body === undefined || body === "") return undefined;
  // No argument of a command can hold a NUL.
  if (body === null || (form === "curl" && body.includes("\0"))) return [{ name: "BSK_BODY" }];
  return piecesOf(body);
}

function piecesOf(text: string): readonly Piece[] {
  return text
    .split(/(\[redacted:[a-z0-9_]{1,24}\])/)
    .filter((part) => part !== "")
    .map((part) =>
      isMask(part) ? { name: `BSK_${part.slice(10, -1).toUpperCase()}` } : { text: part },
    );
}

function prefixed(start: string, [first, ...rest]: readonly Piece[]): readonly Piece[] {
  if (first === undefined) return [{ text: start }];
  return "text" in first
    ? [{ text: start + first.text }, ...rest]
    : [{ text: start }, first, ...rest];
}

function inShell(pieces: readonly Piece[]): string {
  const written = pieces.map((piece) =>
    "name" in piece ? `"$${piece.name}"` : quoted(piece.text),
  );
  return written.join("") || "''";
}

/** What no terminal shows as itself is written as an escape, which not every shell knows; the end of a line as one. */
function quoted(text: string): string {
  if (!HIDDEN.test(text.replaceAll("\n", ""))) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = text
    .replace(/[\\']/g, "\\$&")
    .replace(EACH_HIDDEN, (char) =>
      char === "\n" ? char : `\\U${(char.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`,
    );
  return `$'${escaped}'`;
}

function inScript(pieces: readonly Piece[]): string {
  const written = pieces.map((piece) =>
    "name" in piece
      ? piece.name
      : JSON.stringify(piece.text).replace(EACH_HIDDEN, escapedUnits).replaceAll("<", "\\u003c"),
  );
  return written.join(" + ") || '""';
}

function escapedUnits(char: string): string {
  return Array.from({ length: char.length }, (_, at) => char.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

function bare(pieces: readonly Piece[]): string {
  return pieces.map((piece) => ("name" in piece ? `{{${piece.name}}}` : piece.text)).join("");
}
