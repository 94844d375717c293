import { isJson, walkJson } from "@bsk/core";

/** One member of a JSON object, as offsets into its text: `"name" : value`. */
export interface Member {
  readonly name: string;
  readonly start: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly end: number;
}

/** The members of the object that the text is; undefined when it is none. */
export function topLevel(text: string): readonly Member[] | undefined {
  if (!/^[ \t\r\n]*\{/.test(text) || !isJson(text)) return undefined;
  const members: Member[] = [];
  let depth = 0;
  let key: { readonly start: number; readonly end: number } | undefined;
  let valueStart = 0;
  const value = (start: number): void => {
    if (depth === 1) valueStart = start;
  };
  const ended = (end: number): void => {
    if (depth !== 1 || !key) return;
    const name: unknown = JSON.parse(text.slice(key.start, key.end));
    members.push({ name: String(name), start: key.start, keyEnd: key.end, valueStart, end });
    key = undefined;
  };
  walkJson(text, {
    open(start) {
      value(start);
      depth += 1;
    },
    key(start, end) {
      if (depth === 1) key = { start, end };
    },
    scalar(start, end) {
      value(start);
      ended(end);
    },
    close(end) {
      depth -= 1;
      ended(end);
    },
  });
  return members;
}
