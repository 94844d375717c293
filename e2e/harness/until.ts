const LONGEST_PAUSE_MS = 300;

/**
 * Asks again until the answer is there; the last fault or answer is told when it never came. Unless `everyMs` says
 * otherwise it pauses longer and longer, because many a question is a process that takes the processor from what is
 * waited for.
 */
export async function until<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  { deadlineMs = 20_000, everyMs }: { deadlineMs?: number; everyMs?: number } = {},
): Promise<T> {
  const end = Date.now() + deadlineMs;
  let last: unknown;
  let pauseMs = everyMs ?? 50;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== false) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) {
      throw new Error(
        `never came: ${what} (last: ${last instanceof Error ? last.message : String(last)})`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (everyMs === undefined) pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.3);
  }
}
