import { decodeKey } from "../keys/decodeKey.js";

const NAME = /;\s{0,8}name\*?=(?:"((?:[^"\\\r\n]|\\.){0,1000})"?|([^;\s]{1,1000}))/i;

/** The name of a field, as the headers of its part say it (RFC 7578, 4.2); undefined without one. */
export function partName(headers: string): string | undefined {
  const name = NAME.exec(headers);
  const written = name?.[1] ?? name?.[2];
  return written === undefined ? undefined : decodeKey(written.replaceAll("\\", ""));
}
