import { SessionState, type TabOrigin } from "./SessionState.js";

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
  readonly tabs: readonly (readonly [tabId: number, origin: TabOrigin])[];
  readonly runs: readonly (readonly [runId: string, tabId: number])[];
  readonly last_tab?: number;
}

function toRow({ id, windowId, tabs, runs, lastTab }: SessionState): Row {
  const last = lastTab === undefined ? {} : { last_tab: lastTab };
  const made = runs.map(({ runId, tabId }) => [runId, tabId] as const);
  return { id, window_id: windowId, tabs: [...tabs], runs: made, ...last };
}

/** Only this extension writes the row, but another build of it may have. */
function fromRow(row: unknown): readonly SessionState[] {
  if (typeof row !== "object" || row === null) return [];
  const { id, window_id, tabs, runs, last_tab } = row as { readonly [K in keyof Row]?: unknown }; // checked next
  if (typeof id !== "string" || typeof window_id !== "number" || !Array.isArray(tabs)) return [];
  const state = new SessionState(id, window_id);
  for (const pair of tabs) {
    const [tabId, origin] = Array.isArray(pair) ? pair : [];
    if (typeof tabId === "number" && (origin === "created" || origin === "page")) {
      state.add(tabId, origin);
    }
  }
  for (const pair of Array.isArray(runs) ? runs : []) {
    const [runId, tabId] = Array.isArray(pair) ? pair : [];
    if (typeof runId === "string" && typeof tabId === "number") state.runs.push({ runId, tabId });
  }
  if (typeof last_tab === "number" && state.tabs.has(last_tab)) state.lastTab = last_tab;
  return [state];
}

/** Drops tabs that closed while no worker ran. */
async function isAlive(state: SessionState): Promise<boolean> {
  for (const tabId of [...state.tabs.keys()]) {
    const exists = await chrome.tabs.get(tabId).then(
      () => true,
      () => false,
    );
    if (!exists) state.remove(tabId);
  }
  return state.tabs.size > 0;
}
