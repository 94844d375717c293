const MOST_PARTS = 10_000;
const FILE = /;\s{0,8}filename\*?=/i;

/** One part of a multipart body (RFC 7578), with its places in the whole text. */
export interface MultipartPart {
  readonly headers: string;
  readonly headersStart: number;
  readonly body: string;
  readonly bodyStart: number;
  /** Its content is a file's. */
  readonly isFile: boolean;
}

/** In their order; undefined where the text is no multipart body, or has too many. */
export function multipartParts(
  text: string,
  contentType: string,
): readonly MultipartPart[] | undefined {
  const delimiter = readDelimiter(text, contentType);
  if (delimiter === undefined) return undefined;
  let at = text.indexOf(delimiter);
  if (at < 0) return undefined;
  const parts: MultipartPart[] = [];
  while (at >= 0 && parts.length < MOST_PARTS) {
    const start = at + delimiter.length;
    if (text.startsWith("--", start)) return parts;
    const next = text.indexOf(`\n${delimiter}`, start);
    const end = next < 0 ? text.length : next;
    parts.push(partAt(text, start, text.charAt(end - 1) === "\r" && next >= 0 ? end - 1 : end));
    at = next < 0 ? -1 : next + 1;
  }
  return at < 0 ? parts : undefined;
}

function readDelimiter(text: string, contentType: string): string | undefined {
  const given = /boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(contentType);
  const boundary = given?.[1] ?? given?.[2];
  if (boundary !== undefined) return `--${boundary}`;
  return /^\s{0,8}(--[^\s]{1,200})\r?\n/.exec(text.slice(0, 256))?.[1];
}

function partAt(text: string, start: number, end: number): MultipartPart {
  const part = text.slice(start, end);
  const blank = /\r?\n\r?\n/.exec(part);
  const headers = part.slice(0, blank?.index ?? part.length);
  const bodyStart = blank === null ? part.length : blank.index + blank[0].length;
  return {
    headers,
    headersStart: start,
    body: part.slice(bodyStart),
    bodyStart: start + bodyStart,
    isFile: FILE.test(headers),
  };
}
