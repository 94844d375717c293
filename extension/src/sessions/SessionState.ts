import type { TabHome } from "./TabHome.js";

/** How a session came by a tab that it may drive. A tab that a person opened is in no session, unless borrowed. */
export type TabOrigin = "created" | "page" | "borrowed";

/** A run that the session made. */
export interface OwnedRun {
  readonly runId: string;
  readonly tabId: number;
}

/** One session of the daemon in this browser. Its identity is the object: an id may come again. */
export class SessionState {
  readonly id: string;
  readonly windowId: number;
  /** For people; undefined: it has none. */
  readonly name: string | undefined;
  /** The tabs that may be driven. They close with the session; those that are borrowed go home. */
  readonly tabs: Map<number, TabOrigin> = new Map();
  /** Where the borrowed tabs belong. */
  readonly homes: Map<number, TabHome> = new Map();
  /** Origins whose tabs the person allows this session to borrow without being asked again. */
  readonly allowedOrigins: Set<string> = new Set();
  /** Oldest first. They end with the session: a reused id inherits nothing. */
  readonly runs: OwnedRun[] = [];
  /** The tab that a command without `tab_id` means; undefined: none was used yet. */
  lastTab: number | undefined;
  /** A person pressed Stop: the next acting command is refused, once. */
  isStopped = false;

  constructor(id: string, windowId: number, name?: string) {
    this.id = id;
    this.windowId = windowId;
    this.name = name;
  }

  add(tabId: number, origin: Exclude<TabOrigin, "borrowed">): void {
    this.tabs.set(tabId, origin);
  }

  borrow(tabId: number, home: TabHome): void {
    this.tabs.set(tabId, "borrowed");
    this.homes.set(tabId, home);
  }

  /** Forgets a tab; true when it was one of the session's. */
  remove(tabId: number): boolean {
    if (this.lastTab === tabId) this.lastTab = undefined;
    this.homes.delete(tabId);
    return this.tabs.delete(tabId);
  }

  /** The tab a command means that names none: the last used, else the newest. */
  currentTab(): number | undefined {
    return this.lastTab ?? [...this.tabs.keys()].at(-1);
  }
}
