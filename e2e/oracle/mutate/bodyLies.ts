import type { Body } from "@bsk/schema";
import { hasText, type Mutation, oneOf, type Subject, twoOf } from "./Mutation.js";
import { nameOf } from "./recordLies.js";

type Request = Subject["records"][number];

/** Lies about what was in the bodies. */
export const BODY_LIES: Readonly<Record<string, Mutation>> = {
  swap_response_bodies: (subject) => {
    const two = twoOf(
      subject,
      subject.records.filter(hasText),
      ({ response_body: body }) => body.text,
    );
    if (!two) return undefined;
    const [one, other] = two;
    [one.response_body, other.response_body] = [other.response_body, one.response_body];
    return `${nameOf(one)} and ${nameOf(other)}`;
  },
  swap_request_bodies: (subject) => {
    const two = twoOf(
      subject,
      subject.records.filter(hasSent),
      ({ request_body: body }) => body.text,
    );
    if (!two) return undefined;
    const [one, other] = two;
    [one.request_body, other.request_body] = [other.request_body, one.request_body];
    return `${nameOf(one)} and ${nameOf(other)}`;
  },
  move_request_body: (subject) => {
    const from = oneOf(subject, subject.records.filter(hasSent));
    const to = oneOf(
      subject,
      subject.records.filter(({ request_body: body }) => body.state === "empty"),
    );
    if (!from || !to) return undefined;
    [from.request_body, to.request_body] = [to.request_body, from.request_body];
    return `${nameOf(from)} to ${nameOf(to)}`;
  },
  copy_response_body: (subject) => {
    const two = twoOf(
      subject,
      subject.records.filter(hasText),
      ({ response_body: body }) => body.text,
    );
    if (!two) return undefined;
    two[1].response_body = two[0].response_body;
    return nameOf(two[1]);
  },
  truncate_available: withText((body) => {
    const text = (body.text ?? "").slice(0, -1);
    return { ...body, text, chars: text.length };
  }),
  change_character: withText((body) => {
    const text = `${(body.text ?? "").slice(0, -1)}~`;
    return text === body.text ? undefined : { ...body, text };
  }),
  append: withText((body) => ({
    ...body,
    text: `${body.text} `,
    chars: (body.text?.length ?? 0) + 1,
  })),
  wrong_chars: withText((body) => ({ ...body, chars: (body.chars ?? 0) + 1 })),
  wrong_bytes: withText((body) => ({ ...body, bytes: (body.bytes ?? body.text?.length ?? 0) + 1 })),
  no_text: withText(({ text: _text, ...body }) => body),
  claim_empty: withText(() => ({ state: "empty" })),
  claim_non_text: withText(() => ({ state: "omitted", reason: "non_text" })),
  claim_body_limit: withText(() => ({ state: "omitted", reason: "body_limit" })),
  claim_evicted: withText(() => ({ state: "evicted", reason: "browser_buffer_evicted" })),
  claim_stream: withText(() => ({ state: "omitted", reason: "stream" })),
  claim_failed: withText(() => ({ state: "unavailable", reason: "request_failed" })),
  claim_opaque: withText(() => ({ state: "unavailable", reason: "opaque" })),
  claim_busy: withText(() => ({ state: "omitted", reason: "capture_busy" })),
  claim_memory: withText(() => ({ state: "omitted", reason: "memory_limit" })),
  claim_preflight: withText(() => ({ state: "unavailable", reason: "preflight" })),
  no_reason: withText(() => ({ state: "unavailable" })),
  truncated_whole: withText((body) => ({ ...body, state: "truncated" })),
  mask_all: withText((body) => ({
    ...body,
    text: "[redacted:password]",
    chars: 19,
    redacted: true,
  })),
  claim_sent_nothing: (subject) => {
    const record = oneOf(subject, subject.records.filter(hasSent));
    if (!record) return undefined;
    record.request_body = { state: "empty" };
    return nameOf(record);
  },
  invent_response_body: (subject) => {
    const record = oneOf(
      subject,
      subject.records.filter(({ response_body: body }) => body.state === "empty"),
    );
    if (!record) return undefined;
    record.response_body = { state: "available", text: "{}", chars: 2 };
    return nameOf(record);
  },
};

function withText(change: (body: Body) => Body | undefined): Mutation {
  return (subject) => {
    const record = oneOf(subject, subject.records.filter(hasText));
    const changed = record && change(record.response_body);
    if (!record || !changed) return undefined;
    record.response_body = changed;
    return nameOf(record);
  };
}

function hasSent({ request_body: body }: Request): boolean {
  return body.state === "available" && (body.text?.length ?? 0) > 1;
}
