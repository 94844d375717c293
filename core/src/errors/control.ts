import type { BskError } from "./BskError.js";
import { make, named } from "./make.js";

/** Rules and replays. */
export const controlErrors: ControlErrors = {
  captureReadsOnly: (tabId, session) =>
    make("capture_reads_only", 1)(
      `Tab ${tabId} is captured, but is not the session's: its capture only reads.`,
      `bsk tab borrow ${tabId} --session ${session}`,
      { tab_id: tabId, session },
    ),
  invalidReplay: (place, why) =>
    make("invalid_replay", 1)(`${place}: ${why}.`, "bsk debug replay --help", { place }),
  invalidRule: (place, why) =>
    make("invalid_rule", 1)(`${place}: ${why}.`, "bsk debug rule_add --help", { place }),
  replayBinary: (id, session) =>
    make("replay_binary", 1)(
      `${id} has a binary or multipart body, which is not sent; a text "body" goes with its own "content-type" in "headers".`,
      `bsk debug request ${id} --session ${session} --part request`,
      { id },
    ),
  replayBodyUnsafe: (id, state, session) =>
    make("replay_body_unsafe", 1)(
      `The body of ${id} is not kept as it was sent (${state}); give a complete "body".`,
      `bsk debug request ${id} --session ${session} --part request`,
      { id, state },
    ),
  replayCrossOrigin: (what, id, session) =>
    make("replay_cross_origin", 1)(
      `${what}; a replay stays within the origin of its source, where the page must be too.`,
      `bsk debug request ${id} --session ${session}`,
      { id },
    ),
  replayKeyConflict: (key, id, session) =>
    make("replay_key_conflict", 1)(
      `The key ${key} belongs to another replay, of ${id}; nothing was sent. Use another key.`,
      `bsk debug rules --session ${session}`,
      { key, source_request_id: id },
    ),
  replayLimit: (limit, session) =>
    make("replay_limit", 1)(
      `${limit} replays were made in this capture; that is the limit.`,
      `bsk debug rules --session ${session}`,
      { limit },
    ),
  replayMasked: ({ place, remedy = "" }, hint) =>
    make("replay_masked", 1)(`${place} holds a redacted value; give the real one${remedy}.`, hint, {
      place,
    }),
  replaySourceControlled: (id, state, session) =>
    make("replay_source_controlled", 1)(
      `What ${id} sent is not known: a rule has its hand in it (${state}).`,
      `bsk debug request ${id} --session ${session}`,
      { id, state },
    ),
  replaySourceIncomplete: (id, session) =>
    make("replay_source_incomplete", 1)(
      `The headers of ${id} are not complete; reproduce the request.`,
      `bsk debug request ${id} --session ${session} --part headers`,
      { id },
    ),
  replayUrlIncomplete: (id, state, session) =>
    make("replay_url_incomplete", 1)(
      `The URL of ${id} is ${state}; give a complete "url" of the same origin.`,
      `bsk debug request ${id} --session ${session}`,
      { id, state },
    ),
  ruleExhausted: (id) =>
    make("rule_exhausted", 1)(
      `Rule ${id} has had all its matches; add it again.`,
      "bsk debug rule_add --help",
      { id },
    ),
  ruleLimit: (limit, session) =>
    make("rule_limit", 1)(
      `This capture has had ${limit} rules, removed ones with them; start another capture.`,
      `bsk debug rules --session ${session}`,
      { limit },
    ),
  ruleNotFound: (id, session) =>
    make("rule_not_found", 1)(`No rule ${named(id)}.`, `bsk debug rules --session ${session}`, {
      id,
    }),
  ruleRemoved: (id, session) =>
    make("rule_removed", 1)(
      `Rule ${id} was removed; add it again.`,
      `bsk debug rules --session ${session}`,
      { id },
    ),
};

export interface ControlErrors {
  captureReadsOnly(tabId: number, session: string): BskError;
  invalidReplay(place: string, why: string): BskError;
  invalidRule(place: string, why: string): BskError;
  replayBinary(id: string, session: string): BskError;
  replayBodyUnsafe(id: string, state: string, session: string): BskError;
  replayCrossOrigin(what: string, id: string, session: string): BskError;
  replayKeyConflict(key: string, id: string, session: string): BskError;
  replayLimit(limit: number, session: string): BskError;
  /** `remedy` is what else can be done: `, or remove it with null`. */
  replayMasked(where: { readonly place: string; readonly remedy?: string }, hint: string): BskError;
  replaySourceControlled(id: string, state: string, session: string): BskError;
  replaySourceIncomplete(id: string, session: string): BskError;
  replayUrlIncomplete(id: string, state: string, session: string): BskError;
  ruleExhausted(id: string): BskError;
  ruleLimit(limit: number, session: string): BskError;
  ruleNotFound(id: string, session: string): BskError;
  ruleRemoved(id: string, session: string): BskError;
}
