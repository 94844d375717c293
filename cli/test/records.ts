import type {
  ActionResults,
  BrowserInfo,
  ConsoleRecord,
  FieldChain,
  LinkedOperation,
  PageRecord,
  RequestRow,
  RunRecord,
} from "../../schema/dist/index.js";

import { findResults } from "./findRecords.js";

export const RUN_ID = "d3f0c2a91b7e4";
const START = new Date(2026, 0, 15, 12, 4, 31, 220).getTime();
const output = { budget: 65_536, truncated: false, omitted: [] };

export const run: RunRecord = {
  record: "run",
  id: RUN_ID,
  session_id: "abcd",
  tab_id: 7,
  name: "Save fails",
  url: "http://localhost:3000/profile",
  started_at: START,
  state: "capturing",
  counts: {
    requests: 18,
    operations: 3,
    console: 2,
    pages: 4,
    errors: 1,
    dropped_requests: 0,
    dropped_operations: 0,
    dropped_console: 0,
  },
  coverage: [{ flag: "from_start" }],
  next_since: 40,
  durable_sequence: 40,
};

export function request(number: number, rest: Partial<RequestRow> = {}): RequestRow {
  return {
    id: `${RUN_ID}:n${number}`,
    run_id: RUN_ID,
    sequence: number,
    started_at: START + number * 100,
    finished_at: START + number * 100 + 42,
    method: "GET",
    url: "http://localhost:3000/api/profile",
    integrity: { url: "complete", metadata: "complete" },
    state: "complete",
    traffic: "page",
    status: 200,
    resource_type: "Fetch",
    mime_type: "application/json",
    duration_ms: 42,
    transfer_bytes: 1229,
    request_body: { state: "empty", reason: "method_has_no_body" },
    response_body: { state: "available", chars: 1200 },
    ...rest,
  };
}

export const failedSave: RequestRow = request(12, {
  method: "POST",
  status: 422,
  duration_ms: 118,
  transfer_bytes: 64,
  request_body: { state: "available", chars: 24 },
  response_body: { state: "available", chars: 41 },
});

const { status: _none, ...failedImage } = request(4, { state: "failed", error: "net::ERR_FAILED" });

export const operation: LinkedOperation = {
  record: "operation",
  id: `${RUN_ID}:a3`,
  run_id: RUN_ID,
  sequence: 30,
  method: "click",
  source: "agent",
  target: 'button "Save"',
  started_at: START,
  finished_at: START + 61,
  state: "completed",
  request_ids: [failedSave.id],
  console_ids: [`${RUN_ID}:c4`],
  links: [{ request_id: failedSave.id, relation: "initiator" }],
};

export const consoleError: ConsoleRecord = {
  record: "console",
  id: `${RUN_ID}:c4`,
  run_id: RUN_ID,
  sequence: 31,
  at: START + 200,
  last_at: START + 200,
  level: "error",
  origin: "console",
  text: "save failed 422",
  count: 1,
  source: "website",
  source_url: "http://localhost:3000/assets/profile.js?v=3",
  line: 41,
  column: 9,
};

export const field: FieldChain = {
  key: "http://localhost:3000/profile|form|name:displayName",
  label: "Name",
  name: "displayName",
  before: { state: "available", value: "Ada" },
  input: { state: "available", value: "Ada L." },
  submitted: [
    { state: "available", value: "Ada L.", pointer: "/displayName", source: failedSave.id },
  ],
  response: [{ state: "missing" }],
  later: { state: "missing" },
};

export const page: PageRecord = {
  record: "page",
  id: `${RUN_ID}:g1`,
  run_id: RUN_ID,
  sequence: 1,
  at: START,
  cause: "load",
  state: "available",
  url: "http://localhost:3000/profile",
  title: "Profile",
  text: "Profile\nCould not save",
  fields: [
    { key: "id:name", name: "displayName", label: "Name", value: "Ada", state: "available" },
  ],
  navigation: "reload",
};

export const browser: BrowserInfo = {
  id: "0a1b2c3d",
  name: "managed-1",
  kind: "managed",
  state: "connected",
  product: "Chromium/156",
  headless: true,
  pid: 4242,
  sessions: ["abcd"],
};

