import { expect, test } from "vitest";
import { PairingWindow } from "../../dist/daemon/PairingWindow.js";

test("a code that nobody types expires, and cannot be tried then", async () => {
  const window = new PairingWindow(undefined, { windowMs: 30, tries: 5 });

  const end = await window.ended;

  expect(end).toMatchObject({ kind: "failed", error: { code: "pairing_expired", exitCode: 4 } });
  expect(window.isOpen).toBe(false);
  expect(window.beginTry()).toBe(false);
});

test("a try that began in time is not right any more when the code has expired", async () => {
  const window = new PairingWindow(undefined, { windowMs: 30, tries: 5 });
  expect(window.beginTry()).toBe(true);

  await window.ended;

  expect(window.endTry(true)).toBe(false);
});

test("only the first of two right tries uses the code", () => {
  const window = new PairingWindow(undefined, { windowMs: 60_000, tries: 5 });
  window.beginTry();
  window.beginTry();

  expect([window.endTry(true), window.endTry(true)]).toEqual([true, false]);

  window.cancel();
});

test("tries that run at once are never more than those that are left", () => {
  const window = new PairingWindow(undefined, { windowMs: 60_000, tries: 2 });

  expect([window.beginTry(), window.beginTry(), window.beginTry()]).toEqual([true, true, false]);

  window.endTry(false);
  expect([window.triesLeft, window.beginTry()]).toEqual([1, false]);
  window.cancel();
});

test("codes are ten digits of Crockford's base32 and differ", () => {
  const windows = Array.from({ length: 50 }, () => new PairingWindow(undefined));

  const codes = windows.map(({ code }) => code);

  expect(new Set(codes).size).toBe(50);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  for (const window of windows) window.cancel();
});
