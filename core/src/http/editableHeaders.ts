/** What a person may set in one request or response. Characters are UTF-16 code units. */
const MOST = 40;
const ALL_CHARS = 8192;
const VALUE_CHARS = 4096;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** ISO-8859-1 without control characters: what the browser takes, and passes on unchanged. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Names that the browser sets itself, or that would change what the exchange is; lower case. */
const BROWSERS: ReadonlySet<string> = new Set([
  "accept-charset",
  "accept-encoding",
  "access-control-request-headers",
  "access-control-request-method",
  "access-control-request-private-network",
  "connection",
  "content-length",
  "cookie",
  "cookie2",
  "date",
  "dnt",
  "expect",
  "host",
  "keep-alive",
  "origin",
  "referer",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);

/** Whether the browser alone decides of this header, which a rule or a replay may not set. */
export function isBrowserHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.startsWith(":") || /^(?:sec|proxy)-/.test(lower) || BROWSERS.has(lower);
}

/** Why a header cannot be set to this; undefined: it can. A null removes it. */
export function headerFault(name: string, value: string | null): string | undefined {
  if (!TOKEN.test(name)) return "is not the name of a header";
  if (isBrowserHeader(name)) return "is set by the browser and cannot be edited";
  if (value === null) return undefined;
  if (value.length > VALUE_CHARS) return `has more than ${VALUE_CHARS} characters`;
  return VALUE.test(value) ? undefined : "has characters that a header cannot have";
}

/** Why these headers together cannot be set; undefined: they can. */
export function headersFault(
  headers: readonly (readonly [name: string, value: string | null])[],
): string | undefined {
  if (headers.length > MOST) return `has more than ${MOST} headers`;
  const chars = headers.reduce((sum, [name, value]) => sum + name.length + (value?.length ?? 0), 0);
  if (chars > ALL_CHARS) return `has more than ${ALL_CHARS} characters`;
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return names.size < headers.length ? "names a header twice" : undefined;
}
