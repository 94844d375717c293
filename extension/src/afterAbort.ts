/** What was aborted is answered after this long even when its work has not noticed yet. */
const GRACE_MS = 150;

/** Never resolves; rejects with the error a while after the abort, for a race with the work. */
export function afterAbort(signal: AbortSignal, errorOf: () => Error): Promise<never> {
  return new Promise((_, reject) => {
    const late = (): unknown => setTimeout(() => reject(errorOf()), GRACE_MS);
    signal.addEventListener("abort", late, { once: true });
  });
}
