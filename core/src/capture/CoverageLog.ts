import type { Coverage } from "@bsk/schema";

/** What a run could not see, one entry a flag and detail, counted. */
export class CoverageLog {
  readonly #entries = new Map<string, Coverage>();

  /** `detail` is never text of the page: a protocol method, a plugin's name. */
  add(flag: Coverage["flag"], at?: number, detail?: string): void {
    const key = `${flag} ${detail ?? ""}`;
    const entry: Coverage = this.#entries.get(key) ?? { flag };
    if (at !== undefined) {
      entry.count = (entry.count ?? 0) + 1;
      entry.first_at ??= at;
      entry.last_at = at;
    }
    if (detail !== undefined) entry.detail = detail.slice(0, 200);
    this.#entries.set(key, entry);
  }

  list(): Coverage[] {
    return [...this.#entries.values()].map((entry) => ({ ...entry }));
  }
}
