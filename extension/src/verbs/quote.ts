import { type KnownSecrets, redactText } from "@bsk/core";

/** A page's text on one line: redacted, white space folded, cut at `limit` characters. */
export function oneLine(text: string, limit: number, secrets: KnownSecrets): string {
  // What was typed goes before any cut: half of it would not be found. Then a cut, so that the rest of the work is
  // bounded; and one more, because a mask may be longer.
  const folded = secrets
    .redact(text)
    .slice(0, limit * 4)
    .replace(/\s+/g, " ")
    .trim();
  const clean = redactText(folded);
  return clean.length > limit ? `${clean.slice(0, limit - 1)}…` : clean;
}

/** The same in quotes that it cannot break out of. */
export function quote(text: string, limit: number, secrets: KnownSecrets): string {
  return JSON.stringify(oneLine(text, limit, secrets));
}
