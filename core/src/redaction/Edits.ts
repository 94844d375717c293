import type { MaskCount } from "./MaskCount.js";
import { maskOf } from "./mask.js";

/** One range of a text and what takes its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
  readonly text: string;
}

/** The ranges of one text that are to go. What no edit covers is copied unchanged. */
export class Edits {
  readonly #edits: Edit[] = [];

  /** Whether there is nothing to do. */
  get isEmpty(): boolean {
    return this.#edits.length === 0;
  }

  /** The rule that was met first; for what replaces all the edits by one. */
  get firstRule(): string {
    return this.#edits[0]?.rule ?? "text";
  }

  /** An empty set for a part of the text, to be taken over by `addAt` or `addDecoded`. */
  fork(): Edits {
    return new Edits();
  }

  /** Replaces a range by the rule's mask, or by `text` where the carrier needs another form. */
  mask(start: number, end: number, rule: string, text: string = maskOf(rule)): void {
    if (end > start) this.#edits.push({ start, end, rule, text });
  }

  /** Takes over what was found in a part of this text that begins at `offset`. */
  addAt(offset: number, inner: Edits): void {
    for (const edit of inner.#edits) {
      this.mask(edit.start + offset, edit.end + offset, edit.rule, edit.text);
    }
  }

  /**
   * Takes over what was found in a decoded form of this text: `origin` gives for each decoded
   * unit where its encoded form begins, `encode` writes a replacement in the encoding.
   */
  addDecoded(origin: ArrayLike<number>, inner: Edits, encode: (text: string) => string): void {
    for (const edit of inner.#edits) {
      const start = origin[edit.start];
      const end = origin[edit.end];
      if (start === undefined || end === undefined) continue;
      this.mask(start, end, edit.rule, encode(edit.text));
    }
  }

  /** Takes over what was found in this text without parts of it: by unit, where it begins and ends here. */
  addStripped(
    { starts, ends }: { readonly starts: ArrayLike<number>; readonly ends: ArrayLike<number> },
    inner: Edits,
  ): void {
    for (const edit of inner.#edits) {
      this.mask(starts[edit.start] ?? 0, ends[edit.end - 1] ?? 0, edit.rule, edit.text);
    }
  }

  /** The text with every edit made. Ranges that overlap become one, under the widest's rule. */
  apply(text: string, masks?: MaskCount): string {
    if (this.isEmpty) return text;
    const pieces: string[] = [];
    let copied = 0;
    for (const edit of merge(this.#edits)) {
      pieces.push(text.slice(copied, edit.start), edit.text);
      copied = edit.end;
      masks?.add(edit.rule);
    }
    pieces.push(text.slice(copied));
    return pieces.join("");
  }
}

function merge(edits: readonly Edit[]): readonly Edit[] {
  if (isInOrder(edits)) return edits;
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Edit[] = [];
  let last: Edit | undefined;
  for (const edit of sorted) {
    if (last === undefined || edit.start >= last.end) {
      merged.push(edit);
      last = edit;
    } else if (edit.end > last.end) {
      // Two rules disagree on where the secret ends: both are believed.
      last = { ...last, end: edit.end };
      merged[merged.length - 1] = last;
    }
  }
  return merged;
}

function isInOrder(edits: readonly Edit[]): boolean {
  let end = 0;
  for (const edit of edits) {
    if (edit.start < end) return false;
    end = edit.end;
  }
  return true;
}
