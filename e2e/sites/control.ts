import { page } from "./page.js";
import type { Site } from "./Site.js";
import { type Routes, startSite } from "./startSite.js";

const SCRIPT = `
window.ask = async (path, init) => {
  try {
    const response = await fetch(path, init);
    return response.status + " " + (await response.text());
  } catch (error) {
    return "failed " + error.name;
  }
};
window.later = (path, init) => { window.answer = undefined; ask(path, init).then((text) => { window.answer = text; }); };`;

/** Two origins that answer everything under `/api/`, so that a test can count what reached them. */
export function startControl(): Promise<Site> {
  const api: Routes = {
    "GET /api/*": (exchange) => exchange.json(200, { real: true }),
    "POST /api/*": (exchange) => exchange.json(200, exchange.requestText || "{}"),
    "POST /to": (exchange) => {
      const location = exchange.query.get("url") ?? "";
      exchange.send(Number(exchange.query.get("status")), "", { location });
    },
    "GET /away": (exchange) => exchange.redirect("/api/after"),
  };
  const html = page({ title: "Control", body: "<p>control</p>", script: SCRIPT });
  return startSite(() => ({
    main: { "GET /": (exchange) => exchange.html(html), ...api },
    cross: { "GET /": (exchange) => exchange.html(html), ...api },
  }));
}
