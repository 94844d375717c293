import { oneLine } from "../format/printable.js";
import type { Host, ProgressNote } from "../Host.js";

const QUIET_MS = 1000;

/** One line on a person's stderr for a command that takes over a second; nothing without a TTY. */
export class Progress {
  readonly #host: Host;
  readonly #startedAt = performance.now();
  #isShown = false;

  constructor(host: Host) {
    this.#host = host;
  }

  show(note: ProgressNote): void {
    if (!this.#host.isTTY || performance.now() - this.#startedAt < QUIET_MS) return;
    const count =
      note.done === undefined ? "" : `${note.done}${note.total ? `/${note.total}` : ""} `;
    const text = oneLine(`${count}${note.text ?? ""}`).slice(
      0,
      Math.max(10, this.#host.columns - 1),
    );
    this.#host.err(`\r\x1b[K${text}`);
    this.#isShown = true;
  }

  /** Takes the line away again. */
  end(): void {
    if (!this.#isShown) return;
    this.#host.err("\r\x1b[K");
    this.#isShown = false;
  }
}
