import { setTimeout as delay } from "node:timers/promises";

/** Waits for a condition, and says which one did not come. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  deadlineMs = 10_000,
): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`never came true: ${String(condition)}`);
    await delay(10);
  }
}
