/** Schemes whose URLs a browser shows, or treats, itself. */
const OWN: ReadonlySet<string> = new Set(
  "http https about blob data file filesystem javascript ws wss chrome chrome-extension chrome-error chrome-untrusted devtools view-source".split(
    " ",
  ),
);

/** Whether a URL is for another application (`mailto:`): the browser passes it on or asks, and the page stays. */
export function isExternal(url: string): boolean {
  const scheme = /^[a-z][a-z0-9+.-]*(?=:)/i.exec(url)?.[0];
  return scheme !== undefined && !OWN.has(scheme.toLowerCase());
}
