import { createServer } from "node:net";
import { byteRoutes } from "./hostile/bytePages.js";
import { consoleRoutes } from "./hostile/consolePages.js";
import { dialogRoutes } from "./hostile/dialogPages.js";
import { HOSTILE_STRINGS } from "./hostile/hostileStrings.js";
import { jsonRoutes } from "./hostile/jsonPages.js";
import { crossNetworkRoutes, networkRoutes } from "./hostile/networkPages.js";
import { streamRoutes } from "./hostile/streamPages.js";
import { innerRoutes, targetRoutes } from "./hostile/targetsPage.js";
import { stringsPage, textRoutes } from "./hostile/textPages.js";
import { page } from "./page.js";
import type { Site, SiteOptions } from "./Site.js";
import { startSite } from "./startSite.js";

/** Every page of the hostile site, by path. */
export const HOSTILE_PAGES: Readonly<Record<string, string>> = {
  "/title": "hostile document title",
  "/fields": "hostile field names, posted as JSON and as a form",
  "/headers": "hostile header names and values",
  "/strings": "500 hostile strings in every place that a page controls",
  "/urls": "hostile paths and queries",
  "/huge-query": "a query of 100,000 characters",
  "/json": "hostile, deep, wide and cut JSON",
  "/console": "hostile console arguments, 1 MiB string, circular objects",
  "/errors": "hostile uncaught errors",
  "/data-images": "data: and blob: URLs",
  "/bytes": "bad UTF-8, GBK, BOM, binary",
  "/alert": "alert on load",
  "/confirm": "confirm and prompt after a click",
  "/beforeunload": "asks before it is left",
  "/hang": "a document that never arrives",
  "/loop": "a document that redirects for ever",
  "/redirect-loop": "a fetch that redirects for ever",
  "/refused": "refused and blocked ports, a short body",
  "/aborted": "aborted requests",
  "/empty": "204, HEAD, unread body",
  "/cors": "cross-origin failures and preflights",
  "/events": "an event stream that stays open (/sse)",
  "/streaming": "a chunked body that stays open (/stream)",
  "/targets": "covered, disabled, moving, shadowed and framed buttons",
};

export interface HostileOptions extends SiteOptions {
  /** What `/strings` says; undefined: all of `HOSTILE_STRINGS`. */
  readonly strings?: readonly string[];
}

export interface HostileSite extends Site {
  /** An origin on 127.0.0.1 where nobody listens. */
  readonly refusedUrl: string;
}

/** Starts a site whose pages try to break a recorder. */
export async function startHostile(options: HostileOptions = {}): Promise<HostileSite> {
  const { strings = HOSTILE_STRINGS } = options;
  const reserved = await reservePort();
  const refusedUrl = `http://127.0.0.1:${reserved.port}`;
  const site = await startSite(
    (origins) => ({
      main: {
        "GET /": (exchange) => exchange.html(indexPage()),
        ...textRoutes,
        "GET /strings": (exchange) => exchange.html(stringsPage(strings)),
        ...jsonRoutes,
        ...consoleRoutes,
        ...byteRoutes,
        ...dialogRoutes,
        ...streamRoutes,
        ...networkRoutes(origins, refusedUrl),
        ...targetRoutes(origins.crossOrigin),
      },
      cross: { ...crossNetworkRoutes(origins), ...innerRoutes },
    }),
    options,
  ).finally(reserved.release);
  return { ...site, refusedUrl };
}

function indexPage(): string {
  const items = Object.entries(HOSTILE_PAGES).map(
    ([path, about]) => `<li><a href="${path}">${path}</a>: ${about}</li>`,
  );
  return page({
    title: "Hostile pages",
    body: `<h1>Hostile pages</h1>\n<ul>\n${items.join("\n")}\n</ul>`,
  });
}

interface ReservedPort {
  readonly port: number;
  release(): void;
}

/** Holds a port until the site has its own, so that the system cannot give it to the site. */
function reservePort(): Promise<ReservedPort> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      resolve({ port, release: () => server.close() });
    });
  });
}
