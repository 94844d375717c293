import { BOUNDS } from "./bounds.js";
import { isControl, isField } from "./controls.js";
import { fieldKey } from "./fieldKey.js";
import type { InputMessage } from "./messages.js";
import type { Outbox } from "./Outbox.js";
import type { SecretFields } from "./SecretFields.js";
import { targetText } from "./target.js";
import { epochOf } from "./time.js";

interface Typing {
  readonly element: HTMLElement;
  readonly target: string;
  readonly field: { readonly field?: string };
  lastAt: number;
}

/** Typing, as one thing from its first event in a field until it rests or goes elsewhere. */
export class InputWatch {
  readonly #outbox: Outbox;
  readonly #secrets: SecretFields;
  #typing: Typing | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(outbox: Outbox, secrets: SecretFields) {
    this.#outbox = outbox;
    this.#secrets = secrets;
  }

  heard(event: Event): void {
    const [element] = event.composedPath();
    if (!(element instanceof HTMLElement) || !isControl(element) || isToggle(element)) return;
    const at = epochOf(event);
    if (this.#typing?.element !== element) {
      this.finish();
      this.#start(element, at);
    }
    if (this.#typing) this.#typing.lastAt = at;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.finish(), BOUNDS.inputRestMs);
  }

  /** The field was left, or something else begins. */
  finish(): void {
    const message = this.take();
    if (message) this.#outbox.put(() => message);
  }

  /** Ends the typing, and what there is to say of it. */
  take(): InputMessage | undefined {
    const typing = this.#typing;
    if (!typing) return undefined;
    this.drop();
    const { target, field, lastAt: at } = typing;
    return { v: 1, type: "input_finished", at, target, ...field };
  }

  /** Forgets it: nobody wants to hear. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#typing = undefined;
  }

  #start(element: HTMLElement, at: number): void {
    this.#secrets.has(element);
    const scrub = (text: string): string => this.#secrets.scrub(text);
    const target = targetText(element, scrub);
    const key = fieldKey(element);
    const field = key === undefined ? {} : { field: scrub(key).slice(0, BOUNDS.keyChars) };
    this.#typing = { element, target, field, lastAt: at };
    this.#outbox.put(() => ({ v: 1, type: "input_started", at, target, ...field }));
  }
}

/** A click says all that there is to say of these. */
function isToggle(element: HTMLElement): boolean {
  return isField(element) && /^(?:checkbox|radio)$/.test(element.type);
}
