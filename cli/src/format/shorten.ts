import { oneLine } from "./printable.js";

/** `d3f0c2a91b7e4:n12` as `n12`. It goes into next commands: what is no id is `?`. */
export function shortId(id: string): string {
  const short = id.slice(id.indexOf(":") + 1);
  return /^\w{1,40}$/.test(short) ? short : "?";
}

/** Captured text on one line, its end cut off. */
export function cut(text: string, width: number): string {
  const line = oneLine(text);
  return line.length <= width ? line : `${whole(line.slice(0, width - 1))}…`;
}

/** The same within double quotes. */
export function quote(text: string, width: number): string {
  return `"${cut(text, width).replaceAll('"', '\\"')}"`;
}

/** Captured text on one line, its middle cut out: the end of a URL says as much as its start. */
export function cutMiddle(text: string, width: number): string {
  const line = oneLine(text);
  if (line.length <= width) return line;
  const head = Math.ceil((width - 1) * 0.5);
  return `${whole(line.slice(0, head))}…${line.slice(line.length - (width - 1 - head))}`;
}

/** A URL without the origin that the whole list shares. */
export function localUrl(url: string, origin: string | undefined): string {
  return origin !== undefined && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

/** The origin that most of these URLs have: it is said once, and left out of each. */
export function sharedOrigin(urls: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const url of urls) {
    const origin = originOf(url);
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0];
}

/** Undefined for what is no http(s) URL. */
function originOf(url: string): string | undefined {
  return /^https?:\/\/[^/?#]+/.exec(url)?.[0];
}

/** A pair of surrogates is not cut in two. */
function whole(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, "");
}

/** A captured name and its value on one indented line. */
export function oneLineEntry(name: string, value: string): string {
  return `  ${oneLine(name)}: ${oneLine(value)}`;
}
