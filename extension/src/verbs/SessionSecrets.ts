import { KnownSecrets } from "@bsk/core";

/** Whose text it is: what the session typed, and what was typed in the tab before, is taken out of it. */
export interface TextPlace {
  readonly session: string;
  readonly tabId: number;
}

/**
 * What agents typed into secret fields, by session: in memory only. A session's secrets are known in every tab that
 * it drives or records; a tab that another session gets brings along what was typed in it, for its page may show it.
 */
export class SessionSecrets {
  readonly #ownerOf: (tabId: number) => string | undefined;
  readonly #bySession = new Map<string, KnownSecrets>();
  /** Of tabs that a session had: that session's, also when it is over. */
  readonly #byTab = new Map<number, KnownSecrets>();

  /** `ownerOf`: the id of the session that drives a tab. */
  constructor(ownerOf: (tabId: number) => string | undefined) {
    this.#ownerOf = ownerOf;
  }

  /** Those of the tab's session, or of the one that records it; nobody's tab has its last session's. */
  of(tabId: number, session: string | undefined = this.#ownerOf(tabId)): KnownSecrets {
    const before = this.#byTab.get(tabId);
    if (session === undefined) return before ?? new KnownSecrets();
    const known = this.#ofSession(session);
    if (before && before !== known) known.addAll(before);
    this.#byTab.set(tabId, known);
    return known;
  }

  /** A text of a tab that may be nobody's, as the session may read it. */
  redact(text: string, { session, tabId }: TextPlace): string {
    return this.of(tabId).redact(this.#ofSession(session).redact(text));
  }

  sessionEnded(session: string): void {
    this.#bySession.delete(session);
  }

  tabRemoved(tabId: number): void {
    this.#byTab.delete(tabId);
  }

  /** The page that comes back under another id has the same storage. */
  tabReplaced(newId: number, oldId: number): void {
    const known = this.#byTab.get(oldId);
    this.#byTab.delete(oldId);
    if (known) this.#byTab.set(newId, known);
  }

  #ofSession(session: string): KnownSecrets {
    const known = this.#bySession.get(session) ?? new KnownSecrets();
    this.#bySession.set(session, known);
    return known;
  }
}
