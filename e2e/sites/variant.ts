import type { Exchange } from "./Exchange.js";
import type { Site, SiteOptions } from "./Site.js";
import { type Routes, startSite } from "./startSite.js";
import { drawFacts, type VariantFacts } from "./variant/drawFacts.js";
import { variantPage } from "./variant/variantPage.js";

export type { VariantFacts } from "./variant/drawFacts.js";

export interface VariantSite extends Site {
  readonly facts: VariantFacts;
}

/** Starts the shop's story of the failing save with everything in it drawn from the seed. */
export async function startVariant(seed: number, options: SiteOptions = {}): Promise<VariantSite> {
  const facts = drawFacts(seed);
  const site = await startSite(() => ({ main: variantRoutes(facts) }), options);
  return { ...site, facts };
}

/** The request body that the page sends for what its input holds. */
export function encodeVariantBody(facts: VariantFacts, value: string): string {
  return facts.bodyFormat === "json"
    ? JSON.stringify({ [facts.wrongKey]: value })
    : new URLSearchParams({ [facts.wrongKey]: value }).toString();
}

function variantRoutes(facts: VariantFacts): Routes {
  return {
    "GET /": (exchange) => exchange.html(variantPage(facts)),
    "GET /noise/*": (exchange) => exchange.json(200, { ok: true }),
    [`${facts.method} ${facts.apiPath}`]: (exchange) => {
      if (!hasRightKey(facts, exchange)) exchange.json(facts.status, facts.responseText);
      else exchange.json(200, { ok: true });
    },
  };
}

function hasRightKey({ bodyFormat, rightKey }: VariantFacts, { requestText }: Exchange): boolean {
  if (bodyFormat === "form") return new URLSearchParams(requestText).has(rightKey);
  const body: unknown = JSON.parse(requestText);
  return typeof body === "object" && body !== null && Object.hasOwn(body, rightKey);
}
