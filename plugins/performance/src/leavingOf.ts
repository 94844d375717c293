import type { CdpEvent } from "@bsk/core";

const STAYS: ReadonlySet<unknown> = new Set(["sameDocument", "historySameDocument"]);

/**
 * begins: the main frame sets out for another document; arrives: it has its answer and will be there at once.
 * The time between them may be long, and the second is often too late to ask the page anything.
 */
export type Leaving = "begins" | "arrives";

export function leavingOf(
  { method, params, sessionId }: CdpEvent,
  mainFrame: string | undefined,
): Leaving | undefined {
  const begins = method === "Page.frameStartedNavigating";
  if (!begins && method !== "Network.responseReceived") return undefined;
  if (mainFrame === undefined || sessionId !== undefined) return undefined;
  // The protocol's own events; a key that is not there makes them another event.
  const { frameId, navigationType, type } = params as { readonly [key: string]: unknown };
  if (frameId !== mainFrame) return undefined;
  if (begins) return STAYS.has(navigationType) ? undefined : "begins";
  return type === "Document" ? "arrives" : undefined;
}
