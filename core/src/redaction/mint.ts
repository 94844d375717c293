import type { Redacted } from "../redacted.js";

/** The one place where a value becomes `Redacted`. Called by `seal.ts` alone. */
export function mint<T>(value: T): Redacted<T> {
  return value as Redacted<T>; // the brand exists for the type checker only
}

/** A value made only of parts of redacted ones: a row of a record, a state that bsk itself set. */
export function derived<T>(_from: Redacted<unknown>, value: T): Redacted<T> {
  return mint(value);
}
