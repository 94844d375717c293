import { vi } from "vitest";

interface FakeTab {
  readonly id: number;
  readonly windowId: number;
  active: boolean;
  readonly openerTabId?: number;
  url: string;
}

/** The few parts of `chrome` that the host side calls, over tabs and windows that a test can change. */
export class FakeChrome {
  readonly tabs = new Map<number, FakeTab>();
  readonly stored = new Map<string, unknown>();
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
  /** Tabs that `getTargets` calls attached. */
  readonly attachedTabs = new Set<number>();
  #next = 1;

  /** A tab that somebody else opens. */
  addTab(windowId: number, url: string = "about:blank", openerTabId?: number): FakeTab {
    const opener = openerTabId === undefined ? {} : { openerTabId };
    const tab: FakeTab = { id: this.#next++, windowId, active: true, url, ...opener };
    for (const other of this.tabs.values()) if (other.windowId === windowId) other.active = false;
    this.tabs.set(tab.id, tab);
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
        get: async (id: number) => {
          const tab = this.tabs.get(id);
          if (!tab) throw new Error(`No tab with id: ${id}.`);
          return tab;
        },
        query: async ({ windowId }: { windowId?: number }) =>
          [...this.tabs.values()].filter(
            (tab) => windowId === undefined || tab.windowId === windowId,
          ),
        remove: this.removeTab,
      },
      windows: {
        create: async ({ url }: { url: string }) => {
          const id = 1000 + this.#next;
          return { id, tabs: [this.addTab(id, url)] };
        },
      },
      storage: {
        session: {
          get: async (key: string | null) =>
            key === null
              ? Object.fromEntries(structuredClone(this.stored))
              : { [key]: structuredClone(this.stored.get(key)) },
          set: async (values: object) => {
            for (const [key, value] of Object.entries(values)) {
              this.stored.set(key, structuredClone(value));
            }
          },
          remove: async (keys: string | readonly string[]) => {
            for (const key of [keys].flat()) this.stored.delete(key);
          },
        },
      },
      runtime: {
        id: "jbpmglmkbjjeiaiaddnadcnbighgbidm",
        getURL: (path: string) => `chrome-extension://jbpmglmkbjjeiaiaddnadcnbighgbidm/${path}`,
        getManifest: () => ({ version: "0.1.0" }),
      },
    });
  }
}

/** A fresh fake as the global `chrome`. */
export function installChrome(): FakeChrome {
  const chrome = new FakeChrome();
  chrome.install();
  return chrome;
}
