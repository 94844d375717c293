import { headerFault, headersFault } from "@bsk/core";
import { at, fault, plain } from "./shape.js";

/** Headers as they were given, in order. Throws `invalid_rule`. */
export function readHeaders(
  place: string,
  value: unknown,
  { mayRemove }: { readonly mayRemove: boolean },
): readonly (readonly [name: string, value: string | null])[] {
  if (value === undefined) return [];
  const headers = Object.entries(plain(place, value)).map(
    ([name, set]): [string, string | null] => {
      const here = at(place, name);
      if (typeof set !== "string" && !(set === null && mayRemove)) {
        fault(here, mayRemove ? "is neither a text nor null" : "is not a text");
      }
      const why = headerFault(name, set) ?? mockFault(name, mayRemove);
      if (why !== undefined) fault(here, why);
      return [name, set];
    },
  );
  const why = headersFault(headers);
  if (why !== undefined) fault(place, why);
  return headers;
}

/** The body of a mock is plain text: nothing decodes it. */
function mockFault(name: string, isRequest: boolean): string | undefined {
  const isEncoding = !isRequest && name.toLowerCase() === "content-encoding";
  return isEncoding ? "would make the browser decode a body that is plain" : undefined;
}
