import { errors } from "../errors.js";
import type { EvidenceStore } from "../ports.js";
import type { EvidenceRecord } from "../records.js";
import { derived } from "../redaction/mint.js";
import { STORAGE_LIMITS, type StorageLimits } from "./limits.js";

type Request = EvidenceRecord<"request">;

/** What a pin is measured against. */
export interface PinScene {
  readonly session: string;
  /** Pins of the run so far. */
  readonly pins: number;
  /** Length of the request's JSON plus its texts. */
  readonly units: number;
  readonly limits: Pick<StorageLimits, "pins" | "requestUnits">;
}

/** Throws `request_pending`, `pin_limit` or `pin_too_large` where a request may not be pinned. */
export function checkPin(request: Request, { session, pins, units, limits }: PinScene): void {
  const { id, state, request_body: sent, response_body: got } = request;
  const isRunning = state === "pending" || state === "open";
  if (isRunning || sent.state === "pending" || got.state === "pending")
    throw errors.requestPending(id, session);
  if (pins >= limits.pins) throw errors.pinLimit(limits.pins, session);
  const most = Math.floor(limits.requestUnits / limits.pins);
  if (units > most) throw errors.pinTooLarge(id, units, most);
}

export interface SavedPin {
  readonly runId: string;
  /** The request's long id. */
  readonly id: string;
  readonly isPinned: boolean;
  readonly limits?: StorageLimits;
}

/** Puts a pin on a request of a run that is not in memory, or takes it off. Throws what `checkPin` throws. */
export async function pinSaved(
  store: EvidenceStore,
  { runId, id, isPinned, limits = STORAGE_LIMITS }: SavedPin,
): Promise<void> {
  const [run] = (await store.runs()).filter((candidate) => candidate.id === runId);
  const requests = await store.records(runId, "request");
  const request = requests.find((candidate) => candidate.id === id);
  if (!run || !request || (request.pinned ?? false) === isPinned) return;
  const pins = requests.filter(({ pinned }) => pinned).length;
  if (isPinned) {
    const texts = await Promise.all([store.body(id, "request"), store.body(id, "response")]);
    const units = texts.reduce(
      (sum, body) => sum + (body?.text.length ?? 0),
      JSON.stringify(request).length,
    );
    checkPin(request, { session: run.session_id, pins, units, limits });
  }
  const sequence = run.next_since + 1;
  const { storage = { requests: requests.length, bytes: 0, dropped: 0, pins } } = run;
  await store.write({
    records: [
      derived(request, pinnedAs(request, isPinned, sequence)),
      derived(run, {
        ...run,
        next_since: sequence,
        durable_sequence: Math.max(run.durable_sequence, sequence),
        storage: { ...storage, pins: pins + (isPinned ? 1 : -1) },
      }),
    ],
    bodies: [],
    evicted: [],
  });
}

/** The request with the pin or without, under a new sequence, so that incremental readers meet it again. */
export function pinnedAs(request: Request, isPinned: boolean, sequence: number): Request {
  const { pinned: _before, ...rest } = request;
  return { ...rest, sequence, ...(isPinned ? { pinned: true } : {}) };
}
