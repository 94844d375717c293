import { describe, expect, it } from "vitest";
import { formatOperations } from "../dist/format/operations.js";
import { formatRequest } from "../dist/format/request.js";
import { sameFlags } from "../dist/format/sameFlags.js";
import { RUN_ID, request, results, run } from "./records.js";

const contextOf = (params: object) => ({
  params: { session: "abcd", ...params },
  hasDisplay: true,
});
const output = { budget: 65_536, truncated: false, omitted: [] };

describe("a request that is written to be run elsewhere", () => {
  it.each([
    ["curl", "# fill in: BSK_PIN\n# left out: host, a\\nb\ncurl …\n"],
    ["fetch", "// fill in: BSK_PIN\n// left out: host, a\\nb\ncurl …\n"],
    ["http", "curl …\n"],
  ])("has beside it, as %s, nothing that is not a comment", (as, lines) => {
    const written = { text: "curl …\n", placeholders: ["BSK_PIN"], left_out: ["host", "a\nb"] };

    const text = formatRequest({ run, request: request(4), written, output }, contextOf({ as }));

    expect(text).toBe(lines);
  });

  it("names the shells that know its quotes", () => {
    const say = (text: string, as = "curl") =>
      formatRequest(
        { run, request: request(4), written: { text, placeholders: [], left_out: [] }, output },
        contextOf({ as }),
      );

    expect(say("curl --data-raw $'a\\U0000000d'\n")).toMatch(/^# for bash or zsh: /);
    expect(say("curl --data-raw 'it costs $'\n")).toMatch(/^curl/);
    expect(say("await fetch($'x')\n", "fetch")).toMatch(/^await/);
  });
});

describe("a next command", () => {
  it("names the run of a long id, which need not be the latest", () => {
    const text = formatRequest(
      { run, request: request(4), output },
      contextOf({ id: `${RUN_ID}:n4` }),
    );

    expect(text).toContain(
      `next: bsk debug request n4 --session abcd --run-id ${RUN_ID} --part response`,
    );
  });

  it("leads to a body only where one can be read", () => {
    const none = { state: "unavailable", reason: "request_failed" } as const;
    const sent = { state: "available", chars: 3 } as const;
    const stream = { state: "omitted", reason: "stream" } as const;
    const pending = { state: "pending" } as const;
    const next = (parts: object) =>
      / --part \w+$/.exec(
        formatRequest({ run, request: request(4, parts), output }, contextOf({ id: "n4" })),
      )?.[0];

    expect(next({})).toBe(" --part response");
    expect(next({ response_body: none })).toBe(" --part headers");
    expect(next({ response_body: stream, request_body: sent })).toBe(" --part request");
    expect(next({ response_body: pending, state: "pending" })).toBe(" --part headers");
    expect(next({ response_body: pending })).toBe(" --part response");
  });

  it("reads on in pieces of the same size", () => {
    const body = { state: "available", chars: 400, text: "x", next_offset: 20 } as const;
    const answer = { run, request: request(4, { response_body: body }), output };

    const text = formatRequest(answer, contextOf({ id: "n4", part: "response", max_chars: 20 }));

    expect(text).toContain(
      "next: bsk debug request n4 --session abcd --max-chars 20 --part response --offset 20",
    );
  });

  it("keeps limit and tab of a list", () => {
    const sample = results["debug/operations"];
    if (!sample) throw new Error("no sample");

    const text = formatOperations(
      { ...sample, total: 9, next_since: 7, past_limit: 2 },
      contextOf({ limit: 1, tab_id: 5 }),
    );

    expect(text).toContain(
      "next: bsk debug operations --session abcd --tab-id 5 --limit 1 --since 7",
    );
  });

  it("does not lead on to operations that were read before", () => {
    const sample = results["debug/operations"];
    if (!sample) throw new Error("no sample");

    const text = formatOperations({ ...sample, total: 99, past_limit: 0 }, contextOf({ since: 7 }));

    expect(text).not.toContain("not shown");
    expect(text).toContain("next: bsk debug operation a");
  });

  it("repeats what was typed as one word of the shell", () => {
    const typed = { url: "it's & co", all: true, off: false, fields: ["a", "b"], rule: {} };

    expect(sameFlags(contextOf(typed))).toBe(
      " --session abcd --url 'it'\\''s & co' --all --fields a,b",
    );
  });
});

describe("one request as text", () => {
  it("leaves out the phases that it did not have, and an empty pointer", () => {
    const timing = { connectStart: -1, sendStart: 0.4 };
    const answer = { run, request: request(4, { timing }), output };
    const body = { state: "available", chars: 2, text: "{}", pointer: "" } as const;
    const whole = { run, request: request(4, { response_body: body }), output };

    const lines = formatRequest(answer, contextOf({ id: "n4", part: "timing" })).split("\n");

    expect(lines.slice(2)).toEqual(["  sendStart: 0.4"]);
    expect(formatRequest(whole, contextOf({ id: "n4", part: "response" }))).not.toContain(" at ");
  });
});
