export { startControl } from "./control.js";
export { HOSTILE_STRINGS } from "./hostile/hostileStrings.js";
export { ALL_HOSTILE_TEXT, HOSTILE_TEXT } from "./hostile/hostileText.js";
export {
  HOSTILE_PAGES,
  type HostileSite,
  startHostile,
} from "./hostile.js";
export { startLong } from "./long.js";
export {
  ANSWER_BYTES,
  type ManyPageOptions,
  type ManySite,
  startMany,
  TEMPLATE_COUNT,
} from "./many.js";
export { startMirror } from "./mirror.js";
export { startPassing } from "./passing.js";
export type { ExchangeState, ServerRecord, Site, SiteOptions } from "./Site.js";
export type { ShopSecrets } from "./shop/secrets.js";
export { type ShopSite, startShop } from "./shop/startShop.js";
export { startSituations } from "./situations.js";
export { Random } from "./variant/Random.js";
export { encodeVariantBody, startVariant, type VariantFacts, type VariantSite } from "./variant.js";
export { HERO_DELAY_MS, startVitals, type VitalsSite } from "./vitals.js";
