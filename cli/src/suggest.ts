/** The candidate that a typing error most likely meant; undefined when none is near. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const [longer] = candidates.filter((known) => isBeginning(word, known));
  if (longer !== undefined) return longer;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** `--out` and `--output`: one is the other's beginning. */
function isBeginning(word: string, candidate: string): boolean {
  const [short, long] = word.length < candidate.length ? [word, candidate] : [candidate, word];
  return short.replace(/^-+/, "").length >= 3 && long.startsWith(short);
}

/** Insertions, deletions, replacements and swaps of neighbours, on short words. */
function editDistance(from: string, to: string): number {
  if (from.length > 64 || to.length > 64) return Number.POSITIVE_INFINITY;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const at = (line: readonly number[], index: number): number => line[index] ?? row + column;
      let cost = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      );
      const isSwap =
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1];
      if (isSwap) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? Number.POSITIVE_INFINITY;
}
