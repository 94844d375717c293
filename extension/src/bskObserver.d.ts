/** Resolved by build.js: src/observer/main.ts bundled to one IIFE, as text for the page. */
declare module "bsk:observer" {
  export const OBSERVER_SOURCE: string;
}
