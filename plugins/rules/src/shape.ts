import { errors } from "@bsk/core";

/** An object of the given document, its keys its own. */
export type Plain = { readonly [name: string]: unknown };

/** Throws `invalid_rule`. */
export function fault(place: string, why: string): never {
  throw errors.invalidRule(place, why);
}

/** An object; with `keys`, one that has no others. */
export function plain(place: string, value: unknown, keys?: readonly string[]): Plain {
  if (value === undefined) fault(place, "is missing");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fault(place, "is not an object");
  }
  if (keys) {
    const other = Object.keys(value).find((key) => !keys.includes(key));
    if (other !== undefined) fault(at(place, other), `is unknown; known are ${keys.join(", ")}`);
  }
  return Object.assign(Object.create(null), value) as Plain; // without a prototype a key is a key
}

/** The place of a key that may be any text. */
export function at(place: string, key: string): string {
  return `${place}[${JSON.stringify(key.slice(0, 60))}]`;
}

/** A text of at most so many UTF-16 code units. */
export function text(
  place: string,
  value: unknown,
  most: number = Number.POSITIVE_INFINITY,
): string {
  if (value === undefined) fault(place, "is missing");
  if (typeof value !== "string") fault(place, "is not a text");
  if (value.length > most) fault(place, `has more than ${most} characters`);
  return value;
}

export function whole(
  place: string,
  value: unknown,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  if (value === undefined) fault(place, "is missing");
  if (typeof value !== "number" || !Number.isInteger(value) || value < least || value > most) {
    fault(place, `is not a whole number from ${least} to ${most}`);
  }
  return value;
}

export function oneOf<Word extends string>(
  place: string,
  value: unknown,
  words: readonly Word[],
): Word {
  const found = words.find((word) => word === value);
  return found ?? fault(place, `is not one of ${words.join(", ")}`);
}
