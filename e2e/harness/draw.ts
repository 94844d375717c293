import { randomInt } from "node:crypto";
import { Random } from "../sites/index.js";

/**
 * `count` rows of a long table in their order, drawn anew at each run; all of them by `npm run long`. The seed is
 * printed, and `BSK_SEED` repeats a draw.
 */
export function draw<T>(title: string, rows: readonly T[], count: number): readonly T[] {
  if (process.env.BSK_LONG === "1" || count >= rows.length) return rows;
  const seed = Number(process.env.BSK_SEED ?? randomInt(2 ** 31));
  const drawn = new Set(new Random(seed).several([...rows.keys()], count));
  console.log(`${title}: ${count} of ${rows.length} drawn, BSK_SEED=${seed}`);
  return rows.filter((_row, at) => drawn.has(at));
}
