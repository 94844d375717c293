import { afterAll, vi } from "vitest";

/** Test files share a worker, and with it its globals: what one of them put there must not meet the next. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
