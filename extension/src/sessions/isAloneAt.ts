import { isSameSite } from "./isSameSite.js";
import { tabTargets } from "./targets.js";

/** Whether no other tab shows a page of the site. Never rejects: where the browser does not say, it is not alone. */
export async function isAloneAt(tabId: number, url: string): Promise<boolean> {
  try {
    const others = [...(await tabTargets())].filter(([id]) => id !== tabId);
    return !others.some(([, target]) => isSameSite(target.url, url));
  } catch {
    return false;
  }
}
