import type { Site, SiteOptions } from "./Site.js";
import { dialogPages } from "./situations/dialogPages.js";
import { elementPages } from "./situations/elementPages.js";
import { framePages, innerPages } from "./situations/framePages.js";
import { hostilePages } from "./situations/hostilePages.js";
import { inputPages } from "./situations/inputPages.js";
import { navigationRoutes, navigationTargets } from "./situations/navigationPages.js";
import type { Routes } from "./startSite.js";
import { startSite } from "./startSite.js";

/** Pages that make each verb's life hard; each keeps in `log` what reached it. */
export function startSituations(options: SiteOptions = {}): Promise<Site> {
  return startSite(({ url, crossOrigin }) => {
    const html = (pages: Readonly<Record<string, string>>): Routes =>
      Object.fromEntries(
        Object.entries(pages).map(([path, body]) => [
          `GET ${path}`,
          (exchange) => exchange.html(document(path, body, { url, crossOrigin })),
        ]),
      );
    const pages = html({
      ...elementPages,
      ...framePages,
      ...innerPages,
      ...dialogPages,
      ...inputPages,
      ...hostilePages,
      ...navigationTargets,
    });
    return { main: { ...pages, ...navigationRoutes }, cross: html(innerPages) };
  }, options);
}

interface Origins {
  readonly url: string;
  readonly crossOrigin: string;
}

/** Events of a frame are told to the page around it. */
function document(path: string, body: string, { url, crossOrigin }: Origins): string {
  return `<!doctype html><meta charset=utf-8><title>${path}</title>
<style>body { margin: 8px; font: 16px/1.5 sans-serif; } button { height: 24px; }</style>
<script>
var log = [];
function tell(what) { log.push(what); if (parent !== window) parent.postMessage({ tell: what }, "*"); }
addEventListener("message", ({ data }) => { if (data && data.tell) tell(data.tell); });
document.addEventListener("click", ({ target }) => { if (target.dataset && target.dataset.tell) tell(target.dataset.tell); }, true);
</script>
${body.replaceAll("CROSS", crossOrigin).replaceAll("SITE", url)}
`;
}
