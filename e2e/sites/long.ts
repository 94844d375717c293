import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "./Site.js";
import { type Handler, startSite } from "./startSite.js";

/** A site with an answer that never ends and one that never comes: whoever reads on hangs. */
export function startLong(): Promise<Site> {
  const endless: Handler = async (exchange) => {
    exchange.beginStream("application/octet-stream");
    const piece = Buffer.alloc(16 * 1024, "x");
    for (; !exchange.isClosed; await sleep(5)) exchange.write(piece);
  };
  return startSite(() => ({
    main: {
      "GET /": (exchange) => exchange.html("<!doctype html><title>Long</title>"),
      "GET /api/source": (exchange) => exchange.json(200, { real: true }),
      "GET /api/endless": endless,
      "GET /api/silent": (exchange) => exchange.beginStream("text/plain"),
    },
  }));
}
