import { vi } from "vitest";

interface FakeTab {
  readonly id: number;
  windowId: number;
  active: boolean;
  readonly openerTabId?: number;
  url: string;
  pinned: boolean;
  groupId: number;
  discarded: boolean;
}

/** A tab as the browser shows it: its place is counted. */
type PlacedTab = FakeTab & { readonly index: number };

/** The few parts of `chrome` that the host side calls, over tabs and windows that a test can change. */
export class FakeChrome {
  readonly tabs = new Map<number, FakeTab>();
  /** `chrome.storage.session`. */
  readonly stored = new Map<string, unknown>();
  /** `chrome.storage.local`. */
  readonly local = new Map<string, unknown>();
  readonly sendCommand = vi.fn<
    (target: object, method: string, params?: object) => Promise<unknown>
  >(async () => ({}));
  readonly attach = vi.fn<(target: { tabId: number }, version: string) => Promise<void>>(
    async () => undefined,
  );
  readonly detach = vi.fn<(target: { tabId: number }) => Promise<void>>(async () => undefined);
  readonly removeTab = vi.fn<(tabId: number) => Promise<void>>(async (tabId) => {
    if (!this.tabs.delete(tabId)) throw new Error(`No tab with id: ${tabId}.`);
  });
  readonly moveTab = vi.fn(async (id: number, to: { windowId?: number; index: number }) => {
    const tab = this.#require(id);
    this.tabs.delete(id);
    if (to.windowId !== undefined && to.windowId !== tab.windowId) tab.groupId = -1;
    tab.windowId = to.windowId ?? tab.windowId;
    const others = [...this.tabs.values()];
    const after = others.filter(({ windowId }) => windowId === tab.windowId)[to.index];
    const at = after === undefined || to.index < 0 ? others.length : others.indexOf(after);
    this.tabs.clear();
    for (const one of [...others.slice(0, at), tab, ...others.slice(at)])
      this.tabs.set(one.id, one);
    return this.placed(id);
  });
  readonly createWindow = vi.fn(async (what: { url?: string; tabId?: number; type?: string }) => {
    const id = 1000 + this.#next;
    if (what.tabId === undefined) return { id, tabs: [this.addTab(id, what.url)] };
    return { id, tabs: [await this.moveTab(what.tabId, { windowId: id, index: 0 })] };
  });
  readonly removeWindow = vi.fn(async (id: number) => {
    for (const tab of [...this.tabs.values()]) if (tab.windowId === id) this.tabs.delete(tab.id);
  });
  /** Tabs that `getTargets` calls attached. */
  readonly attachedTabs = new Set<number>();
  #next = 1;

  /** A tab that somebody else opens. */
  addTab(windowId: number, url: string = "about:blank", openerTabId?: number): FakeTab {
    const opener = openerTabId === undefined ? {} : { openerTabId };
    const state = { active: true, pinned: false, groupId: -1, discarded: false };
    const tab: FakeTab = { id: this.#next++, windowId, url, ...state, ...opener };
    for (const other of this.tabs.values()) if (other.windowId === windowId) other.active = false;
    this.tabs.set(tab.id, tab);
    return tab;
  }

  /** A tab with its place in its window; throws as the browser does where there is none. */
  placed(id: number): PlacedTab {
    const tab = this.#require(id);
    const beside = [...this.tabs.values()].filter(({ windowId }) => windowId === tab.windowId);
    return { ...tab, index: beside.indexOf(tab) };
  }

  #require(id: number): FakeTab {
    const tab = this.tabs.get(id);
    if (!tab) throw new Error(`No tab with id: ${id}.`);
    return tab;
  }

  /** Puts itself in the place of the global `chrome`. */
  install(): void {
    vi.stubGlobal("chrome", {
      debugger: {
        attach: this.attach,
        detach: this.detach,
        sendCommand: this.sendCommand,
        getTargets: async () =>
          [...this.tabs.values()].map(({ id, url }) => ({
            id: `target-${id}`,
            tabId: id,
            type: "page",
            title: `title of ${url}`,
            url,
            attached: this.attachedTabs.has(id),
          })),
      },
      tabs: {
        create: async ({ windowId, url }: { windowId: number; url: string }) =>
          this.addTab(windowId, url),
        // As the browser does: an id that is no 32-bit integer is refused before there is a promise.
        get: (id: number) => {
          if (id > 2 ** 31 - 1) throw new TypeError("Error in invocation of tabs.get");
          return Promise.resolve().then(() => this.placed(id));
        },
        query: async ({ windowId, groupId }: { windowId?: number; groupId?: number }) =>
          [...this.tabs.values()].filter(
            (tab) =>
              (windowId === undefined || tab.windowId === windowId) &&
              (groupId === undefined || tab.groupId === groupId),
          ),
        update: async (id: number, changes: Partial<FakeTab>) => {
          Object.assign(this.#require(id), changes);
          return this.placed(id);
        },
        move: this.moveTab,
        group: async ({ tabIds, groupId }: { tabIds: number[]; groupId: number }) => {
          for (const id of tabIds) this.#require(id).groupId = groupId;
          return groupId;
        },
        remove: this.removeTab,
      },
      windows: {
        create: this.createWindow,
        remove: this.removeWindow,
        get: async (id: number) => {
          const exists = [...this.tabs.values()].some(({ windowId }) => windowId === id);
          if (!exists) throw new Error(`No window with id: ${id}.`);
          return { id, type: "normal" };
        },
      },
      storage: { session: areaOf(this.stored), local: areaOf(this.local) },
      runtime: {
        id: "jbpmglmkbjjeiaiaddnadcnbighgbidm",
        getURL: (path: string) => `chrome-extension://jbpmglmkbjjeiaiaddnadcnbighgbidm/${path}`,
        getManifest: () => ({ version: "0.1.0" }),
      },
    });
  }
}

function areaOf(values: Map<string, unknown>) {
  return {
    get: async (key: string | null) =>
      key === null
        ? Object.fromEntries(structuredClone(values))
        : { [key]: structuredClone(values.get(key)) },
    set: async (changes: object) => {
      for (const [key, value] of Object.entries(changes)) values.set(key, structuredClone(value));
    },
    remove: async (keys: string | readonly string[]) => {
      for (const key of [keys].flat()) values.delete(key);
    },
  };
}

/** A fresh fake as the global `chrome`. */
export function installChrome(): FakeChrome {
  const chrome = new FakeChrome();
  chrome.install();
  return chrome;
}
