import { attribute } from "./clobberSafe.js";
import { heldValue } from "./controls.js";
import { labelOf } from "./names.js";
import { isSecretLabel, isSecretName } from "./secretWords.js";

const MASK = "[redacted]";
/** Shorter values turn up in any text. */
const SHORTEST = 4;
const REMEMBERED = 200;

/** Which fields hold credentials: now, or ever since this document began. */
export class SecretFields {
  readonly #passwords = new WeakSet<Element>();
  /** Secret fields that were seen, for their values. */
  readonly #seen: WeakRef<HTMLElement>[] = [];
  /** What they held at one time or another: a page may still show what was typed before. */
  readonly #values = new Set<string>();
  readonly #observer: MutationObserver;

  constructor() {
    // A field that was a password stays one, also after the page shows it as text.
    this.#observer = new MutationObserver((records) => this.#typeChanged(records));
    this.#observer.observe(document, {
      subtree: true,
      attributeFilter: ["type"],
      attributeOldValue: true,
    });
  }

  stop(): void {
    this.#observer.disconnect();
  }

  has(element: HTMLElement): boolean {
    const isSecret = this.#decide(element);
    if (isSecret) this.#remember(element);
    return isSecret;
  }

  /** Takes the values of secret fields out of a text that shows them elsewhere. */
  scrub(text: string): string {
    if (text.length < SHORTEST) return text;
    let clean = text;
    for (const value of this.#known()) clean = clean.replaceAll(value, MASK);
    return clean;
  }

  #decide(element: HTMLElement): boolean {
    this.#typeChanged(this.#observer.takeRecords());
    if (this.#passwords.has(element)) return true;
    if (element instanceof HTMLInputElement) {
      if (element.type === "password") this.#passwords.add(element);
      if (element.type === "password" || element.type === "file") return true;
      if (/^(?:checkbox|radio|range|color)$/.test(element.type)) return false;
    }
    const autocomplete = attribute(element, "autocomplete").toLowerCase();
    if (/(?:^|\s)(?:current-password|new-password|one-time-code|cc-\S+)/.test(autocomplete))
      return true;
    const names = [attribute(element, "name"), attribute(element, "id")];
    const labels = [attribute(element, "placeholder"), labelOf(element)];
    return names.some(isSecretName) || labels.some(isSecretLabel);
  }

  #typeChanged(records: readonly MutationRecord[]): void {
    for (const { target, oldValue } of records) {
      if (oldValue?.toLowerCase() === "password" && target instanceof Element) {
        this.#passwords.add(target);
      }
    }
  }

  #remember(element: HTMLElement): void {
    if (this.#seen.length >= REMEMBERED || this.#seen.some((known) => known.deref() === element))
      return;
    this.#seen.push(new WeakRef(element));
  }

  /** The longest first, so that no rest of one stays. */
  #known(): readonly string[] {
    for (const field of this.#seen) {
      const element = field.deref();
      const value = element === undefined ? "" : heldValue(element);
      if (value.length >= SHORTEST && this.#values.size < REMEMBERED) this.#values.add(value);
    }
    return [...this.#values].sort((a, b) => b.length - a.length);
  }
}
