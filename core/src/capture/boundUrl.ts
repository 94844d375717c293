import { BOUNDS } from "./bounds.js";

export interface BoundUrl {
  readonly url: string;
  readonly cut: boolean;
}

/**
 * Cuts before any work is done on it: a data: URL or a query can be megabytes. A cut could split a secret from
 * its name, so the last, partial parameter goes too; without a query, the last, partial part of the path.
 */
export function boundUrl(url: string): BoundUrl {
  if (url.length <= BOUNDS.urlChars) return { url, cut: false };
  const head = url.slice(0, BOUNDS.urlChars);
  const scheme = head.slice(0, head.indexOf(":") + 1);
  if (/^(?:data|blob):/i.test(head)) return { url: inlineHead(url), cut: true };
  const query = head.search(/[?#]/);
  // A slash inside a value is no place to cut: half of an encoded JSON would stay.
  const end = query < 0 ? head.lastIndexOf("/") : Math.max(query, head.lastIndexOf("&"));
  return { url: end > scheme.length + 1 ? head.slice(0, end) : scheme, cut: true };
}

/** Type and encoding stay, of the payload the length, in the words of redaction. */
function inlineHead(url: string): string {
  const comma = url.slice(0, 480).indexOf(",");
  if (comma < 0) return url.slice(0, url.indexOf(":") + 1);
  return `${url.slice(0, comma + 1)}[${url.length - comma - 1} chars]`;
}
