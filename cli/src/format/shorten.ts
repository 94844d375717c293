import { cutEnd, cutMiddle as cutInside } from "@bsk/core";
import { oneLine } from "./printable.js";

/** Captured text on one line, its end cut off. */
export function cut(text: string, width: number): string {
  return cutEnd(oneLine(text), width);
}

/** The same within double quotes. */
export function quote(text: string, width: number): string {
  return `"${cut(text, width).replaceAll('"', '\\"')}"`;
}

/** Captured text on one line, its middle cut out. */
export function cutMiddle(text: string, width: number): string {
  return cutInside(oneLine(text), width);
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

interface Place {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** `:41:9`; empty where the browser gave no place, or the start of the file for want of one. */
export function placeOf({ line, column }: Place): string {
  if (line === undefined || (line === 0 && (column ?? 0) === 0)) return "";
  return `:${line}:${column ?? 0}`;
}

/** A captured name and its value on one indented line. */
export function oneLineEntry(name: string, value: string): string {
  return `  ${oneLine(name)}: ${oneLine(value)}`;
}
