/** Where a person's tab was before it was borrowed. */
export interface TabHome {
  readonly windowId: number;
  readonly index: number;
  readonly pinned: boolean;
  /** It was the tab in front of its window. */
  readonly active: boolean;
  /** Undefined: in no group. */
  readonly groupId?: number;
}

/** Where a tab came to, and what of its old place was not there any more. */
export interface Homecoming {
  readonly windowId: number;
  readonly notRestored: ("window" | "group")[];
}

/** `chrome.tabs` says so for a tab in no group. */
const NO_GROUP = -1;
/** While a person drags a tab, the browser refuses to move any. */
const RETRIES = 10;
const RETRY_MS = 300;

/** The place of a tab now. */
export function homeOf({ windowId, index, pinned, active, groupId }: chrome.tabs.Tab): TabHome {
  const group = groupId === undefined || groupId === NO_GROUP ? {} : { groupId };
  return { windowId, index, pinned, active, ...group };
}

/** A place that was written to storage; undefined when it is none. */
export function parseHome(value: unknown): TabHome | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { windowId, index, pinned, active, groupId } = value as { [K in keyof TabHome]?: unknown }; // checked next
  if (typeof windowId !== "number" || typeof index !== "number") return undefined;
  const group = typeof groupId === "number" ? { groupId } : {};
  return { windowId, index, pinned: pinned === true, active: active === true, ...group };
}

/** Moves a tab into a window, as a plain tab at its end. Throws what the browser threw. */
export async function moveInto(windowId: number, tab: chrome.tabs.Tab): Promise<void> {
  const { id = -1 } = tab;
  if (tab.pinned) await patiently(() => chrome.tabs.update(id, { pinned: false }));
  await patiently(() => chrome.tabs.move(id, { windowId, index: -1 }));
}

/** Puts a tab back where it was; a window that is gone is replaced by a new one. Throws what the browser threw. */
export async function goHome(tabId: number, home: TabHome): Promise<Homecoming> {
  const { windowId, index, pinned, active, groupId } = home;
  const group = groupId === undefined ? [] : (["group"] as const);
  if (!(await isNormalWindow(windowId))) {
    const made = await patiently(() =>
      chrome.windows.create({ tabId, type: "normal", focused: false }),
    );
    if (pinned) await chrome.tabs.update(tabId, { pinned: true });
    return { windowId: made?.id ?? -1, notRestored: ["window", ...group] };
  }
  await patiently(() => chrome.tabs.move(tabId, { windowId, index }));
  const isGrouped = groupId !== undefined && (await joinGroup(tabId, groupId, windowId));
  if (pinned) await patiently(() => chrome.tabs.update(tabId, { pinned: true }));
  // Pinning and grouping put it at the end of what it joined.
  if (pinned || isGrouped) await patiently(() => chrome.tabs.move(tabId, { windowId, index }));
  if (active) await chrome.tabs.update(tabId, { active: true });
  return { windowId, notRestored: isGrouped ? [] : [...group] };
}

async function isNormalWindow(windowId: number): Promise<boolean> {
  try {
    const { type } = await chrome.windows.get(windowId);
    return type === "normal";
  } catch {
    return false; // it was closed
  }
}

/** False when the group went with its last tab: its name and colour are only for those with `tabGroups`. */
async function joinGroup(tabId: number, groupId: number, windowId: number): Promise<boolean> {
  const members = await chrome.tabs.query({ windowId, groupId });
  if (members.length === 0) return false;
  await patiently(() => chrome.tabs.group({ tabIds: [tabId], groupId }));
  return true;
}

async function patiently<T>(edit: () => Promise<T>): Promise<T> {
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await edit();
    } catch (error) {
      const isDragging = error instanceof Error && /dragging a tab/.test(error.message);
      if (!isDragging || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
