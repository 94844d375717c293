import { matches } from "./clobberSafe.js";
import type { InputWatch } from "./InputWatch.js";
import type { ActionMessage } from "./messages.js";
import type { Outbox } from "./Outbox.js";
import type { SecretFields } from "./SecretFields.js";
import { operatedElement, targetText } from "./target.js";
import { epochOf, now } from "./time.js";

const KEYS: ReadonlyMap<string, NonNullable<ActionMessage["key"]>> = new Map([
  ["Enter", "Enter"],
  ["Escape", "Escape"],
  [" ", "Space"],
]);
/** The browser makes a click of Enter and Space on these: that click is told, the key is not. */
const CLICKED_BY_KEY =
  "button, a[href], summary, input:is([type=button], [type=submit], [type=reset], [type=image])";
/** Elsewhere a space is typed, scrolls, or toggles a box that then hears a click. */
const OPERATED_BY_SPACE = ":is([role], [tabindex]):not(input, textarea, select, [contenteditable])";
const TAKES_NEW_LINES = "textarea, [contenteditable]:not([contenteditable=false i])";

interface KeyFacts {
  readonly key: NonNullable<ActionMessage["key"]>;
  /** Asked when the page's listeners are done. */
  readonly isSaid?: () => boolean;
}

/** Clicks, keys that do something, and forms that are sent. */
export class ActionWatch {
  readonly #outbox: Outbox;
  readonly #secrets: SecretFields;
  readonly #inputs: InputWatch;
  /** Events under way: when their last listener ran. */
  readonly #ends = new WeakMap<Event, number>();
  #lastClickAt = -1;
  #lastKey: { readonly target: EventTarget | undefined; readonly at: number } | undefined;

  constructor(outbox: Outbox, secrets: SecretFields, inputs: InputWatch) {
    this.#outbox = outbox;
    this.#secrets = secrets;
    this.#inputs = inputs;
  }

  clicked(event: MouseEvent): void {
    const path = event.composedPath();
    // A label's click comes again as its control's, with the same time.
    const isEcho = event.timeStamp === this.#lastClickAt;
    // Enter in a field makes a click on its form's button; only one on the element itself is a person's.
    const isByKey =
      event.detail === 0 && !(event instanceof PointerEvent && event.pointerType !== "");
    const isOwnKey =
      this.#lastKey?.target === path[0] && event.timeStamp - (this.#lastKey?.at ?? 0) < 1000;
    if (isEcho || (isByKey && !isOwnKey)) return;
    this.#lastClickAt = event.timeStamp;
    this.#tell("click", event, operatedElement(path));
  }

  keyPressed(event: KeyboardEvent): void {
    const key = KEYS.get(event.key);
    const target = event.composedPath()[0];
    if (key === undefined || event.repeat || event.isComposing || !(target instanceof Element))
      return;
    this.#lastKey = { target, at: event.timeStamp };
    if (key !== "Escape" && matches(target, CLICKED_BY_KEY)) return;
    if (key === "Space" && !matches(target, OPERATED_BY_SPACE)) return;
    if (key === "Enter" && matches(target, TAKES_NEW_LINES)) {
      // A new line is typing; only a page that keeps it from happening does something of its own.
      this.#outbox.put(() => (event.defaultPrevented ? this.#inputs.take() : undefined));
      this.#tell("key", event, target, { key, isSaid: () => event.defaultPrevented });
      return;
    }
    if (key === "Enter") this.#inputs.finish();
    this.#tell("key", event, target, { key });
  }

  submitted(event: Event): void {
    const [form] = event.composedPath();
    if (form instanceof HTMLFormElement) this.#tell("submit", event, form);
  }

  /** The last listener of the event runs: what comes after is not its doing. */
  ended(event: Event): void {
    this.#ends.set(event, now());
  }

  #tell(
    type: ActionMessage["type"],
    event: Event,
    element: Element | undefined,
    { key, isSaid }: Partial<KeyFacts> = {},
  ): void {
    if (element === undefined) return;
    const at = epochOf(event);
    // Named now: the page's listeners may take the element away, or give it another name.
    const target = targetText(element, (text) => this.#secrets.scrub(text));
    this.#outbox.put(() => {
      if (isSaid?.() === false) return undefined;
      const end = this.#ends.get(event) ?? now();
      return { v: 1, type, at, end, target, ...(key === undefined ? {} : { key }) };
    });
  }
}
