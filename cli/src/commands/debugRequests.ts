import { formatRequests } from "../format/requests.js";
import type { CommandSpec } from "./CommandSpec.js";
import { action, fromAction } from "./fromAction.js";

/** JSON is the records as they are; text is folded over all matches, where they lie: one answer for either. */
export const debugRequests: CommandSpec = fromAction(
  action("debug/requests"),
  async (invocation) => {
    const { params, call, context, json } = invocation;
    if (json) return { value: await call("debug/requests", params), text: () => "" };
    const { budget: _budget, ...asked } = params;
    const listing = await call("debug/listing", asked);
    return { value: listing, text: () => formatRequests(listing, context) };
  },
);
