import type { Protocol } from "devtools-protocol";

/** Why the exchange failed, in the browser's terms: the net error, and what blocked it. */
export function failureText(event: Protocol.Network.LoadingFailedEvent): string {
  const parts = [event.errorText];
  if (event.blockedReason) parts.push(`blocked: ${event.blockedReason}`);
  if (event.corsErrorStatus) parts.push(`CORS: ${event.corsErrorStatus.corsError}`);
  return parts.filter(Boolean).join(" ") || "unknown";
}
