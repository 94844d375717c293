import { pieceOf } from "../pieceOf.js";

/** UTF-16 units of a field's value. */
const MAX_VALUE = 256;

/** The value, or its beginning when it is longer. */
export function boundValue(value: string): { readonly value: string; readonly truncated?: true } {
  if (value.length <= MAX_VALUE) return { value };
  return { value: pieceOf(value, 0, MAX_VALUE).text, truncated: true };
}
