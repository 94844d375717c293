const FLAGS: readonly string[] = ["ok", "success"];
const HOLDERS: readonly string[] = ["error", "errors"];
const WORDS: ReadonlySet<unknown> = new Set(["error", "fail", "failed", "failure"]);

/** Where a JSON answer itself says that something failed (`ok: false`, `errors: […]`); undefined: nowhere known. */
export function failurePointer(text: string): string | undefined {
  const members = membersOf(text);
  const name =
    HOLDERS.find((holder) => holdsSomething(members.get(holder))) ??
    FLAGS.find((flag) => members.get(flag) === false) ??
    (WORDS.has(members.get("status")) ? "status" : undefined);
  return name === undefined ? undefined : `/${name}`;
}

function holdsSomething(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Boolean(value);
  return Object.keys(value).length > 0;
}

function membersOf(text: string): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return new Map(isObject ? Object.entries(value) : []);
  } catch {
    return new Map(); // no JSON: it says nothing
  }
}
