import { describe, expect, test } from "vitest";
import { Core } from "../dist/Core.js";
import type { Draft } from "../dist/redacted.js";
import { redactDraft } from "../dist/redaction/redactDraft.js";
import { seal, sealBareRun } from "../dist/redaction/seal.js";
import {
  consoleRecord,
  operationRecord,
  pageRecord,
  RUN_ID,
  requestRecord,
  runRecord,
} from "../dist/testing/index.js";
import { REPLAY, RULE, VISIT } from "./everyPart.js";

const SECRET = "ghp_ZqxK7vB2nM9pL4tR8wY3cD6fG00000000000";
const hooks = () => new Core().hooks;

function request(
  parts: Parameters<typeof requestRecord>[1] = {},
  bodies: Draft["bodies"] = {},
): Draft<"request"> {
  return { kind: "request", record: requestRecord(1, parts), bodies };
}

/** Every string of the value with its path. */
function* strings(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<(string | number)[]> {
  if (typeof value === "string") yield [...path];
  else if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* strings(item, [...path, at]);
  else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) yield* strings(item, [...path, key]);
  }
}

function withSecret<T>(value: T, [first, ...rest]: readonly (string | number)[]): T {
  if (first === undefined) return `see ${SECRET}` as T;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[first] = withSecret(copy[first], rest);
  return copy as T;
}

/** Set by bsk or bound by the browser: ids, states, closed lists. */
const OWN =
  /(?:^|\/)(?:record|id|run_id|session_id|request_id|source_request_id|operation_id|frame_id|loader_id|document_key|redirect_from|redirect_to|before|after|observations\/\d|state|reason|traffic|resource_type|protocol|cause|source|origin|level|flag|(?:initiator|effect)\/type|integrity\/\w+)$/;

const FULL: readonly Draft[] = [
  request({
    url: "http://app.test/",
    document_url: "http://app.test/",
    error: "e",
    mime_type: "m",
    request_headers: { a: "1" },
    response_headers: { "x-b": "2", "set-cookie": "c=1" },
    response_body: { state: "available", charset: "utf-8" },
    initiator: {
      type: "script",
      url: "http://app.test/a.js",
      frames: [{ url: "u", line: 1, column: 1, function: "f", async: "g" }],
    },
    resource_type: "Fetch",
    protocol: "h2",
    frame_id: "F",
    loader_id: "L",
    redirect_from: "r",
    redirect_to: "r",
  }),
  {
    kind: "console",
    record: consoleRecord(1, {
      text: "t",
      origin: "console",
      source_url: "u",
      stack: [{ url: "u", line: 1, column: 1, function: "f", async: "g" }],
    }),
  },
  {
    kind: "operation",
    record: operationRecord(1, {
      target: "t",
      error: "e",
      before: "b",
      after: "a",
      observations: ["o"],
    }),
  },
  {
    kind: "page",
    record: pageRecord(1, {
      url: "u",
      title: "t",
      text: "x",
      navigation: "reload",
      cause: "load",
      operation_id: "a",
      fields: [{ key: "k", name: "n", label: "l", value: "v", state: "available" }],
    }),
  },
  {
    kind: "run",
    record: runRecord({
      name: "n",
      url: "u",
      storage_error: "e",
      coverage: [{ flag: "plugin_failed", detail: "d" }],
      environment: { extension_version: "1", user_agent: "ua" },
    }),
  },
  { kind: "rule", record: RULE },
  { kind: "replay", record: REPLAY },
  { kind: "visit", record: VISIT },
];

describe("every string of every kind of record", () => {
  test.each(FULL.map((draft) => [draft.kind, draft] as const))("%s", (_kind, draft) => {
    const open: string[] = [];
    for (const path of strings(draft.record)) {
      const name = path.join("/");
      if (OWN.test(name)) continue;
      const sealed = seal(hooks(), { ...draft, record: withSecret(draft.record, path) } as Draft);
      if (!sealed || JSON.stringify(sealed).includes(SECRET)) open.push(name);
    }
    expect(open).toEqual([]);
  });

  test("a field that a plugin added is cleaned too, whatever its name", () => {
    const record = {
      ...requestRecord(1),
      extra: { deep: [{ note: `see ${SECRET}` }] },
      __proto__x: SECRET,
    };
    expect(JSON.stringify(seal(hooks(), { kind: "request", record }))).not.toContain(SECRET);
  });

  test("header names that are prototype keys stay data", () => {
    const headers = JSON.parse('{"__proto__":"1","constructor":"2"}');
    const sealed = seal(hooks(), request({ request_headers: headers }));
    expect(Object.entries(sealed?.record.request_headers ?? {})).toEqual([
      ["__proto__", "1"],
      ["constructor", "2"],
    ]);
    expect(Object.getPrototypeOf(sealed?.record.request_headers)).toBe(Object.prototype);
  });
});

describe("bodies", () => {
  const available = { state: "available", chars: 1, bytes: 9, replay_safe: true } as const;

  test("are redacted, counted and handed out by part", () => {
    const text = '{"password":"hunter2x9"}';
    const draft = request(
      { request_body: available, response_body: available },
      {
        request: { text, contentType: "application/json" },
        response: { text: '{"ok":1}', contentType: "application/json" },
      },
    );
    const sealed = seal(hooks(), draft);
    expect(sealed?.bodies).toEqual([
      {
        id: `${RUN_ID}:n1`,
        run_id: RUN_ID,
        part: "request",
        text: '{"password":"[redacted:password]"}',
      },
      { id: `${RUN_ID}:n1`, run_id: RUN_ID, part: "response", text: '{"ok":1}' },
    ]);
    expect(sealed?.record.request_body).toEqual({
      state: "available",
      chars: 34,
      bytes: 9,
      redacted: true,
    });
    expect(sealed?.record.response_body).toEqual({ ...available, chars: 8 });
    expect(sealed?.bodyMasks).toEqual({ request: { password: 1 }, response: {} });
    expect(sealed?.record.masked).toEqual({ password: 1 });
  });

  test("that cannot be read are omitted whole", () => {
    const sealed = seal(
      hooks(),
      request(
        { response_body: available },
        { response: { text: '{"password":', contentType: "application/json" } },
      ),
    );
    expect(sealed?.bodies).toEqual([]);
    expect(sealed?.record.response_body).toEqual({
      state: "omitted",
      reason: "unparsed_json",
      chars: 1,
      bytes: 9,
    });
  });
});

