import { findTab } from "./findTab.js";
import { SessionState, type TabOrigin } from "./SessionState.js";
import { parseHome, type TabHome } from "./TabHome.js";

const KEY = "sessions";

/** A copy of the sessions in `chrome.storage.session`: it outlives the worker, not the browser. */
export class SessionMirror {
  /** Writes come one after another, so that the last state is the one that stays. */
  #written: Promise<void> = Promise.resolve();

  save(sessions: Iterable<SessionState>): Promise<void> {
    const rows = [...sessions].map(toRow);
    this.#written = this.#written.then(() => chrome.storage.session.set({ [KEY]: rows }));
    return this.#written;
  }

  /** The sessions of the worker before this one, as far as their windows still exist. */
  async load(): Promise<readonly SessionState[]> {
    const stored = (await chrome.storage.session.get(KEY))[KEY];
    const rows = Array.isArray(stored) ? stored.flatMap(fromRow) : [];
    const alive = await Promise.all(rows.map(isAlive));
    return rows.filter((_, index) => alive[index]);
  }
}

interface Row {
  readonly id: string;
  readonly window_id: number;
  readonly name?: string;
  /** The place at the end is of borrowed tabs only. */
  readonly tabs: readonly (readonly [tabId: number, origin: TabOrigin, home?: TabHome])[];
  readonly runs: readonly (readonly [runId: string, tabId: number])[];
  readonly allowed: readonly string[];
  readonly stopped: boolean;
  readonly last_tab?: number;
}

function toRow(state: SessionState): Row {
  const { id, windowId, name, tabs, homes, runs, allowedOrigins, isStopped, lastTab } = state;
  return {
    id,
    window_id: windowId,
    ...(name === undefined ? {} : { name }),
    tabs: [...tabs].map(([tabId, origin]) => {
      const home = homes.get(tabId);
      return home === undefined ? [tabId, origin] : [tabId, origin, home];
    }),
    runs: runs.map(({ runId, tabId }) => [runId, tabId] as const),
    allowed: [...allowedOrigins],
    stopped: isStopped,
    ...(lastTab === undefined ? {} : { last_tab: lastTab }),
  };
}

/** Only this extension writes the row, but another build of it may have. */
function fromRow(row: unknown): readonly SessionState[] {
  if (typeof row !== "object" || row === null) return [];
  const fields = row as { readonly [K in keyof Row]?: unknown }; // each is checked next
  const { id, window_id, name, tabs, last_tab } = fields;
  if (typeof id !== "string" || typeof window_id !== "number" || !Array.isArray(tabs)) return [];
  const state = new SessionState(id, window_id, typeof name === "string" ? name : undefined);
  for (const entry of tabs) {
    const [tabId, origin, place] = Array.isArray(entry) ? entry : [];
    const home = parseHome(place);
    if (typeof tabId !== "number") continue;
    if (origin === "created" || origin === "page") state.add(tabId, origin);
    if (origin === "borrowed" && home) state.borrow(tabId, home);
  }
  for (const [runId, tabId] of pairs(fields.runs)) {
    if (typeof runId === "string" && typeof tabId === "number") state.runs.push({ runId, tabId });
  }
  for (const origin of Array.isArray(fields.allowed) ? fields.allowed : []) {
    if (typeof origin === "string") state.allowedOrigins.add(origin);
  }
  state.isStopped = fields.stopped === true;
  if (typeof last_tab === "number" && state.tabs.has(last_tab)) state.lastTab = last_tab;
  return [state];
}

function pairs(value: unknown): readonly (readonly unknown[])[] {
  return Array.isArray(value) ? value.filter((pair) => Array.isArray(pair)) : [];
}

/** Drops tabs that closed while no worker ran. */
async function isAlive(state: SessionState): Promise<boolean> {
  for (const tabId of [...state.tabs.keys()]) {
    if (!(await findTab(tabId))) state.remove(tabId);
  }
  return state.tabs.size > 0;
}
