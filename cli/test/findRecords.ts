import type { ActionResults, TimelineRow } from "../../schema/dist/index.js";

type Run = ActionResults["debug/timeline"]["run"];
type Request = ActionResults["debug/wait-for"]["request"];

/** One row of each kind, and an end, in the order of a timeline. */
function timelineRows({ id: run, started_at: start }: Run): TimelineRow[] {
  const row = (
    kind: TimelineRow["kind"],
    id: string,
    { ms, ...facts }: Partial<TimelineRow> & { readonly ms: number },
  ): TimelineRow => ({ kind, id: `${run}:${id}`, at: start + ms, offset_ms: ms, ...facts });
  const url = "http://localhost:3000/api/profile";
  const near = { operation_id: `${run}:a3`, relation: "window" as const };
  return [
    row("navigation", "g1", { ms: 200, navigation: "navigate", url, title: "Profile" }),
    row("operation", "a3", {
      ms: 990,
      method: "click",
      target: 'button "Save"',
      source: "agent",
      state: "completed",
      duration_ms: 61,
    }),
    row("rule", "r1", { ms: 995, effect: "modify", url: "/api/", state: "enabled", hits: 1 }),
    row("request", "n12", {
      ms: 1234,
      method: "POST",
      url,
      status: 422,
      state: "complete",
      duration_ms: 118,
      traffic: "page",
      from_cache: true,
      ...near,
    }),
    row("console", "c4", {
      ms: 1300,
      level: "error",
      text: "save failed 422",
      count: 2,
      source: "website",
      source_url: "http://localhost:3000/profile.js",
      line: 41,
      column: 9,
      ...near,
    }),
    row("request", "n12", {
      ms: 1352,
      phase: "end",
      method: "POST",
      status: 422,
      state: "complete",
      duration_ms: 118,
    }),
    row("replay", "x1", {
      ms: 12_000,
      state: "complete",
      source_request_id: `${run}:n12`,
      request_id: `${run}:n14`,
      duration_ms: 20,
    }),
  ];
}

/** Answers of what looks for something in a run. */
export function findResults(run: Run, request: Request) {
  const output = { budget: 65_536, truncated: false, omitted: [] };
  const at = run.started_at;
  return {
    "debug/timeline": {
      run,
      rows: timelineRows(run),
      matched: 24,
      total: 24,
      hidden: { static: 12, extension: 1 },
      past_limit: 5,
      next_from: `${run.id}:n14:end`,
      next_since: 40,
      output,
    },
    "debug/search": {
      run,
      matches: [
        {
          kind: "request",
          id: request.id,
          at,
          part: "response_body",
          method: "POST",
          status: 422,
          url: request.url,
          count: 100,
          count_limited: true,
          excerpt: '{"error":{"code":"name_required"\n\u202e',
          match_at: 18,
          match_chars: 13,
          offset: 18,
        },
        {
          kind: "page",
          id: `${run.id}:g3`,
          at,
          part: "field",
          name: "displayName",
          url: request.url,
          count: 1,
          same: 2,
          excerpt: "displayName: name_required",
          match_at: 13,
          match_chars: 13,
          offset: 13,
        },
      ],
      places: 5,
      by_kind: { request: 100, page: 3 },
      past_limit: 3,
      searched: {
        chars: 12_000,
        left_out: [
          { part: "response_body", state: "omitted", reason: "body_limit", count: 3 },
          { part: "response_body", state: "truncated", count: 1 },
        ],
      },
      output,
    },
    "debug/wait-for": { run, request, waited_ms: 61, output },
  } satisfies Partial<ActionResults>;
}
