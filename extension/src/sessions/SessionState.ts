import { errors } from "@bsk/core";
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
  /** Oldest first. They end with the session: a reused id inherits nothing. Those of a borrowed tab end with its return. */
  readonly runs: OwnedRun[] = [];
  /** The tab that a command without `tab_id` means; undefined: none was used yet. */
  lastTab: number | undefined;
  /** A person pressed Stop: the next acting command is refused, once. */
  isStopped = false;
  #isOver = false;
  readonly #taking = new Set<Promise<unknown>>();

  constructor(id: string, windowId: number, name?: string) {
    this.id = id;
    this.windowId = windowId;
    this.name = name;
  }

  /**
   * Does what gives the session a tab. Its end waits for that, and then the tab goes with the others. Throws
   * `session_not_found` when the session is over, before or after.
   */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isOver) throw errors.sessionNotFound(this.id);
    const taking = work();
    this.#taking.add(taking);
    try {
      const taken = await taking;
      if (this.#isOver) throw errors.sessionNotFound(this.id);
      return taken;
    } finally {
      this.#taking.delete(taking);
    }
  }

  /** From now on it takes no tab; resolves when what was on its way has come. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#taking);
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

  /** A borrowed tab is a person's again: what was recorded in it is not read here any more. Gives those runs' ids. */
  releaseRuns(tabId: number): string[] {
    const released = this.runs.filter((run) => run.tabId === tabId).map(({ runId }) => runId);
    const kept = this.runs.filter((run) => run.tabId !== tabId);
    this.runs.splice(0, this.runs.length, ...kept);
    return released;
  }

  /** The browser gave a tab another id; true when it was one of the session's. Its place among them stays. */
  replace(oldId: number, newId: number): boolean {
    if (!this.tabs.has(oldId)) return false;
    const tabs = [...this.tabs].map(([id, origin]) => [id === oldId ? newId : id, origin] as const);
    this.tabs.clear();
    for (const [id, origin] of tabs) this.tabs.set(id, origin);
    const home = this.homes.get(oldId);
    if (home) this.homes.set(newId, home);
    this.homes.delete(oldId);
    if (this.lastTab === oldId) this.lastTab = newId;
    for (const [index, { runId, tabId }] of this.runs.entries())
      if (tabId === oldId) this.runs[index] = { runId, tabId: newId };
    return true;
  }

  /** The tab a command means that names none: the last used, else the newest. */
  currentTab(): number | undefined {
    return this.lastTab ?? [...this.tabs.keys()].at(-1);
  }
}
