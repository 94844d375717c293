import type { PayloadValue } from "@bsk/schema";
import { boundValue } from "./boundValue.js";
import type { Payload } from "./readPayloads.js";

/** Every scalar that was read of the bodies, in their order; long values are cut and say so. */
export function payloadValues(payloads: readonly Payload[]): PayloadValue[] {
  return payloads.flatMap((payload) =>
    payload.kind === "unread"
      ? []
      : payload.leaves.map(
          ({ pointer, value }): PayloadValue => ({
            request_id: payload.request.id,
            part: payload.part,
            path: pointer,
            ...boundValue(value),
          }),
        ),
  );
}
