/** Who opened a tab that a session may drive. A tab that a person opened is in no session. */
export type TabOrigin = "created" | "page";

/** A run that the session made. */
export interface OwnedRun {
  readonly runId: string;
  readonly tabId: number;
}

/** One session of the daemon in this browser. Its identity is the object: an id may come again. */
export class SessionState {
  readonly id: string;
  readonly windowId: number;
  /** The tabs that may be driven and that close with the session. */
  readonly tabs: Map<number, TabOrigin> = new Map();
  /** Oldest first. They end with the session: a reused id inherits nothing. */
  readonly runs: OwnedRun[] = [];
  /** The tab that a command without `tab_id` means; undefined: none was used yet. */
  lastTab: number | undefined;

  constructor(id: string, windowId: number) {
    this.id = id;
    this.windowId = windowId;
  }

  add(tabId: number, origin: TabOrigin): void {
    this.tabs.set(tabId, origin);
  }

  /** Forgets a tab; true when it was one of the session's. */
  remove(tabId: number): boolean {
    if (this.lastTab === tabId) this.lastTab = undefined;
    return this.tabs.delete(tabId);
  }

  /** The tab a command means that names none: the last used, else the newest. */
  currentTab(): number | undefined {
    return this.lastTab ?? [...this.tabs.keys()].at(-1);
  }
}