describe("what redaction says of itself", () => {
  test("a URL that was changed is no longer complete; a truncated one stays truncated", () => {
    const url = "http://app.test/?token=abc123def456";
    expect(seal(hooks(), request({ url }))?.record.integrity.url).toBe("redacted");
    expect(seal(hooks(), request())?.record.integrity.url).toBe("complete");
    const cut = { url: "truncated", metadata: "complete" } as const;
    expect(seal(hooks(), request({ url, integrity: cut }))?.record.integrity.url).toBe("truncated");
  });

  test("what was masked in bodies before is counted with the rest, and a text that comes again anew", () => {
    const bodyMasks = { request: { password: 2 }, response: { token: 5 } };
    const draft = request({ url: "http://a.test/?token=abc123def456" });
    const again = {
      response: { text: '{"token":"abc123def456"}', contentType: "application/json" },
    };

    expect(seal(hooks(), { ...draft, bodyMasks })?.record.masked).toEqual({
      token: 6,
      password: 2,
    });
    expect(seal(hooks(), { ...draft, bodyMasks, bodies: again })?.record.masked).toEqual({
      token: 2,
      password: 2,
    });
  });

  test("a secret field loses its value, by its label, its name, or its state", () => {
    const fields = [
      { key: "a", label: "Password", value: "hunter2", state: "available" },
      { key: "b", label: "x", name: "api_key", value: "hunter2", state: "available" },
      { key: "c", label: "x", value: "hunter2", state: "redacted" },
      { key: "d", label: "Password", state: "redacted" },
      { key: "e", label: "City", value: "Basel", state: "available" },
      { key: "f", label: "Password", value: "", state: "available" },
    ] as const;
    const sealed = seal(hooks(), { kind: "page", record: pageRecord(1, { fields: [...fields] }) });
    expect(sealed?.record.fields?.map(({ value, state }) => [value, state])).toEqual([
      [undefined, "redacted"],
      [undefined, "redacted"],
      [undefined, "redacted"],
      [undefined, "redacted"],
      ["Basel", "available"],
      ["", "available"],
    ]);
    expect(sealed?.record.masked).toEqual({ field: 3 });
  });

  test("what a rule throws on is lost, never let through", () => {
    const trap = { url: "http://app.test/", toString: () => "" };
    const headers = { "x-a": 5 } as never; // no string: the rules throw on it
    const sealed = seal(hooks(), request({ request_headers: headers, error: trap as never }));
    expect(sealed?.record.request_headers).toEqual({ "x-a": "[redacted:redaction_failed]" });
    expect(sealed?.record.masked).toMatchObject({ redaction_failed: 1 });
    const body = {
      get text(): string {
        throw new Error(SECRET);
      },
      contentType: "",
    };
    expect(seal(hooks(), request({}, { response: body }))?.record.response_body).toMatchObject({
      state: "omitted",
      reason: "redaction_failed",
    });
  });
});

describe("a tap that may only remove more", () => {
  const tapped = (fn: (draft: Draft) => unknown) => {
    const core = new Core();
    core.hooks.redact.tap("more", fn as (draft: Draft) => Draft);
    return core.hooks;
  };

  test("gets what core has cleaned, and its result is what is sealed", () => {
    let seen = "";
    const sealed = seal(
      tapped((draft) => {
        seen = JSON.stringify(draft);
        return { ...draft, record: { ...draft.record, url: "gone" } };
      }),
      request({ url: `http://app.test/?token=${SECRET}` }),
    );
    expect(seen).not.toContain(SECRET);
    expect(sealed?.record.url).toBe("gone");
  });

  test("returning nothing leaves the draft as it is", () => {
    expect(
      seal(
        tapped(() => undefined),
        request(),
      )?.record.url,
    ).toBe("http://app.test/api/1");
  });

  test.each<[string, (draft: Draft) => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no");
      },
    ],
    ["returns null", () => null],
    ["returns a number", () => 5],
    ["returns a promise", async (draft) => draft],
    ["returns another kind", (draft) => ({ ...draft, kind: "console" })],
    ["returns another record", (draft) => ({ ...draft, record: { ...draft.record, id: "other" } })],
    ["returns no record", (draft) => ({ kind: draft.kind })],
  ])("loses the record when it %s", (_name, fn) => {
    expect(seal(tapped(fn), request())).toBeUndefined();
  });
});

test("a bare run holds nothing that a person or a page chose", () => {
  const run = runRecord({
    name: "my name",
    url: "http://app.test/words",
    environment: { user_agent: "agent words" },
    coverage: [{ flag: "plugin_failed", detail: `x ${SECRET}` }],
  });
  const bare = sealBareRun(run);
  expect(JSON.stringify(bare)).not.toMatch(/my name|words|ghp_Z/);
  expect(bare).toMatchObject({ id: RUN_ID, state: "capturing", url: "" });
});

test("a draft is never changed in place", () => {
  const draft = request({ url: `http://app.test/?token=${SECRET}` });
  const before = structuredClone(draft.record);
  redactDraft(draft);
  expect(draft.record).toEqual(before);
});
