// Declares what the overlay keeps in the world that it shares with the observer.
import type {} from "../overlay/pageOverlay.js";

/** Whether this is bsk's own overlay, which is nothing of the page. The page can make none that passes. */
export function isOverlay(node: unknown): boolean {
  return node !== undefined && node === globalThis.bskOverlayHost;
}

/** Whether the event is for the overlay, though it may be given to what lies beneath. */
export function isForOverlay(event: Event): boolean {
  return isOverlay(event.target) || globalThis.bskOverlay?.takes(event) === true;
}
