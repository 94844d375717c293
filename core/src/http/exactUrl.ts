/** What a URL that a person gives may have, in UTF-16 code units. */
const MOST_CHARS = 16 * 1024;

/** A URL as the browser writes it, or why it is none. */
export type ExactUrl =
  | { readonly href: string; readonly origin: string }
  | { readonly fault: string };

/** Reads an absolute http(s) URL without credentials and fragment. */
export function exactUrl(text: string): ExactUrl {
  if (text.length > MOST_CHARS) return { fault: `has more than ${MOST_CHARS} characters` };
  const authority = /^https?:\/\/([^/?#\\]+)/i.exec(text)?.[1];
  if (authority === undefined) return { fault: "is not an absolute http or https URL" };
  // The parser would leave such characters out silently.
  if (/[^\x21-\uffff]/.test(text)) return { fault: "has a blank or a control character" };
  if (authority.includes("@")) return { fault: "has a user name or a password" };
  if (authority.includes("*"))
    return { fault: 'has "*" in its host; it may stand in path and query' };
  if (text.includes("#")) return { fault: "has a fragment, which no request has" };
  try {
    const { href, origin } = new URL(text);
    return { href, origin };
  } catch {
    return { fault: "is not a URL" };
  }
}
