import { Edits } from "./Edits.js";
import type { MaskCount } from "./MaskCount.js";

/** Hostile texts can make masks meet; two rounds have been enough for all that were ever found. */
const MOST_ROUNDS = 5;

/**
 * Redacts until another pass finds nothing: a mask can make its neighbours read in another way.
 * So that what is stored is what redacting it again would give.
 */
export function settle(
  text: string,
  scan: (text: string, edits: Edits) => unknown,
  masks?: MaskCount,
): string {
  let settled = text;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const edits = new Edits();
    scan(settled, edits);
    const next = edits.apply(settled, masks);
    if (next === settled) break;
    settled = next;
  }
  return settled;
}
