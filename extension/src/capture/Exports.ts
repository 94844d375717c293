import { errors } from "@bsk/core";

/** Characters of one part: even if each took four bytes, a part stays within 1 MiB. */
const PART_CHARS = 256 * 1024;
/** Prepared exports that nobody closed; the oldest goes. */
const LIMIT = 4;

interface Prepared {
  readonly owner: object;
  readonly text: string;
}

/** Exports on their way out, read in parts by the session that asked. */
export class Exports {
  readonly #prepared = new Map<string, Prepared>();

  open(
    owner: object,
    text: string,
  ): { readonly export_id: string; readonly chars: number; readonly parts: number } {
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size >= LIMIT && oldest !== undefined) this.#prepared.delete(oldest);
    const id = crypto.randomUUID();
    this.#prepared.set(id, { owner, text });
    return {
      export_id: id,
      chars: text.length,
      parts: Math.max(1, Math.ceil(text.length / PART_CHARS)),
    };
  }

  /** Throws `export_not_found`. */
  next(owner: object, id: string, part: number): string {
    const { text } = this.#find(owner, id);
    if (part * PART_CHARS >= Math.max(1, text.length))
      throw errors.exportNotFound(`${id} part ${part}`);
    return text.slice(part * PART_CHARS, (part + 1) * PART_CHARS);
  }

  close(owner: object, id: string): void {
    this.#find(owner, id);
    this.#prepared.delete(id);
  }

  #find(owner: object, id: string): Prepared {
    const prepared = this.#prepared.get(id);
    if (prepared?.owner !== owner) throw errors.exportNotFound(id);
    return prepared;
  }
}
