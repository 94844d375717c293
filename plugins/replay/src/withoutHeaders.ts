import { redactText } from "@bsk/core";
import type { ReplayDraft } from "./readReplay.js";

/** A text of the draft that is longer is not repeated. */
const SHOWN_CHARS = 300;
/** A page may name a header as it likes, and no page writes into a hint: nothing but the words of credentials. */
const WORD =
  "x|amz|anti|api|app|auth|authentication|authorization|bearer|client|csrf|forgery|id|jwt|key|proxy|refresh|request|secret|security|session|signature|token|user|verification|xsrf|access";
const COMMON = new RegExp(`^(?:${WORD})(?:-?(?:${WORD})){0,4}$`, "i");

/** The draft as a word for the shell, with these headers removed; what is long or secret in it is `…`. */
export function withoutHeaders(draft: ReplayDraft, names: readonly string[]): string {
  const gone = names.map((name): [string, null] => [COMMON.test(name) ? name : "NAME", null]);
  const given = draft.headers.map(([name, value]): [string, string | null] => [
    name,
    value === null ? null : shown(value),
  ]);
  const { key, url, method, body } = draft;
  const definition = {
    key,
    url: url === undefined ? undefined : shown(url),
    method,
    headers: Object.fromEntries([...given, ...gone]),
    body: body === undefined ? undefined : shown(body),
  };
  return `'${JSON.stringify(definition).replaceAll("'", "'\\''")}'`;
}

function shown(text: string): string {
  return text.length <= SHOWN_CHARS && redactText(text) === text ? text : "…";
}
