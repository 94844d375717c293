import type { RequestRow } from "@bsk/schema";
import { type Drafted, headersOf } from "./ruleDraft.js";

/** What a person types into the replay editor. Untouched parts are the recorded ones, where those are whole. */
export interface ReplayDraft {
  /** Empty: the recorded URL. */
  readonly url: string;
  readonly method: string;
  readonly headers: string;
  readonly body: string;
  readonly isBodyTouched: boolean;
}

export interface ReplayNeeds {
  readonly url: boolean;
  readonly body: boolean;
}

/** What a record does not hold whole and a person must give before it can be sent again. */
export function replayNeeds({ integrity, request_body: body }: RequestRow): ReplayNeeds {
  const isSafe = body.replay_safe === true || body.state === "empty";
  return { url: integrity.url !== "complete", body: !isSafe };
}

/** A draft with the recorded URL and body only where they are whole. */
export function replayDraftOf(row: RequestRow, body: string | undefined): ReplayDraft {
  const needs = replayNeeds(row);
  return {
    url: needs.url ? "" : row.url,
    method: row.method,
    headers: "",
    body: needs.body ? "" : (body ?? ""),
    isBodyTouched: false,
  };
}

/** The replay that the draft means, under a key of its own, or what is wrong with it. */
export function replayOf(
  row: RequestRow,
  draft: ReplayDraft,
  key: string,
): Drafted<{ readonly [name: string]: unknown }> {
  const needs = replayNeeds(row);
  if (needs.url && draft.url === "")
    return { ok: false, problem: "The recorded URL is not whole: give a complete one." };
  if (needs.body && !draft.isBodyTouched)
    return { ok: false, problem: "The recorded body is not whole: give a complete one." };
  const headers = headersOf(draft.headers);
  if (!headers.ok) return headers;
  return {
    ok: true,
    value: {
      key,
      ...(draft.url === row.url ? {} : { url: draft.url }),
      ...(draft.method === row.method ? {} : { method: draft.method }),
      ...(Object.keys(headers.value).length === 0 ? {} : { headers: headers.value }),
      ...(draft.isBodyTouched ? { body: draft.body } : {}),
    },
  };
}
