/** How much of a `data:` URL's head can matter: type, charset, `base64`. */
const HEAD =
  /^data:([\w.+-]{0,64}\/?[\w.+-]{0,100}(?:;[\w.+-]{1,40}(?:=[\w.+"-]{0,60})?){0,5}?(?:;base64)?),/i;
const COMPACT = /^\[\d{1,12} chars\]$/;

/** Where the payload of a `data:` URL (RFC 2397) begins; -1 when the text is none. */
export function dataPayloadStart(text: string): number {
  const head = HEAD.exec(text.slice(0, 480));
  return head === null ? -1 : head[0].length;
}

/** What is kept of a payload: its length. A second pass finds its own writing and keeps it. */
export function compactPayload(payload: string): string {
  return payload === "" || COMPACT.test(payload) ? payload : `[${payload.length} chars]`;
}
