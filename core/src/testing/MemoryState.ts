import type { VolatileState } from "../ports.js";

/** Volatile state in memory. What it gives is never the object it was given. */
export class MemoryState implements VolatileState {
  readonly #values = new Map<string, string>();

  async get(key: string): Promise<unknown> {
    const text = this.#values.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async set(key: string, value: unknown): Promise<void> {
    this.#values.set(key, JSON.stringify(value));
  }

  async remove(key: string): Promise<void> {
    this.#values.delete(key);
  }

  /** What is kept now. */
  keys(): readonly string[] {
    return [...this.#values.keys()];
  }
}
