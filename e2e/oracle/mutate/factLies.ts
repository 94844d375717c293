import { type Mutation, oneOf, type Subject } from "./Mutation.js";
import { nameOf } from "./recordLies.js";

type Request = Subject["records"][number];

/** Lies about one fact of one request. */
export const FACT_LIES: Readonly<Record<string, Mutation>> = {
  shift_status: change((record) => ({ status: (record.status ?? 0) + 1 }), isAnswered),
  status_200_to_500: change(
    () => ({ status: 500 }),
    ({ status }) => status === 200,
  ),
  no_status: change(
    () => ({ status: undefined }),
    ({ status, state }) => status !== undefined && state === "complete",
  ),
  wire_status: change(
    (record) => ({
      wire_status: [200, 304].includes(record.wire_status ?? record.status ?? 0) ? 418 : 304,
    }),
    isAnswered,
  ),
  mark_failed: change(() => ({ state: "failed", error: "net::ERR_CONNECTION_RESET" }), isComplete),
  mark_aborted: change(
    () => ({ state: "failed", error: "net::ERR_ABORTED" }),
    ({ state, decoded_bytes: bytes = 0 }) => state === "complete" && bytes > 0,
  ),
  mark_blocked: change(
    () => ({ state: "failed", error: "net::ERR_BLOCKED_BY_CLIENT blocked: other" }),
    isSameOrigin,
  ),
  mark_pending: change(() => ({ state: "pending" }), isComplete),
  mark_open: change(() => ({ state: "open" }), isComplete),
  mark_redirected: change(() => ({ state: "redirected" }), isComplete),
  mark_complete: change(
    () => ({ state: "complete" }),
    ({ state }) => state === "failed",
  ),
  no_error: change(
    () => ({ error: undefined }),
    ({ error }) => error !== undefined,
  ),
  change_method: change(({ method }) => ({ method: method === "GET" ? "POST" : "GET" })),
  change_url: change(
    ({ url }) => ({ url: url.replace(/.(?=[?#]|$)/, (last) => (last === "~" ? "-" : "~")) }),
    ({ integrity }) => integrity.url === "complete",
  ),
  change_query: change(
    ({ url }) => ({ url: `${url.split("#", 1)[0]}${url.includes("?") ? "&" : "?"}more=1` }),
    ({ integrity }) => integrity.url === "complete",
  ),
  change_origin: change(({ url }) => ({ url: url.replace(/:\d+/, ":9") })),
  mask_url: change(
    ({ url }) => ({ url: url.replace(/\/[^/]*$/, "/[redacted:token]") }),
    ({ integrity }) => integrity.url === "complete",
  ),
  wrong_decoded: change(
    (record) => ({ decoded_bytes: (record.decoded_bytes ?? 0) + 1 }),
    isComplete,
  ),
  wrong_transferred: change(
    (record) => ({ transfer_bytes: (record.transfer_bytes ?? 0) + 100_000 }),
    isComplete,
  ),
  claim_cached: change(
    () => ({ from_cache: true }),
    ({ wire_status: wire }) => wire === undefined,
  ),
  claim_service_worker: change(() => ({ from_service_worker: true })),
  claim_mocked: change(() => ({
    intervention: { rule_id: "none", type: "mock", state: "applied" },
  })),
  claim_inline: change(() => ({ traffic: "inline" })),
  claim_preflight: change(
    () => ({ traffic: "preflight" }),
    ({ traffic }) => traffic === "page",
  ),
  claim_page: change(
    () => ({ traffic: "page" }),
    ({ traffic }) => traffic === "preflight",
  ),
  claim_replayed: change(() => ({ traffic: "replayed" })),
  change_type: change(({ resource_type: type }) => ({
    resource_type: type === "Image" ? "Script" : "Image",
  })),
  change_protocol: change(() => ({ protocol: "h3" }), isComplete),
  change_mime: change(
    () => ({ mime_type: "application/pdf" }),
    ({ mime_type: mime }) => mime === "application/json",
  ),
  too_late: change(({ started_at: at }) => ({ started_at: at + 60_000 })),
  too_early: change(
    ({ started_at: at }) => ({ started_at: at - 3_600_000 }),
    ({ integrity }) => integrity.start === undefined,
  ),
  end_before_answer: change(
    ({ started_at: at }) => ({ finished_at: at - 1000 }),
    ({ finished_at: at }) => at !== undefined,
  ),
  wrong_duration: change(
    ({ duration_ms: ms = 0 }) => ({ duration_ms: ms + 5 }),
    ({ duration_ms: ms }) => ms !== undefined,
  ),
  other_run: change(() => ({ run_id: "d000000000000" })),
  change_request_header: header("request_headers", (value) => `${value}~`),
  change_response_header: header("response_headers", (value) => `${value}~`),
  drop_request_header: header("request_headers", () => undefined),
  drop_response_header: header("response_headers", () => undefined),
  mask_request_header: header("request_headers", () => "[redacted:cookie]"),
  drop_all_request_headers: change(() => ({ request_headers: undefined })),
  drop_all_response_headers: change(() => ({ response_headers: undefined }), isComplete),
  invent_request_header: added("request_headers"),
  invent_response_header: added("response_headers"),
  headers_cut: change(
    (record) => ({ integrity: { ...record.integrity, response_headers: "truncated" } }),
    ({ integrity }) => integrity.response_headers === "complete",
  ),
};

function change(
  lie: (record: Request) => object,
  fits: (record: Request) => boolean = () => true,
): Mutation {
  return (subject) => {
    const record = oneOf(subject, subject.records.filter(fits));
    if (!record) return undefined;
    const name = nameOf(record);
    const changes = lie(record);
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) Reflect.deleteProperty(record, key);
      else Object.assign(record, { [key]: value });
    }
    return `${name} ${JSON.stringify(changes).slice(0, 100)}`;
  };
}

function header(
  side: "request_headers" | "response_headers",
  lie: (value: string) => string | undefined,
): Mutation {
  return (subject) => {
    const record = oneOf(
      subject,
      subject.records.filter((one) => Object.keys(one[side] ?? {}).length > 0),
    );
    const headers = record?.[side];
    const name = oneOf(
      subject,
      Object.keys(headers ?? {}).filter((one) => !/cookie/.test(one)),
    );
    if (!record || !headers || name === undefined) return undefined;
    const value = lie(headers[name] ?? "");
    const { [name]: _old, ...rest } = headers;
    record[side] = value === undefined ? rest : { ...rest, [name]: value };
    return `${nameOf(record)} ${name}`;
  };
}

function added(side: "request_headers" | "response_headers"): Mutation {
  return change(
    (record) => ({ [side]: { ...record[side], "x-invented": "1" } }),
    (record) => record[side] !== undefined,
  );
}

function isComplete({ state }: Request): boolean {
  return state === "complete";
}

function isAnswered({ status }: Request): boolean {
  return status !== undefined;
}

function isSameOrigin({ state, request_headers: headers }: Request): boolean {
  return state === "complete" && headers?.["sec-fetch-site"] === "same-origin";
}
