import { randomInt } from "node:crypto";
import { type BskError, errors } from "@bsk/core";
import { type SessionInfo, validateSessionInfo } from "@bsk/schema";
import { PrivateFile } from "../connection/PrivateFile.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const ID_LENGTH = 4;
/** Of ended sessions, the last: what an error can say of them. */
const MAX_ENDED = 100;

/** Why a session is gone, as an error says it. */
export type SessionEnd =
  | "it was stopped"
  | "its window is gone"
  | "its browser ended"
  | "its browser did not come back"
  | "its browser was unpaired";

function drawId(): string {
  return Array.from({ length: ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** The sessions, kept in `sessions.json` (0600) so that a new daemon knows them. */
export class Sessions {
  readonly #file: PrivateFile;
  readonly #sessions = new Map<string, SessionInfo>();
  /** Ids of sessions whose window is being opened. */
  readonly #reserved = new Set<string>();
  readonly #ended = new Map<string, string>();
  readonly #since = Date.now();

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
    if (!session) throw this.#notFound(id);
    return session;
  }

  #notFound(id: string): BskError {
    const why =
      this.#ended.get(id) ??
      `this daemon began at ${time(this.#since)} and never had it; one that was ended before took its sessions with it`;
    const hint = this.#sessions.size > 0 ? "bsk session list" : "bsk session start";
    return errors.sessionNotFound(id, { why, hint });
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
  remove(id: string, why: SessionEnd): boolean {
    const wasKnown = this.#forget(id, why);
    if (wasKnown) this.#save();
    return wasKnown;
  }

  removeAllOf(browser: string, why: SessionEnd): readonly string[] {
    const ids = this.of(browser);
    for (const id of ids) this.#forget(id, why);
    if (ids.length > 0) this.#save();
    return ids;
  }

  #forget(id: string, why: SessionEnd): boolean {
    if (!this.#sessions.delete(id)) return false;
    this.#ended.set(id, `${why} at ${time(Date.now())}`);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MAX_ENDED && oldest !== undefined) this.#ended.delete(oldest);
    return true;
  }

  #save(): void {
    this.#file.write(this.all());
  }
}

/** Local `12:04:31`. */
function time(epochMs: number): string {
  return new Date(epochMs).toTimeString().slice(0, 8);
}
