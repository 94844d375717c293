import { isFailure } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import { formatOperation } from "../format/operation.js";
import type { CommandSpec, Invocation } from "./CommandSpec.js";
import { action, fromAction } from "./fromAction.js";

const MAX_BODIES = 3;
const BODY_CHARS = 300;
const TEXT_BUDGET = 262_144;

/** In text, the start of each body of a failure is read as well: it is what the reader would ask for next. */
export const debugOperation: CommandSpec = fromAction(
  action("debug/operation"),
  async (invocation) => {
    const { params, call, context, json } = invocation;
    // The budget is one of JSON: text counts every request and shows few.
    const asked = json ? params : { budget: TEXT_BUDGET, ...params };
    const result = await call("debug/operation", asked);
    const errorBodies = json
      ? new Map<string, string>()
      : await readErrorBodies(result, invocation);
    return {
      value: result,
      text: () => formatOperation({ result, errorBodies, now: Date.now() }, context),
    };
  },
);

async function readErrorBodies(
  { requests, run, evidence }: ActionResults["debug/operation"],
  { params, call }: Invocation,
): Promise<ReadonlyMap<string, string>> {
  const told = new Set(evidence.failures_told?.map(({ request_id: id }) => id));
  const readable = requests.filter(({ response_body: { state } }) => hasText(state));
  const failed = [
    ...readable.filter(isFailure),
    ...readable.filter((row) => told.has(row.id) && !isFailure(row)),
  ];
  const which = { session: params.session, run_id: run.id };
  const read = failed.slice(0, MAX_BODIES).map(async ({ id }) => {
    const part = { id, part: "response", max_chars: BODY_CHARS };
    const { request } = await call("debug/request", { ...which, ...part });
    return [id, request.response_body.text ?? ""] as const;
  });
  return new Map((await Promise.all(read)).filter(([, text]) => text !== ""));
}

function hasText(state: string): boolean {
  return state === "available" || state === "truncated";
}
