import type { Headers } from "@bsk/schema";
import { BOUNDS } from "./bounds.js";

export interface BoundHeaders {
  readonly headers: Headers;
  readonly cut: boolean;
}

/** Lower-case names, bounded; what does not fit is left out whole, so that no value is half kept. */
export function boundHeaders(raw: { readonly [name: string]: string }): BoundHeaders {
  const kept: [string, string][] = [];
  let chars = 0;
  let cut = false;
  for (const [name, value] of Object.entries(raw)) {
    const size = name.length + value.length;
    const fits = kept.length < BOUNDS.headerCount && chars + size <= BOUNDS.headerChars;
    if (fits) {
      kept.push([name.toLowerCase(), value]);
      chars += size;
    } else cut = true;
  }
  return { headers: Object.fromEntries(kept), cut };
}
