/** A text frame's JSON; undefined when it is not JSON, or binary. */
export function readFrame(data: unknown, isBinary: boolean): unknown {
  try {
    return isBinary ? undefined : JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
