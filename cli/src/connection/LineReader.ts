/** The largest frame on either socket, in bytes. */
export const MAX_FRAME_BYTES: number = 8 * 1024 * 1024;

const LINE_FEED = 0x0a;

export interface LineListener {
  onLine(line: string): void;
  /** A line passed the limit; nothing is read after it. */
  onTooLong(): void;
}

/** Cuts a stream of bytes into lines, holding at most one line of MAX_FRAME_BYTES. */
export class LineReader {
  readonly #listener: LineListener;
  readonly #limit: number;
  #chunks: Buffer[] = [];
  #held = 0;
  #isOver = false;

  constructor(listener: LineListener, limit: number = MAX_FRAME_BYTES) {
    this.#listener = listener;
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    let from = 0;
    while (!this.#isOver) {
      const end = chunk.indexOf(LINE_FEED, from);
      this.#hold(chunk.subarray(from, end === -1 ? chunk.length : end));
      if (end === -1) return;
      from = end + 1;
      this.#emit();
    }
  }

  #hold(part: Buffer): void {
    this.#held += part.length;
    if (this.#held > this.#limit) {
      this.#isOver = true;
      this.#chunks = [];
      this.#listener.onTooLong();
    } else if (part.length > 0) {
      this.#chunks.push(part);
    }
  }

  #emit(): void {
    if (this.#isOver) return;
    const [first] = this.#chunks;
    const line = this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#held = 0;
    this.#listener.onLine(line.toString("utf8"));
  }
}
