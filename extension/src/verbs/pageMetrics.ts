import { type CdpResult, errors } from "@bsk/core";
import type { Attempt } from "./Attempt.js";

/**
 * The measures of the page. Throws `page_not_shown`: what the browser loaded behind another tab, after it had put
 * it out of memory, has no size, so that nothing in it can be seen, or hit.
 */
export async function pageMetrics(attempt: Attempt): Promise<CdpResult<"Page.getLayoutMetrics">> {
  const metrics = await attempt.send("Page.getLayoutMetrics");
  const { clientWidth, clientHeight } = metrics.cssLayoutViewport;
  const { tabId, session } = attempt.context;
  if (clientWidth === 0 || clientHeight === 0) throw errors.pageNotShown(tabId, session);
  return metrics;
}
