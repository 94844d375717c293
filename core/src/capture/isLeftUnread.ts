import type { Protocol } from "devtools-protocol";
import type { Hop } from "./Hop.js";
import { hasNoBody } from "./responseBody.js";

/** Who asks with these takes the body whether the page looks at it or not. */
const ALWAYS_READ: ReadonlySet<string> = new Set(["Font", "Image", "Script", "Stylesheet", "XHR"]);

/**
 * Whether an end that looks like a failure is that of a finished exchange whose body the page never took. A fetch
 * that was aborted in the middle looks the same; what is always read and ends so was cut off.
 */
export function isLeftUnread(hop: Hop, event: Protocol.Network.LoadingFailedEvent): boolean {
  if (!hop.responded || !isCancelled(event)) return false;
  const isRead = ALWAYS_READ.has(hop.record.resource_type ?? "");
  return !isRead || hasNoBody(hop) || isAllHere(hop);
}

/** The page, or the browser for it, gave it up. */
export function isCancelled(event: Protocol.Network.LoadingFailedEvent): boolean {
  return event.canceled === true && event.errorText === "net::ERR_ABORTED";
}

/** As much has arrived as the server declared; with an encoding the browser does not tell. */
function isAllHere({ record: { response_headers: headers }, decodedBytes }: Hop): boolean {
  const declared = headers?.["content-length"];
  return (
    declared !== undefined && !headers?.["content-encoding"] && decodedBytes >= Number(declared)
  );
}
