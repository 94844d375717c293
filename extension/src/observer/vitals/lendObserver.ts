/**
 * web-vitals cannot be stopped, and keeps to itself what the browser dropped before anybody asked. So it gets,
 * in this world that nobody else runs in, an observer class that tells the one and can do the other.
 */
export function lendObserver(signal: AbortSignal, dropped: () => void): void {
  const Browsers = globalThis.PerformanceObserver;
  globalThis.PerformanceObserver = class extends Browsers {
    constructor(callback: PerformanceObserverCallback) {
      super((list, observer, options?: { readonly droppedEntriesCount?: number }) => {
        if ((options?.droppedEntriesCount ?? 0) > 0) dropped();
        if (!signal.aborted) callback(list, observer);
      });
      signal.addEventListener("abort", () => this.disconnect());
    }
  };
}
