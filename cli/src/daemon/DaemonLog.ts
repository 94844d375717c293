import { appendFileSync, renameSync, statSync } from "node:fs";

/** Beyond this the log moves to `.1`, whose predecessor is dropped. */
const MAX_BYTES = 1024 * 1024;

/** The daemon's diary: what happened when, never parameters, results or secrets. */
export class DaemonLog {
  readonly #path: string;
  readonly #maxBytes: number;
  #bytes: number;

  constructor(path: string, maxBytes: number = MAX_BYTES) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** One line. Foreign text must not be passed in. */
  write(text: string): void {
    const line = `${new Date().toISOString()} ${text}\n`;
    try {
      if (this.#bytes + line.length > this.#maxBytes) this.#rotate();
      appendFileSync(this.#path, line, { mode: 0o600 });
      this.#bytes += line.length;
    } catch {
      // A full disk must not stop the daemon; the diary has a gap then.
    }
  }

  #rotate(): void {
    renameSync(this.#path, `${this.#path}.1`);
    this.#bytes = 0;
  }
}
