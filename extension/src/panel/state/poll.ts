/**
 * Runs a task now and again `ms` after it ended, while the page is visible and `isOn` says so. Returns what ends it.
 * A hidden page asks nothing; when it is seen again it asks at once.
 */
export function poll(task: () => Promise<void>, ms: number, isOn: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isEnded = false;
  const run = (): void => {
    clearTimeout(timer);
    if (isEnded || isRunning || document.hidden) return;
    isRunning = true;
    void task().finally(() => {
      isRunning = false;
      if (!isEnded && isOn()) timer = setTimeout(run, ms);
    });
  };
  const seen = (): void => {
    if (isOn()) run();
  };
  document.addEventListener("visibilitychange", seen);
  run();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", seen);
  };
}
