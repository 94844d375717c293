import type { RequestRow } from "@bsk/schema";
import { describe, expect, it } from "vitest";
import { replayDraftOf, replayOf } from "../dist/tsc/panel/model/replayDraft.js";
import { headersOf, ruleDraftOf, ruleOf } from "../dist/tsc/panel/model/ruleDraft.js";

const row: RequestRow = {
  id: "d0123456789ab:n1",
  run_id: "d0123456789ab",
  sequence: 1,
  started_at: 1,
  method: "POST",
  url: "http://app.test/api/profile",
  integrity: { url: "complete", metadata: "complete" },
  state: "complete",
  traffic: "page",
  request_body: { state: "available", replay_safe: true },
  response_body: { state: "available" },
};
const redacted: RequestRow = {
  ...row,
  integrity: { url: "redacted", metadata: "complete" },
  request_body: { state: "available", redacted: true },
};

describe("a rule's draft", () => {
  it("is filled in from a request whose URL is whole, and matches once", () => {
    const draft = { ...ruleDraftOf(row, "modify"), json: '{"rename":{"displayName":"name"}}' };

    expect(ruleOf(draft)).toEqual({
      ok: true,
      value: {
        match: { url: row.url, method: "POST" },
        effect: { type: "modify", json: { rename: { displayName: "name" } } },
        times: 1,
      },
    });
  });

  it("leaves a URL empty that is not whole, and is no rule without one", () => {
    const draft = ruleDraftOf(redacted, "block");

    expect(draft.url).toBe("");
    expect(ruleOf(draft)).toMatchObject({ ok: false });
  });

  it("says until the capture stops as zero times", () => {
    expect(ruleOf({ ...ruleDraftOf(row, "block"), isOnce: false, name: " No save " })).toEqual({
      ok: true,
      value: {
        name: "No save",
        match: { url: row.url, method: "POST" },
        effect: { type: "block" },
        times: 0,
      },
    });
  });

  it("makes a mock with status, headers, body and delay", () => {
    const draft = {
      ...ruleDraftOf(row, "mock"),
      status: "503",
      body: "{}",
      headers: "Retry-After: 5\n\nx-empty:",
      delayMs: "250",
    };

    expect(ruleOf(draft)).toMatchObject({
      value: {
        effect: {
          type: "mock",
          status: 503,
          body: "{}",
          headers: { "retry-after": "5", "x-empty": "" },
          delay_ms: 250,
        },
      },
    });
  });

  it.each([
    ["a status that is none", { status: "99" }],
    ["a delay that is too long", { delayMs: "10001" }],
    ["a header without a name", { headers: "no colon" }],
  ])("refuses %s", (_name, change) => {
    expect(ruleOf({ ...ruleDraftOf(row, "mock"), ...change })).toMatchObject({ ok: false });
  });

  it.each([
    ["nothing to change", {}],
    ["edits that are no object", { json: "[1]" }],
    ["edits that are no JSON", { json: "{" }],
    ["edits and a body at once", { json: "{}", body: "x" }],
  ])("refuses %s", (_name, change) => {
    expect(ruleOf({ ...ruleDraftOf(row, "modify"), ...change })).toMatchObject({ ok: false });
  });

  it("keeps __proto__ as a header's name", () => {
    const headers = headersOf("__proto__: x");

    expect(headers.ok && Object.hasOwn(headers.value, "__proto__")).toBe(true);
  });
});

describe("a replay's draft", () => {
  it("sends the recorded request untouched by naming nothing", () => {
    const draft = replayDraftOf(row, '{"name":"Bob"}');

    expect(draft).toMatchObject({ url: row.url, body: '{"name":"Bob"}' });
    expect(replayOf(row, draft, "k1")).toEqual({ ok: true, value: { key: "k1" } });
  });

  it("sends what was changed", () => {
    const draft = {
      ...replayDraftOf(row, "old"),
      method: "PUT",
      headers: "x-a: 1",
      body: "new",
      isBodyTouched: true,
    };

    expect(replayOf(row, draft, "k1")).toEqual({
      ok: true,
      value: { key: "k1", method: "PUT", headers: { "x-a": "1" }, body: "new" },
    });
  });

  it("never sends what was redacted: URL and body must be given", () => {
    const draft = replayDraftOf(redacted, "[redacted:password]");

    expect(draft).toMatchObject({ url: "", body: "" });
    expect(replayOf(redacted, draft, "k1")).toMatchObject({ ok: false });
    const withUrl = { ...draft, url: "http://app.test/api/profile" };
    expect(replayOf(redacted, withUrl, "k1")).toMatchObject({ ok: false });
    expect(replayOf(redacted, { ...withUrl, body: "{}", isBodyTouched: true }, "k1")).toMatchObject(
      { ok: true },
    );
  });
});
