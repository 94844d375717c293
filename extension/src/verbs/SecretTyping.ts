import type { Attempt } from "./Attempt.js";
import { listFrames } from "./frames.js";
import { callOn, findIn, type Handle } from "./Handle.js";
import type { Key } from "./keys.js";
import { DESCRIBE_FIELD, type FieldFacts } from "./page/describeField.js";
import { focusedElement } from "./page/focusElement.js";
import { TYPED_CHARS, TYPED_VALUE } from "./page/typedValue.js";
import { isSecret } from "./secretFacts.js";

const FRAMES: ReadonlySet<string> = new Set(["iframe", "frame", "object", "embed", "fencedframe"]);

/** What keys make of a field, where it is one for secrets. */
export class SecretTyping {
  readonly #attempt: Attempt;
  readonly #focused: Handle;
  #field: Handle | undefined;
  #isSecret = true;

  /** `focused`: what has the focus when the keys come; of a frame that does not tell, keys are taken for a secret's. */
  constructor(attempt: Attempt, focused: Handle) {
    this.#attempt = attempt;
    this.#focused = focused;
  }

  /** Until `expect` has looked, it may be. */
  get isSecret(): boolean {
    return this.#isSecret;
  }

  /** Remembers what the key will make of the field: the page hears of it at once. */
  async expect(key: Key): Promise<void> {
    // The focus may have made the element go, or its document.
    await this.#expect(key).catch(() => this.#attempt.throwIfEnded());
  }

  async #expect({ key, text }: Key): Promise<void> {
    const facts = await this.#describe(this.#focused);
    if (!FRAMES.has(facts.tag)) {
      this.#field = this.#focused;
      this.#isSecret = isSecret(facts);
    } else {
      this.#field = await focusedWithin(this.#attempt);
      this.#isSecret = !this.#field || isSecret(await this.#describe(this.#field));
    }
    await this.#remember(text === "\r" ? "" : (text ?? ""), key);
  }

  /** Remembers what became of it. */
  async done(): Promise<void> {
    await this.#remember("", "").catch(() => this.#attempt.throwIfEnded()); // the document went
  }

  #describe(element: Handle): Promise<FieldFacts> {
    return callOn<FieldFacts>(this.#attempt, element, DESCRIBE_FIELD);
  }

  async #remember(text: string, key: string): Promise<void> {
    if (!this.#isSecret || !this.#field) return;
    const { watch } = this.#attempt;
    watch.secrets.add(
      await callOn<string>(this.#attempt, this.#field, TYPED_VALUE, text, key, TYPED_CHARS),
    );
  }
}

/** The element in the innermost frame that has the focus. */
async function focusedWithin(attempt: Attempt): Promise<Handle | undefined> {
  const [, ...inner] = await listFrames(attempt);
  const source = `() => document.hasFocus() ? (${focusedElement})() : null`;
  for (const frame of inner.reverse()) {
    try {
      const found = await findIn(attempt, frame, source);
      if (!found) continue;
      const { tag } = await callOn<FieldFacts>(attempt, found, DESCRIBE_FIELD);
      if (!FRAMES.has(tag)) return found;
    } catch {
      attempt.throwIfEnded(); // a frame that does not answer tells nothing
    }
  }
  return undefined;
}
