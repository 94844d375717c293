const SHORTEST = 16;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A stretch that is no word, no number and no name of a thing. */
const MIXED = /[A-Za-z\d]{8,}/g;

/**
 * Whether a value is a link's credential by its shape, where the name alone does not tell: 16 or more
 * characters, in which letters and digits mix over 8 or more. `123`, `INC0012345` and `my-long-name` are none.
 */
export function isTokenLike(value: string): boolean {
  if (value.length < SHORTEST || !/^[\w.~+/=-]+$/.test(value)) return false;
  return value.match(MIXED)?.some(isMixed) ?? false;
}

/** Whether it is an id as databases give them: of a case, say. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}

function isMixed(run: string): boolean {
  const digits = run.replace(/\D/g, "").length;
  return digits > 0 && digits < run.length && !/^[A-Za-z]+\d+$/.test(run);
}
