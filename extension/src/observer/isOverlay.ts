declare global {
  /** The overlay that says who drives this page, while it is there; it lives in this world. */
  var bskOverlayHost: Element | undefined;
}

/** Whether this is bsk's own overlay, which is nothing of the page. The page can make none that passes. */
export function isOverlay(node: unknown): boolean {
  return node !== undefined && node === globalThis.bskOverlayHost;
}
