import {
  BOUNDS,
  BskError,
  Capture,
  type Clock,
  enforceHistory,
  errors,
  HISTORY_LIMITS,
} from "@bsk/core";
import type { ActionParams, RunRecord } from "@bsk/schema";
import type { AttachedTab, CapturesOptions } from "./Captures.js";

/** All of a start: clearing history, attaching, enabling, the first reading of the page. */
const START_MS = BOUNDS.startDeadlineMs;

/** How long the answer waits for what had begun to be taken back; a store that hangs ends on its own. */
const ROLLBACK_MS = 5000;

export interface CaptureStart {
  readonly tabId: number;
  readonly params: ActionParams["debug/start"];
  readonly signal: AbortSignal;
  /** Captures on their way, this one with them: the history has room for each. */
  readonly starting: number;
  /** The capture has come to its end. */
  readonly ended: (runId: string) => void;
}

/** A capture that runs. What does not run in time, or is cancelled, is rolled back wherever it had got to. */
export async function beginCapture<Tab extends AttachedTab>(
  options: CapturesOptions<Tab>,
  start: CaptureStart,
): Promise<Capture> {
  const { signal, starting } = start;
  let capture: Capture | undefined;
  let isOver = false;
  const check = (): void => {
    if (isOver || signal.aborted) throw errors.cancelled("Starting the capture");
  };
  const begin = async (): Promise<Capture> => {
    check();
    const runs = HISTORY_LIMITS.runs - starting;
    await enforceHistory(options.store, options.clock.now(), { ...HISTORY_LIMITS, runs });
    check();
    capture = await openCapture(options, start, check);
    await capture.start();
    return capture;
  };
  try {
    return await within(begin(), signal, options.clock);
  } catch (error) {
    isOver = true;
    if (capture) await rollBack(capture, reasonOf(error, signal), options.clock);
    throw error;
  }
}

async function openCapture<Tab extends AttachedTab>(
  options: CapturesOptions<Tab>,
  { tabId, params, ended }: CaptureStart,
  check: () => void,
): Promise<Capture> {
  const { debuggers, ...host } = options;
  const session = await debuggers.acquire(tabId);
  try {
    check();
    const { frameTree } = await session.send("Page.getFrameTree");
    check();
    const runId = newRunId();
    return new Capture({
      ...host,
      session,
      runId,
      sessionId: params.session,
      tabId,
      secrets: options.secretsOf(tabId, params.session),
      url: frameTree.frame.url,
      isAlone: (workerUrl) => options.isAloneAt(tabId, workerUrl),
      ...(params.name === undefined ? {} : { name: params.name }),
      ended: () => {
        void debuggers.release(session);
        ended(runId);
      },
      detach: () => debuggers.drop(session),
    });
  } catch (error) {
    await debuggers.release(session);
    throw error;
  }
}

function reasonOf(error: unknown, signal: AbortSignal): NonNullable<RunRecord["stop_reason"]> {
  if (signal.aborted) return "cancelled";
  return error instanceof BskError && error.code === "timeout" ? "start_timeout" : "start_failed";
}

async function rollBack(
  capture: Capture,
  reason: NonNullable<RunRecord["stop_reason"]>,
  clock: Clock,
): Promise<void> {
  let cancelTimer: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    cancelTimer = clock.after(ROLLBACK_MS, resolve);
  });
  await Promise.race([capture.stop(reason), late]);
  cancelTimer();
}

function newRunId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return `d${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

async function within<T>(work: Promise<T>, signal: AbortSignal, clock: Clock): Promise<T> {
  let cancelTimer: () => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    cancelTimer = clock.after(START_MS, () =>
      reject(errors.timeout("Starting the capture", START_MS)),
    );
    signal.addEventListener("abort", () => reject(errors.cancelled("Starting the capture")), {
      once: true,
    });
  });
  try {
    return await Promise.race([work, ended]);
  } finally {
    cancelTimer();
    work.catch(() => undefined); // its fault was told, or came too late to matter
  }
}
