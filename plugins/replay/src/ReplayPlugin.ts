import type {
  CaptureContext,
  Check,
  Core,
  Plugin,
  PluginManifest,
  PluginParams,
  PluginReport,
} from "@bsk/core";
import type { RequestRecord } from "@bsk/schema";
import type { Attempt } from "./Attempt.js";
import { format } from "./format.js";
import { PARAMS, RESULT } from "./generated/schemas.js";
import type { ReplayParams, ReplayReport } from "./generated/types.js";
import { validateReplayParams, validateReplayReport } from "./generated/validators.js";
import { ReplayBook } from "./ReplayBook.js";

/** Sends a recorded request again, from the page it came from, and links the two. */
export class ReplayPlugin implements Plugin {
  readonly manifest: PluginManifest = {
    name: "replay",
    summary: "Send a recorded request again, as it was or with changes, from the page itself.",
    description: `{"key", "url"?, "method"?, "headers"?: {"x": "set", "y": null}, "body"?}
It sends a new request and may change data on the server. The same key gives the earlier attempt, its failure too, and sends nothing; to send again on purpose, use another key.
Source, destination and page must have one origin. What is not given is the source's; evidence that is redacted, cut or unverified is never sent: give a complete url or body, replace a redacted header or remove it with null.
The browser itself sets cookies, origin and lengths. Redirects are refused; 15 s, 256 KiB. Rules apply. The page's code does not see the answer.`,
    examples: [
      `bsk debug replay n12 --session abcd --replay '{"key":"attempt-1","body":"{\\"name\\":\\"Bob\\"}"}'`,
      "bsk debug replay n12 --session abcd --replay-file replay.json",
    ],
    api: 1,
    args: ["id"],
    params: PARAMS,
    result: RESULT,
    reads: ["requests", "bodies", "replays"],
    live: true,
    format: (report, flags) => format(report as unknown as ReplayReport, flags), // core validated it
  };

  readonly validators: { readonly params: Check; readonly result: Check } = {
    params: validateReplayParams,
    result: validateReplayReport,
  };

  /** By run, from its first replay to its end. */
  readonly #books = new Map<string, ReplayBook>();

  apply({ hooks }: Core): void {
    const { name } = this.manifest;
    hooks.action
      .for(name)
      .tapPromise(name, (params, context, signal) => this.#send(params, context, signal));
    hooks.recordCaptured.tap(name, ({ kind, record }, { runId }) => {
      // The kind says what the record is.
      if (kind === "request") this.#books.get(runId)?.claim(record as RequestRecord);
    });
    hooks.captureStopping.tapPromise(name, async ({ runId }) => {
      await this.#books.get(runId)?.stop();
      this.#books.delete(runId);
    });
  }

  async #send(
    params: PluginParams,
    context: CaptureContext,
    signal: AbortSignal,
  ): Promise<PluginReport> {
    const { id, replay } = params as unknown as ReplayParams; // core validated it by this plugin's schema
    const book = this.#books.get(context.runId) ?? new ReplayBook(context);
    this.#books.set(context.runId, book);
    const { attempt, isRepeated } = await book.send(id, replay, signal);
    return { ...(await reportOf(attempt, context, isRepeated)) };
  }
}

async function reportOf(
  attempt: Attempt,
  context: CaptureContext,
  repeated: boolean,
): Promise<ReplayReport> {
  const reader = context.reader(new AbortController().signal);
  let row: ReplayReport["replay"] | undefined;
  for await (const replay of reader.replays()) {
    if (replay.id !== attempt.id) continue;
    const { record: _record, run_id: _run, sequence: _sequence, masked: _masked, ...rest } = replay;
    row = rest;
  }
  if (!row) throw new Error("the replay's own record is not kept"); // redaction refused it: told in coverage
  const request = await sentRequest(reader.requests(), attempt.requestId);
  const { response } = attempt;
  return {
    replay: row,
    ...(request === undefined ? {} : { request }),
    ...(response === undefined ? {} : { response }),
    repeated,
  };
}

async function sentRequest(
  requests: AsyncIterable<RequestRecord>,
  id: string | undefined,
): Promise<ReplayReport["request"]> {
  for await (const request of requests) {
    if (request.id !== id) continue;
    const { method, state, status, duration_ms: duration, error } = request;
    return {
      id: request.id,
      method,
      state,
      ...(status === undefined ? {} : { status }),
      ...(duration === undefined ? {} : { duration_ms: duration }),
      ...(error === undefined ? {} : { error }),
    };
  }
  return undefined;
}
