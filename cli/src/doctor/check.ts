import type { BskError } from "@bsk/core";
import type { DoctorCheck } from "@bsk/schema";

/** One that failed, with the command that mends it: never one that leads back here. */
export function failed(
  name: string,
  { code, message, hint: own }: BskError,
  hint: string | undefined = own,
): DoctorCheck {
  return { name, state: "failed", code, message, ...(hint === undefined ? {} : { hint }) };
}

export function passed(name: string, message: string): DoctorCheck {
  return { name, state: "ok", message };
}

export function skipped(because: string, names: readonly string[]): DoctorCheck[] {
  return names.map((name) => ({ name, state: "skipped", message: `rests on: ${because}` }));
}

/** A path as one word of a POSIX shell. */
export function shellWord(path: string): string {
  return /^[\w/.@%+=:-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
