import type { BodyText } from "../records.js";
import type { Redacted } from "../redacted.js";

type Text = Redacted<BodyText>;

interface Cached {
  readonly body: Text;
  /** `lost`: the store does not have it, so memory is the only place. */
  state: "queued" | "saved" | "lost";
}

export type TextLookup = (id: string, part: BodyText["part"]) => string | undefined;

/** The texts of a run that are held in memory: all that wait for the store, and the latest of the others. */
export class TextCache {
  readonly #texts = new Map<string, Cached>();
  readonly #limit: number;
  #units = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  set(body: Text): void {
    this.#delete(keyOf(body));
    this.#texts.set(keyOf(body), { body, state: "queued" });
    this.#units += body.text.length;
  }

  get(id: string, part: BodyText["part"]): Text | undefined {
    return this.#texts.get(keyOf({ id, part }))?.body;
  }

  /** What is held now, as it stays when the cache goes on. */
  copy(): TextLookup {
    const texts = new Map([...this.#texts].map(([key, { body }]) => [key, body.text]));
    return (id, part) => texts.get(keyOf({ id, part }));
  }

  /** Takes note of what became of a text that was queued; a newer text of the same part is left alone. */
  settle(body: Text, state: "saved" | "lost"): void {
    const cached = this.#texts.get(keyOf(body));
    if (cached?.body === body) cached.state = state;
  }

  /** Texts of a request that the store does not have; they are queued again. */
  requeue(id: string): Text[] {
    return PARTS.flatMap((part) => {
      const cached = this.#texts.get(keyOf({ id, part }));
      if (cached?.state !== "lost") return [];
      cached.state = "queued";
      return [cached.body];
    });
  }

  drop(id: string): void {
    for (const part of PARTS) this.#delete(keyOf({ id, part }));
  }

  /** Lets the oldest saved texts go, then the oldest lost ones; returns the lost: they are gone for good. */
  trim(): Text[] {
    const gone: Text[] = [];
    for (const state of ["saved", "lost"] as const) {
      if (this.#units <= this.#limit) break;
      for (const [key, cached] of this.#texts) {
        if (this.#units <= this.#limit) break;
        if (cached.state !== state) continue;
        this.#delete(key);
        if (state === "lost") gone.push(cached.body);
      }
    }
    return gone;
  }

  #delete(key: string): void {
    const cached = this.#texts.get(key);
    if (!cached) return;
    this.#units -= cached.body.text.length;
    this.#texts.delete(key);
  }
}

const PARTS = ["request", "response"] as const;

function keyOf({ id, part }: Pick<BodyText, "id" | "part">): string {
  return `${id} ${part}`;
}
