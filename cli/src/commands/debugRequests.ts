import { formatRequests } from "../format/requests.js";
import type { CommandSpec } from "./CommandSpec.js";
import { action, fromAction } from "./fromAction.js";
import { readListing } from "./readListing.js";

/** JSON is one reading, as it came; text folds over all matches. */
export const debugRequests: CommandSpec = fromAction(
  action("debug/requests"),
  async (invocation) => {
    const { params, call, context, json } = invocation;
    if (json) return { value: await call("debug/requests", params), text: () => "" };
    const listing = await readListing(invocation);
    return { value: listing, text: () => formatRequests(listing, context) };
  },
);
