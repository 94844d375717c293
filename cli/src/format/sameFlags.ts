import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";

/** Said by `sessionFlag` and `runFlag`, or an argument without a flag. */
const OTHERWISE: ReadonlySet<string> = new Set(["session", "run_id", "tab_id", "id"]);

/** The flags of this call for one that goes on with it: session, run, then the others but those named. */
export function sameFlags(context: FormatContext, but: readonly string[] = []): string {
  const others = Object.entries(context.params)
    .filter(([name]) => !OTHERWISE.has(name) && !but.includes(name))
    .map(([name, value]) => flagText(name.replaceAll("_", "-"), value));
  return sessionFlag(context) + runFlag(context) + others.join("");
}

function flagText(flag: string, value: unknown): string {
  if (typeof value === "boolean") return value ? ` --${flag}` : "";
  if (Array.isArray(value)) return ` --${flag} ${word(value.join(","))}`;
  // A document was given in the shell or in a file: it is too long to be repeated.
  if (typeof value === "object" || value === undefined) return "";
  return ` --${flag} ${word(String(value))}`;
}

/** What the caller typed, as one word of a shell. */
function word(text: string): string {
  return /^[\w@.:/=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
