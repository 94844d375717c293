/** Asks again until the answer is there; the last fault or answer is told when it never came. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  { deadlineMs = 20_000, everyMs = 50 }: { deadlineMs?: number; everyMs?: number } = {},
): Promise<T> {
  const end = Date.now() + deadlineMs;
  let last: unknown;
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
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
