import type { MaskCount } from "./MaskCount.js";
import { declareRules, maskOf } from "./mask.js";

const RULE = "secret_field";
declareRules([RULE]);

/** A shorter value would stand by chance in what has nothing to do with it. */
const LEAST_CHARS = 6;

/**
 * Values that were typed into secret fields. A page can send them under any name, log them, show them: they are
 * taken out wherever they stand, as they are or as JSON, URLs and forms write them. Kept in memory only.
 */
export class KnownSecrets {
  /** Longest first, so that a form which holds another is taken whole. */
  #forms: readonly string[] = [];

  add(value: string): void {
    if (value.length < LEAST_CHARS) return;
    const percent = percentEncoded(value);
    const forms = [
      value,
      JSON.stringify(value).slice(1, -1),
      percent,
      percent.replaceAll("%20", "+"),
    ];
    this.#forms = [...new Set([...this.#forms, ...forms])].sort((a, b) => b.length - a.length);
  }

  /** The text without them. */
  redact(text: string, masks?: MaskCount): string {
    let clean = text;
    for (const form of this.#forms) {
      if (!clean.includes(form)) continue;
      const parts = clean.split(form);
      for (let count = 1; count < parts.length; count += 1) masks?.add(RULE);
      clean = parts.join(maskOf(RULE));
    }
    return clean;
  }
}

function percentEncoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value; // a lone surrogate, which no URL holds
  }
}
