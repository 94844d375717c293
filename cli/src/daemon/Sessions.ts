import { randomInt } from "node:crypto";
import { errors } from "@bsk/core";
import { type SessionInfo, validateSessionInfo } from "@bsk/schema";
import { PrivateFile } from "../connection/PrivateFile.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 4;

function drawId(): string {
  return Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** The sessions, kept in `sessions.json` (0600) so that a new daemon knows them. */
export class Sessions {
  readonly #file: PrivateFile;
  readonly #sessions = new Map<string, SessionInfo>();
  /** Ids of sessions whose window is being opened. */
  readonly #reserved = new Set<string>();

  constructor(path: string) {
    this.#file = new PrivateFile(path);
    const content = this.#file.take();
    if (!Array.isArray(content)) return;
    for (const session of content.filter((entry) => validateSessionInfo(entry))) {
      this.#sessions.set(session.id, session);
    }
  }

  all(): readonly SessionInfo[] {
    return [...this.#sessions.values()];
  }

  /** Ids of one browser's sessions. */
  of(browser: string): readonly string[] {
    return this.all()
      .filter((session) => session.browser === browser)
      .map((session) => session.id);
  }

  /** Throws `session_not_found`. */
  get(id: string): SessionInfo {
    const session = this.#sessions.get(id);
    if (!session) throw errors.sessionNotFound(id);
    return session;
  }

  /** An id that no known session has; `release` gives it back when the session does not come to be. */
  reserve(): { readonly id: string; release(): void } {
    let id = drawId();
    while (this.#sessions.has(id) || this.#reserved.has(id)) id = drawId();
    this.#reserved.add(id);
    return { id, release: () => this.#reserved.delete(id) };
  }

  add(session: SessionInfo): void {
    this.#sessions.set(session.id, session);
    this.#save();
  }

  /** Kept in memory only: the next change writes it. */
  touch(id: string): void {
    const session = this.#sessions.get(id);
    if (session) session.last_used_at = Date.now();
  }

  /** False when it was not known. */
  remove(id: string): boolean {
    const wasKnown = this.#sessions.delete(id);
    if (wasKnown) this.#save();
    return wasKnown;
  }

  removeAllOf(browser: string): readonly string[] {
    const ids = this.of(browser);
    for (const id of ids) this.#sessions.delete(id);
    if (ids.length > 0) this.#save();
    return ids;
  }

  #save(): void {
    this.#file.write(this.all());
  }
}
