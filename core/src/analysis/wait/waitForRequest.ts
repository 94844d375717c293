import type { ActionParams, ActionResults, RequestRecord } from "@bsk/schema";
import type { EvidenceReader } from "../../EvidenceReader.js";
import { type BskError, errors } from "../../errors.js";
import type { Clock } from "../../ports.js";
import { longId } from "../../storage/recordId.js";
import { associate } from "../associate.js";
import { fitBudget } from "../budget.js";
import { collect } from "../collect.js";
import { matchesFilter } from "../matchesFilter.js";
import { readEvidence } from "../readEvidence.js";
import { listRow } from "../requestRow.js";
import { compactDataUrls, dropRunDetails, shortenStrings } from "../trimSteps.js";
import { nearestOf } from "./nearestOf.js";

type Params = ActionParams["debug/wait-for"];
type Result = ActionResults["debug/wait-for"];

/** A run that may go on. */
export interface WatchedRun {
  /** The evidence as it is now. */
  reader(): Promise<EvidenceReader>;
  /** Undefined for a run that is not in memory any more. */
  readonly live:
    | {
        readonly state: string;
        readonly log: { onChange(listener: () => void): () => void };
      }
    | undefined;
}

export interface WaitContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** Under load the evidence is looked at no more often than this. */
const LOOK_EVERY_MS = 20;

/**
 * The first request that all filters let through and that has ended. Throws `wait_timeout`, `capture_ended`, `cancelled`,
 * `operation_not_found`.
 */
export async function waitForRequest(
  watched: WatchedRun,
  params: Params,
  { clock, signal }: WaitContext,
): Promise<Result> {
  const { timeout_ms: timeoutMs = DEFAULT_TIMEOUT_MS } = params;
  const startedAt = clock.now();
  const changes = new Changes(clock);
  const cancel = (): void => changes.end(errors.cancelled("debug/wait-for"));
  const unsubscribe = watched.live?.log.onChange(() => changes.tell());
  const stopTimer = clock.after(timeoutMs, () => changes.end("late"));
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const known = params.new ? await idsOf(await watched.reader()) : new Set<string>();
    for (let looks = 0; ; looks += 1) {
      const isLast = watched.live?.state !== "capturing"; // before the look: what ended the capture is seen by it
      const reader = await watched.reader();
      const requests = await candidates(reader, params, known);
      const found = requests.find((request) => isFound(request, params));
      // What is there at the first look was not waited for, however long the look takes.
      const waitedMs = looks === 0 ? 0 : clock.now() - startedAt;
      if (found) return await answer(reader, found, { params, waitedMs });
      if (isLast) {
        const { id: runId, stop_reason: reason } = await reader.run();
        throw errors.captureEnded({ runId, reason, session: params.session });
      }
      if ((await changes.next()) === "late")
        throw errors.waitTimeout(timeoutMs, nearestOf(requests, params), params.session);
    }
  } finally {
    unsubscribe?.();
    stopTimer();
    signal.removeEventListener("abort", cancel);
  }
}

/** A change, the end of the time or a cancel: whichever comes. */
class Changes {
  readonly #clock: Clock;
  /** A change was told, and is not due yet. */
  #isComing = false;
  /** It is due, and nobody has looked since. */
  #isDue = false;
  #end: BskError | "late" | undefined;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  tell(): void {
    if (this.#isComing) return;
    this.#isComing = true;
    this.#clock.after(LOOK_EVERY_MS, () => {
      this.#isComing = false;
      this.#isDue = true;
      this.#wake?.();
    });
  }

  end(how: BskError | "late"): void {
    this.#end ??= how;
    this.#wake?.();
  }

  /** Throws what ended the waiting by force. */
  async next(): Promise<"changed" | "late"> {
    if (this.#end === undefined && !this.#isDue)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = undefined;
    this.#isDue = false;
    if (this.#end === undefined) return "changed";
    if (this.#end === "late") return "late";
    throw this.#end;
  }
}

async function idsOf(reader: EvidenceReader): Promise<ReadonlySet<string>> {
  return new Set((await collect(reader.requests())).map(({ id }) => id));
}

/** What may yet be meant: linked to the operation and new, where that is asked. Throws `operation_not_found`. */
async function candidates(
  reader: EvidenceReader,
  { operation, session }: Params,
  known: ReadonlySet<string>,
): Promise<readonly RequestRecord[]> {
  const isNew = ({ id }: RequestRecord): boolean => !known.has(id);
  if (operation === undefined) return (await collect(reader.requests())).filter(isNew);
  const evidence = await readEvidence(reader);
  const id = longId(evidence.run.id, "operation", operation) ?? "";
  if (!evidence.operations.some((one) => one.id === id))
    throw errors.operationNotFound(operation, session);
  const linked = associate(evidence).get(id)?.requests ?? [];
  return linked.map(({ request }) => request).filter(isNew);
}

function isFound(request: RequestRecord, params: Params): boolean {
  if (!matchesFilter(request, params)) return false;
  return params.state !== undefined || hasEnded(request);
}

/** Its body is read, too: whoever waited reads it next. */
function hasEnded({ state, response_body: body }: RequestRecord): boolean {
  return state !== "pending" && state !== "open" && body.state !== "pending";
}

async function answer(
  reader: EvidenceReader,
  request: RequestRecord,
  { params, waitedMs }: { readonly params: Params; readonly waitedMs: number },
): Promise<Result> {
  const { result, omitted } = compactDataUrls({
    run: await reader.run(),
    request: listRow(request, undefined),
    waited_ms: Math.round(waitedMs),
  });
  return fitBudget(result, {
    budget: params.budget,
    omitted,
    steps: [shortenStrings(), dropRunDetails()],
  });
}
