import type { ReplayRecord, RuleRecord, VisitRecord } from "@bsk/schema";
import { RUN_ID, START } from "../dist/testing/index.js";

/** Records of the kinds that plugins make, each with every part that holds text. */
export const RULE: RuleRecord = {
  record: "rule",
  id: `${RUN_ID}:r1`,
  run_id: RUN_ID,
  sequence: 1,
  name: "n",
  match: { url: "http://app.test/*", method: "POST", resource_type: "Fetch" },
  effect: {
    type: "modify",
    url: "http://app.test/other",
    method: "PUT",
    headers: { "x-a": "1" },
    body: "b",
    json: { rename: { a: "b" }, remove: ["c"], set: { d: "e", f: { g: ["h"] } } },
  },
  times: 1,
  state: "exhausted",
  hits: 1,
  failures: 1,
  created_at: START,
  last_error: "e",
};

export const REPLAY: ReplayRecord = {
  record: "replay",
  id: `${RUN_ID}:x1`,
  run_id: RUN_ID,
  sequence: 1,
  key: "k",
  source_request_id: `${RUN_ID}:n1`,
  request_id: `${RUN_ID}:n2`,
  state: "failed",
  started_at: START,
  finished_at: START + 1,
  error: "e",
};

const script = {
  duration_ms: 9,
  invoker: "BUTTON#save.onclick",
  source_url: "http://app.test/app.js",
  function_name: "save",
};
const rect = { x: 0, y: 0, width: 1, height: 1 };

export const VISIT: VisitRecord = {
  record: "visit",
  id: `${RUN_ID}:p1`,
  run_id: RUN_ID,
  sequence: 1,
  document_key: `${START}:1`,
  time_origin: START,
  started_at: START,
  observed_at: START + 9,
  url: "http://app.test/",
  navigation: "navigate",
  state: "completed",
  early: true,
  visibility: [{ at: START, state: "visible" }],
  visibility_truncated: false,
  metrics: {
    lcp_ms: {
      state: "available",
      reasons: [],
      value: 5,
      attribution: { target: "img#hero", url: "http://app.test/h.png", script },
    },
    cls: {
      state: "available",
      reasons: [],
      value: 0.1,
      attribution: { sources: [{ target: "p", from: rect, to: rect }] },
    },
  },
  long_tasks: [],
  long_tasks_truncated: false,
  coverage: [],
  scope: "main_frame",
  animation_frames: [{ at: START, duration_ms: 60, blocking_ms: 10, scripts: [script] }],
  animation_frames_truncated: false,
};
