import { parsePointer } from "@bsk/core";

/** The value at an RFC 6901 pointer; undefined when there is none. Only own properties are followed. */
export function valueAt(document: unknown, pointer: string): unknown {
  const keys = parsePointer(pointer);
  if (!keys) return undefined;
  let value = document;
  for (const key of keys) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as { readonly [name: string]: unknown })[key]; // an own property, as just checked
  }
  return value;
}
