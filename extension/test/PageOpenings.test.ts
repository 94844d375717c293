import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PageOpenings } from "../dist/tsc/sessions/PageOpenings.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("lets each announcement stand for one tab of its opener, within two seconds", () => {
  const openings = new PageOpenings();

  openings.announce(1);
  expect(openings.take(2)).toBe(false);
  expect(openings.take(1)).toBe(true);
  expect(openings.take(1)).toBe(false);

  openings.announce(1);
  vi.advanceTimersByTime(2001);
  expect(openings.take(1)).toBe(false);
});
