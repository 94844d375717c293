import { ActionWatch } from "./ActionWatch.js";
import { BOUNDS } from "./bounds.js";
import { ChangeWatch } from "./ChangeWatch.js";
import { InputWatch } from "./InputWatch.js";
import { isForOverlay } from "./isOverlay.js";
import { Outbox } from "./Outbox.js";
import { PassingText } from "./PassingText.js";
import { navigationType, readPage } from "./readPage.js";
import { SecretFields } from "./SecretFields.js";
import { epochOf } from "./time.js";
import { VisitWatch } from "./vitals/VisitWatch.js";

/** What a person does in this document, and what it shows. Never throws into the page, asks for no layout. */
export class Observer {
  readonly #outbox: Outbox;
  readonly #secrets = new SecretFields();
  readonly #inputs: InputWatch;
  readonly #actions: ActionWatch;
  readonly #changes: ChangeWatch;
  readonly #passing: PassingText;
  /** Undefined where there is nothing to measure: `about:` pages, the browser's own. */
  readonly #visits: VisitWatch | undefined;
  readonly #listening = new AbortController();
  /** Until when the input is the agent's. */
  #agentUntil = 0;

  constructor(send: (text: string) => void) {
    this.#outbox = new Outbox(send);
    this.#inputs = new InputWatch(this.#outbox, this.#secrets);
    this.#actions = new ActionWatch(this.#outbox, this.#secrets, this.#inputs);
    this.#changes = new ChangeWatch(this.#outbox);
    this.#passing = new PassingText(this.#outbox, this.#secrets);
    this.#hearInput();
    this.#hearDocument();
    const isMeasured = /^(?:https?|file):$/.test(location.protocol);
    this.#visits = isMeasured ? new VisitWatch(this.#outbox) : undefined;
  }

  snapshot(): string {
    return JSON.stringify(readPage(this.#secrets));
  }

  /** JSON text of the visits that have news, `[]` without any. */
  visits(): string {
    return JSON.stringify(this.#visits?.read() ?? []);
  }

  /** While the agent acts, input is not a person's. Ends by itself if nobody ends it. */
  agent(isActive: boolean): void {
    if (isActive) this.#inputs.finish();
    else this.#inputs.drop();
    this.#agentUntil = isActive ? performance.now() + BOUNDS.agentMs : 0;
  }

  remove(): void {
    this.#inputs.finish();
    this.#outbox.flush();
    this.#listening.abort();
    this.#changes.stop();
    this.#passing.stop();
    this.#secrets.stop();
    this.#visits?.stop();
    this.#outbox.close();
  }

  #hearInput(): void {
    this.#hear("input", (event) => this.#inputs.heard(event));
    this.#hear("focusout", () => this.#inputs.finish());
    this.#hear("click", (event) => {
      this.#inputs.finish();
      if (event instanceof MouseEvent) this.#actions.clicked(event);
    });
    this.#hear("submit", (event) => {
      this.#inputs.finish();
      this.#actions.submitted(event);
    });
    this.#hear("keydown", (event) => {
      if (event instanceof KeyboardEvent) this.#actions.keyPressed(event);
    });
    const { signal } = this.#listening;
    for (const type of ["click", "keydown", "submit"]) {
      addEventListener(type, (event) => this.#actions.ended(event), { signal, passive: true });
    }
  }

  #hearDocument(): void {
    const { signal } = this.#listening;
    const loaded = (event: Event): void => {
      const isBack = event instanceof PageTransitionEvent && event.persisted;
      if (event.type === "pageshow" && !isBack) return;
      const navigation = isBack ? "back_forward" : navigationType();
      const at = epochOf(event);
      this.#outbox.put(() => ({ v: 1, type: "loaded", at, navigation }));
    };
    addEventListener("load", loaded, { signal });
    addEventListener("pageshow", loaded, { signal });
    addEventListener(
      "pagehide",
      (event) => {
        this.#inputs.finish();
        this.#passing.left();
        const at = epochOf(event);
        this.#outbox.put(() => ({ v: 1, type: "pagehide", at }));
        this.#outbox.flush();
      },
      { signal },
    );
  }

  #hear(type: string, heard: (event: Event) => void): void {
    const listener = (event: Event): void => {
      if (!event.isTrusted || performance.now() < this.#agentUntil) return;
      if (isForOverlay(event)) return;
      try {
        heard(event);
      } catch {
        // A page that nobody foresaw costs its own event, and hears nothing of it.
      }
    };
    addEventListener(type, listener, {
      capture: true,
      passive: true,
      signal: this.#listening.signal,
    });
  }
}
