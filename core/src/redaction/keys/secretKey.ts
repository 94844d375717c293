import { decideKey, type KeyRule } from "./keyRule.js";

const LARGEST_CACHE = 4096;
const LONGEST_CACHED = 64;
const cache = new Map<string, KeyRule | null>();

/** `decideKey` with a bounded memory: real traffic repeats a few hundred keys. */
export function keyRule(key: string): KeyRule | undefined {
  const known = cache.get(key);
  if (known !== undefined) return known ?? undefined;
  const decided = decideKey(key);
  if (key.length <= LONGEST_CACHED) {
    if (cache.size >= LARGEST_CACHE) cache.clear();
    cache.set(key, decided ?? null);
  }
  return decided;
}
