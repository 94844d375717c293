import { errors } from "@bsk/core";
import type { RunOwner } from "./Captures.js";

/** Characters of one part: even if each took four bytes, a part stays within 1 MiB. */
const PART_CHARS = 256 * 1024;
/** Prepared exports that nobody closed; the oldest goes. */
const LIMIT = 4;

interface Prepared {
  readonly owner: RunOwner;
  readonly runId: string;
  readonly text: string;
}

/** Exports on their way out, read in parts by the session that asked. */
export class Exports {
  readonly #prepared = new Map<string, Prepared>();

  open(
    owner: RunOwner,
    { runId, text }: Omit<Prepared, "owner">,
  ): { readonly export_id: string; readonly chars: number; readonly parts: number } {
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size >= LIMIT && oldest !== undefined) this.#prepared.delete(oldest);
    const id = crypto.randomUUID();
    this.#prepared.set(id, { owner, runId, text });
    return {
      export_id: id,
      chars: text.length,
      parts: Math.max(1, Math.ceil(text.length / PART_CHARS)),
    };
  }

  /** Throws `export_not_found`. */
  next(owner: RunOwner, id: string, part: number): string {
    const { text } = this.#find(owner, id);
    if (part * PART_CHARS >= Math.max(1, text.length))
      throw errors.exportNotFound(`${id} part ${part}`);
    return text.slice(part * PART_CHARS, (part + 1) * PART_CHARS);
  }

  close(owner: RunOwner, id: string): { readonly closed: true } {
    this.#find(owner, id);
    this.#prepared.delete(id);
    return { closed: true };
  }

  #find(owner: RunOwner, id: string): Prepared {
    const prepared = this.#prepared.get(id);
    const isOwned = owner.runs.some(({ runId }) => runId === prepared?.runId);
    if (prepared?.owner !== owner || !isOwned) throw errors.exportNotFound(id);
    return prepared;
  }
}
