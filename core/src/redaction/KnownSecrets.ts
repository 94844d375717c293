import type { MaskCount } from "./MaskCount.js";
import { declareRules, maskOf } from "./mask.js";
import { base64Forms, folded } from "./SecretForms.js";
import { type Unescaped, undoEscapes } from "./undoEscapes.js";

const RULE = "secret_field";
declareRules([RULE]);

/** A shorter value would stand by chance in what has nothing to do with it. */
const LEAST_CHARS = 6;
/** Escapes within escapes that are undone: JSON in JSON in a URL has three. */
const LEVELS = 5;

type Range = readonly [from: number, to: number];

/**
 * Values that were typed into secret fields. A page can send them under any name, log them, show them: they are
 * taken out wherever they stand, in any case, however JSON, URLs, forms and markup write them, and as base64.
 * Kept in memory only.
 */
export class KnownSecrets {
  readonly #values = new Set<string>();
  /** What a text is searched for, folded. */
  readonly #forms = new Set<string>();

  add(value: string): void {
    if (value.length < LEAST_CHARS || this.#values.has(value)) return;
    this.#values.add(value);
    const spaced = value.trim().replace(/\s+/g, " ");
    const forms = [value, spaced, ...base64Forms(value)];
    // A backslash in it may be undone with the escapes around it.
    for (const plain of levels(value)) forms.push(plain.text);
    for (const form of forms) {
      if (form.length >= LEAST_CHARS) this.#forms.add(folded(form));
      // The alphabet of URLs.
      const safe = form.replace(/[+/]/g, (sign) => (sign === "+" ? "-" : "_"));
      if (form.length >= LEAST_CHARS && safe !== form) this.#forms.add(folded(safe));
    }
  }

  /** Knows from now on what the other knows now. */
  addAll(other: KnownSecrets): void {
    for (const value of other.#values) this.add(value);
  }

  /** The text without them. Time grows with the text, not with what is in it. */
  redact(text: string, masks?: MaskCount): string {
    if (this.#forms.size === 0) return text;
    const found: Range[] = [];
    for (const level of levels(text)) this.#find(level, found);
    if (found.length === 0) return text;
    found.sort(([one, oneEnd], [other, otherEnd]) => one - other || otherEnd - oneEnd);
    const parts: string[] = [];
    let done = 0;
    for (const [from, to] of found) {
      if (to <= done) continue;
      if (from >= done) {
        parts.push(text.slice(done, from), maskOf(RULE));
        masks?.add(RULE);
      }
      done = to;
    }
    return parts.join("") + text.slice(done);
  }

  #find({ text, starts }: Unescaped, found: Range[]): void {
    const same = folded(text);
    for (const form of this.#forms) {
      for (let at = same.indexOf(form); at >= 0; at = same.indexOf(form, at + form.length)) {
        const end = at + form.length;
        found.push([starts?.[at] ?? at, starts?.[end] ?? end]);
      }
    }
  }
}

/** The text as it is, and with its escapes undone, level after level. */
function* levels(text: string): Generator<Unescaped> {
  let level: Unescaped | undefined = { text };
  for (let count = 0; level && count <= LEVELS; count += 1) {
    yield level;
    level = undoEscapes(level);
  }
}
