const KEY = "history_for_agents";

/** Whether the person lets agents list every run of this profile. Off until they say so. */
export async function isHistoryOpen(): Promise<boolean> {
  return (await chrome.storage.local.get(KEY))[KEY] === true;
}

/** The person's word, from the popup alone: no command of an agent reaches this. */
export async function setHistoryOpen(isOpen: boolean): Promise<void> {
  if (isOpen) await chrome.storage.local.set({ [KEY]: true });
  else await chrome.storage.local.remove(KEY);
}
