import type { TrapPage } from "../site/TrapPage.js";

/** So many requests, so many at once. */
export const LOAD: { readonly requests: number; readonly parallel: number } = {
  requests: 2000,
  parallel: 50,
};

export const load: TrapPage = {
  name: "load",
  traps: [61],
  about: "2,000 requests, 50 at once: every lifecycle, and every body or the reason why not.",
  routes: {
    "* many/*": (exchange) =>
      exchange.json(200, { path: exchange.path, text: "x".repeat(400), got: exchange.requestText }),
  },
  script: `let next = 0;
async function worker() {
  while (next < ${LOAD.requests}) {
    const at = next++;
    const init = at % 4 === 0 ? { method: "POST", body: JSON.stringify({ at }) } : {};
    await text(here + "many/" + at, init);
  }
}
await Promise.all(Array.from({ length: ${LOAD.parallel} }, worker));`,
};
