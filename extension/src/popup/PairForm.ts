import { DEFAULT_PORT } from "@bsk/core";
import type { PopupRequest, PopupStatus } from "./messages.js";

/**
 * The popup's fields for a code and a port, and the button that unpairs. It is not drawn anew with the status each
 * second: what is half typed stays.
 */
export class PairForm {
  readonly #form: HTMLFormElement;
  readonly #code: HTMLInputElement;
  readonly #port: HTMLInputElement;
  readonly #button: HTMLButtonElement;
  readonly #state: HTMLElement;
  readonly #paired: HTMLElement;
  #hasPort = false;

  constructor(page: Document, send: (request: PopupRequest) => void) {
    this.#form = part(page, "pair", HTMLFormElement);
    this.#code = part(page, "code", HTMLInputElement);
    this.#port = part(page, "port", HTMLInputElement);
    this.#button = part(page, "pair-button", HTMLButtonElement);
    this.#state = part(page, "pair-state", HTMLElement);
    this.#paired = part(page, "paired", HTMLElement);
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!event.isTrusted) return;
      send({ kind: "pair", code: this.#code.value, port: this.#port.valueAsNumber });
      this.#code.value = "";
    });
    part(page, "unpair", HTMLButtonElement).addEventListener("click", ({ isTrusted }) => {
      if (isTrusted) send({ kind: "unpair" });
    });
  }

  /** Offers what can be done now: pairing wherever there is no connection, but never in a launched browser. */
  show(status: PopupStatus | undefined): void {
    const source = status?.pairing.source ?? "packaged";
    const isConnected = status?.connection.kind === "connected";
    this.#form.hidden = source === "packaged" || isConnected;
    this.#paired.hidden = source !== "stored";
    if (!status) return;
    this.#offerPort(status);
    const { attempt } = status.pairing;
    this.#button.disabled = attempt.kind === "pairing";
    this.#state.className = attempt.kind === "failed" ? "error" : "muted";
    this.#state.textContent = sentenceOf(status);
  }

  /** Once: the port of the pairing before, else the usual one. */
  #offerPort({ connection }: PopupStatus): void {
    if (this.#hasPort) return;
    this.#hasPort = true;
    this.#port.value = String("port" in connection ? connection.port : DEFAULT_PORT);
  }
}

function sentenceOf({ pairing: { attempt } }: PopupStatus): string {
  switch (attempt.kind) {
    case "idle":
      return "";
    case "pairing":
      return "Pairing …";
    case "failed":
      return `Not paired: ${attempt.reason}.`;
  }
}

/** Throws when popup.html has lost it. */
function part<T extends HTMLElement>(page: Document, id: string, kind: new () => T): T {
  const found = page.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`popup.html has no ${id}`);
  return found;
}
