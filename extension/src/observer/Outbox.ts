import type { ObserverMessage } from "./messages.js";

/** Sends in order, each after the page's own listeners are done: nothing is added to what they take. */
export class Outbox {
  readonly #send: (text: string) => void;
  readonly #channel = new MessageChannel();
  #waiting: (() => ObserverMessage | undefined)[] = [];

  constructor(send: (text: string) => void) {
    this.#send = send;
    this.#channel.port1.onmessage = () => this.flush();
  }

  /** `make` is called when it is sent; undefined: there is nothing to say after all. */
  put(make: () => ObserverMessage | undefined): void {
    this.#waiting.push(make);
    if (this.#waiting.length === 1) this.#channel.port2.postMessage(0);
  }

  /** Sends what waits now: the document is about to go. */
  flush(): void {
    for (const make of this.#waiting.splice(0)) {
      try {
        const message = make();
        if (message) this.#send(JSON.stringify(message));
      } catch {
        // The binding goes with the capture that made it; nobody is left to tell.
      }
    }
  }

  close(): void {
    this.#waiting = [];
    this.#channel.port1.close();
  }
}