const session = { id: "abcd", browser: "managed-1", window_id: 3, tab_id: 7, started_at: START };
const tab = { tab_id: 7, url: "http://localhost:3000/profile", title: "Profile", active: true };
const capability = { name: "requests", summary: "List requests.", parameters: ["session"] };

/** A true-to-schema answer of every action that a command calls. */
const arrived = {
  url: "http://localhost:3000/profile",
  status: 200,
  reached: "load" as const,
  title: "Profile",
};

/** An answer of each action, as its schema allows it. */
export const results = {
  ...findResults(run, failedSave),
  "browser/list": { browsers: [browser] },
  "browser/start": { browser, warnings: ["the sandbox is off: bsk runs as root"] },
  "browser/stop": { stopped: ["managed-1"] },
  "daemon/stop": { stopped: true, sessions_ended: 1 },
  "debug/analyze": { run, report: {}, output },
  "debug/capabilities": {
    capabilities: {
      schema_version: 1,
      protocol: "1.0",
      extension: { version: "0.1.0", build: "abc" },
      actions: [capability],
      analyzers: [{ ...capability, reads: ["requests"], live: false }],
      limits: { requests: 2000 },
      output: { rows_max: 100 },
      storage: { where: "IndexedDB", bounds: { run_pins: 20 } },
      execution: {
        browser_commands_per_session: 1,
        reads_wait_for_commands: false,
        captures_per_session: 1,
        captures_per_browser: 4,
        start_deadline_ms: 10_000,
      },
      network_controls: { commands: ["rule_add"] },
      redaction: { note: "best effort", rules: ["password"] },
      unsupported: ["sockets"],
    },
  },
  "debug/console": { run, console: [consoleError], total: 1, output },
  "debug/history": {
    runs: [
      {
        id: run.id,
        session_id: "abcd",
        tab_id: 7,
        name: "Save fails",
        url: run.url,
        started_at: START,
        stopped_at: START + 12_300,
        state: "stopped",
        counts: run.counts,
        storage: { requests: 18, bytes: 20_480, dropped: 0, pins: 2 },
        is_owned: true,
      },
    ],
    total: 1,
    output,
  },
  "debug/pin": { run, request: { ...failedSave, pinned: true }, output },
  "debug/unpin": { run, request: failedSave, output },
  "debug/operation": {
    run,
    operation,
    evidence: {
      fields: [field],
      payloads: [],
      links: operation.links,
      gaps: [],
      changes: {
        state: "available",
        added: ["Could not save"],
        removed: [],
        passed: [],
        truncated: false,
      },
    },
    requests: [{ ...failedSave, relation: "initiator" }],
    console: [{ ...consoleError, relation: "window" }],
    output,
  },
  "debug/listing": {
    run,
    folds: [
      { first: request(7), count: 1, url: request(7).url, span_ms: 0, ids: [request(7).id] },
      { first: failedSave, count: 1, url: failedSave.url, span_ms: 0, ids: [failedSave.id] },
    ],
    matched: 2,
    total: 18,
    hidden: { static: 0, extension: 0 },
    past_limit: 0,
    output,
  },
  "debug/activity": {
    activity: {
      state: "running",
      command_id: "c3",
      method: "page/click",
      started_at: START,
      elapsed_ms: 1200,
    },
  },
  "debug/wait": { activity: { state: "idle" }, wait_complete: true, wait_timed_out: false },
  "browser/forget": { forgotten: "work" },
  "pair/start": { code: "ABCDE-FGH12", port: 52861, window_ms: 60_000 },
  "pair/wait": { browser: { ...browser, id: "0a1b2c3d", name: "work", kind: "user" } },
  "debug/operations": {
    run,
    operations: [operation],
    total: 1,
    next_since: 40,
    past_limit: 0,
    truncated: false,
    output,
  },
  "debug/pages": { run, pages: [page], total: 1, output },
  "debug/request": {
    run,
    request: {
      ...failedSave,
      response_body: { state: "available", chars: 41, text: '{"error":{"code":"name_required"}}' },
    },
    output,
  },
  "debug/requests": {
    run,
    requests: [request(7), failedSave],
    matched: 2,
    total: 18,
    next_since: 40,
    truncated: false,
    output,
  },
  "debug/start": { run, output },
  "debug/status": { runs: [run], output },
  "debug/stop": { run: { ...run, state: "stopped", stop_reason: "requested" }, output },
  "debug/summary": {
    run,
    summary: {
      requests: { total: 18, business: 7, by_state: { complete: 17, failed: 1 } },
      failed: { count: 1, rows: [failedImage] },
      http_errors: { count: 1, rows: [failedSave] },
      slow: {
        count: 1,
        rows: [request(15, { duration_ms: 1204, url: "http://localhost:3000/api/report" })],
      },
      slow_ms: 1000,
      console_errors: { count: 1, entries: [consoleError] },
      operations: {
        total: 3,
        near_failure: [
          {
            operation_id: operation.id,
            method: "click",
            target: 'button "Save"',
            request_ids: [failedSave.id],
            console_ids: [consoleError.id],
          },
        ],
      },
      gaps: [{ flag: "console_limit", count: 4 }],
    },
    output,
  },
  "page/blur": { did: 'blur textbox "Name"' },
  "page/click": { did: 'clicked button "Save"', operation_id: operation.id },
  "page/console": {
    messages: [{ seq: 1, at: START, level: "error", origin: "exception", text: "boom", count: 1 }],
    next_since: 1,
    more: 0,
    dropped: 0,
  },
  "page/dialog": { did: "no dialog is open", open: false },
  "page/evaluate": { ok: true, type: "string", value: "Profile", text: "Profile" },
  "page/focus": { did: 'focus textbox "Name"' },
  "page/get-html": {
    url: "http://localhost:3000/",
    html: "<html></html>",
    bytes: 13,
    truncated: false,
  },
  "page/hover": { did: 'hover button "Save"' },
  "page/fill": { did: 'filled textbox "Name"', verified: true },
  "page/navigate": arrived,
  "page/navigate-back": arrived,
  "page/navigate-forward": arrived,
  "page/network": {
    requests: [
      {
        seq: 2,
        at: START,
        kind: "response",
        method: "GET",
        url: "http://localhost:3000/api",
        status: 200,
        resource_type: "Fetch",
      },
    ],
    next_since: 2,
    more: 0,
    dropped: 0,
  },
  "page/press": { did: "press Enter" },
  "page/reload": arrived,
  "page/scroll-to": { did: 'scroll-to button "Save"' },
  "page/select": { did: "select combobox", selected: ["Red"] },
  "page/snapshot": {
    url: "http://localhost:3000/profile",
    title: "Profile",
    tree: 'main\n  button "Save" @e1',
    refs: 1,
    truncated: false,
  },
  "page/wait-for-element": { satisfied: true, found: "visible", waited_ms: 3 },
  "page/wait-for-navigation": { ...arrived, satisfied: true, waited_ms: 3 },
  "page/wheel": { did: "wheel 0 200" },
  "session/list": { sessions: [session] },
  "session/start": { session },
  "session/stop": { stopped: ["abcd"], failed: [], returned_tab_ids: [], return_failures: [] },
  "system/status": {
    daemon: { state: "running", pid: 12, version: "0.1.0", build: "abc", port: 52861, home: "/h" },
    browsers: [browser],
    sessions: [session],
  },
  "tab/borrow": { tab, confirmed: "once" },
  "tab/close": { closed: 7 },
  "tab/create": { tab },
  "tab/list": { tabs: [tab] },
  "tab/return": { returned: 7, window_id: 3, not_restored: [] },
  "tab/select": { tab },
} satisfies { readonly [M in keyof ActionResults]?: ActionResults[M] };

/** The table above as answers of a fake daemon. */
export function answersFrom(
  own: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => unknown>> = {},
): Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => unknown>> {
  const table = Object.entries(results).map(([method, result]) => [method, () => result] as const);
  return { ...Object.fromEntries(table), ...own };
}
