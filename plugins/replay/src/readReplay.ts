import { errors, exactUrl, headerFault, headersFault, redactText } from "@bsk/core";

/** What a replay and its body may have, in UTF-16 code units. */
const DRAFT_CHARS = 80 * 1024;
const BODY_CHARS = 64 * 1024;

const KEYS = ["key", "url", "method", "headers", "body"];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** What is to be sent, as far as it is not the source's. */
export interface ReplayDraft {
  readonly key: string;
  readonly url?: string;
  readonly method?: string;
  /** A null removes the source's header. */
  readonly headers: readonly (readonly [name: string, value: string | null])[];
  readonly body?: string;
}

/** Reads a replay as it was given. Throws `invalid_replay` with the place and the reason. */
export function readReplay(value: unknown): ReplayDraft {
  const draft = new Map(Object.entries(plain("replay", value)));
  const other = [...draft.keys()].find((key) => !KEYS.includes(key));
  if (other !== undefined)
    fault(place("replay", other), `is unknown; known are ${KEYS.join(", ")}`);
  if (JSON.stringify(value).length > DRAFT_CHARS) {
    fault("replay", `has more than ${DRAFT_CHARS} characters`);
  }
  const url = draft.get("url");
  const method = draft.get("method");
  const body = draft.get("body");
  return {
    key: readKey(draft.get("key")),
    ...(url === undefined ? {} : { url: readUrl(url) }),
    ...(method === undefined ? {} : { method: readMethod(method) }),
    headers: readHeaders(draft.get("headers")),
    ...(body === undefined ? {} : { body: readBody(body) }),
  };
}

function readKey(value: unknown): string {
  if (value === undefined) return fault("key", "is missing; it makes a repeated call send nothing");
  if (typeof value !== "string" || !/^[A-Za-z0-9_-]{1,80}$/.test(value)) {
    return fault("key", "is not 1 to 80 letters, digits, - or _");
  }
  // It is stored and printed as it is.
  return redactText(value) === value ? value : fault("key", "looks like a credential");
}

function readUrl(value: unknown): string {
  if (typeof value !== "string") return fault("url", "is not a text");
  const url = exactUrl(value);
  return "fault" in url ? fault("url", url.fault) : url.href;
}

function readMethod(value: unknown): string {
  const found = METHODS.find((method) => method === value);
  return found ?? fault("method", `is not one of ${METHODS.join(", ")}`);
}

function readBody(value: unknown): string {
  if (typeof value !== "string") return fault("body", "is not a text");
  return value.length <= BODY_CHARS
    ? value
    : fault("body", `has more than ${BODY_CHARS} characters`);
}

function readHeaders(value: unknown): ReplayDraft["headers"] {
  if (value === undefined) return [];
  const headers = Object.entries(plain("headers", value)).map(
    ([name, set]): [string, string | null] => {
      const here = place("headers", name);
      if (typeof set !== "string" && set !== null) return fault(here, "is neither a text nor null");
      const why = headerFault(name, set);
      return why === undefined ? [name, set] : fault(here, why);
    },
  );
  const why = headersFault(headers);
  return why === undefined ? headers : fault("headers", why);
}

function plain(where: string, value: unknown): object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return fault(where, "is not an object");
  }
  return value;
}

function place(where: string, key: string): string {
  return `${where}[${JSON.stringify(key.slice(0, 60))}]`;
}

function fault(where: string, why: string): never {
  throw errors.invalidReplay(where, why);
}
