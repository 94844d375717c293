/**
 * Whether two URLs may be of one site, whose pages share storage and service workers: of one host, or of hosts that
 * end in the same two names. It is right too often rather than too seldom, as `a.co.uk` and `b.co.uk`.
 */
export function isSameSite(one: string, other: string): boolean {
  const site = siteName(one);
  return site !== undefined && site === siteName(other);
}

function siteName(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { hostname, protocol } = new URL(url);
  if (!/^(?:blob:|filesystem:)?https?:/.test(protocol)) return undefined;
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return isAddress ? hostname : hostname.split(".").slice(-2).join(".");
}
