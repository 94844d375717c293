import { boundUrl } from "./boundUrl.js";

const FRAME =
  /^ {4}at (?:[^\n]{0,300} \()?((?:https?|file):\/\/[^\s()]{1,2000}):(\d{1,9}):(\d{1,9})\)?$/m;

/** Where the first frame of a stack is that an error's description ends with: V8's own form of it. */
export function placeInText(
  description: string,
): { readonly source_url: string; readonly line: number; readonly column: number } | undefined {
  const [, url, line, column] = FRAME.exec(description.slice(0, 8192)) ?? [];
  return url === undefined
    ? undefined
    : { source_url: boundUrl(url).url, line: Number(line), column: Number(column) };
}
