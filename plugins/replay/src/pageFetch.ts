import type { ReplayRequest } from "./buildRequest.js";

/** How long the page may take for it all. */
export const REQUEST_MS = 15_000;
/** What is read of an answer. */
const READ_BYTES = 256 * 1024;

/** What the page says of a replay. */
export type PageAnswer =
  | {
      readonly kind: "done";
      readonly status: number;
      readonly bytes: number;
      readonly cut: boolean;
    }
  | { readonly kind: "moved" | "late" | "stopped" | "failed" };

/** The name by which a replay's requests are told from all others: it stands in the stack that sent them. */
export function sourceUrl(replayId: string): string {
  return `bsk-replay-${replayId}`;
}

/**
 * The expression that sends it, for an isolated world of the page: the page's cookies, the page's origin, and no
 * function that the page could have replaced. The origin is looked at in the very moment of sending.
 */
export function sendExpression(replayId: string, request: ReplayRequest): string {
  const { url, origin, method, headers, body } = request;
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const given = JSON.stringify([origin, url, init, REQUEST_MS, READ_BYTES, handle(replayId)]);
  return `(async ([origin, url, init, ms, most, handle]) => {
  if (location.origin !== origin) return { kind: "moved" };
  const control = new AbortController();
  globalThis[handle] = () => control.abort("stopped");
  const timer = setTimeout(() => control.abort("late"), ms);
  try {
    const response = await fetch(url, {
      ...init,
      mode: "same-origin",
      credentials: "same-origin",
      redirect: "error",
      cache: "no-store",
      signal: control.signal,
    });
    const reader = response.body?.getReader();
    let bytes = 0;
    let cut = false;
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader.read()) {
      bytes += piece.value.byteLength;
      cut = bytes > most;
      if (!cut) continue;
      await reader.cancel();
      break;
    }
    return { kind: "done", status: response.status, bytes: Math.min(bytes, most), cut };
  } catch {
    return { kind: control.signal.aborted ? control.signal.reason : "failed" };
  } finally {
    clearTimeout(timer);
    delete globalThis[handle];
  }
})(${given})
//# sourceURL=${sourceUrl(replayId)}`;
}

/** Ends a replay that is on its way, in the same world. */
export function stopExpression(replayId: string): string {
  return `globalThis[${JSON.stringify(handle(replayId))}]?.()`;
}

/** The page's answer, if it is one. */
export function readAnswer(value: unknown): PageAnswer | undefined {
  // The assertion only opens the value for the looks that decide what it is.
  const { kind, status, bytes, cut } = (value ?? {}) as { readonly [name: string]: unknown };
  if (kind === "moved" || kind === "late" || kind === "stopped" || kind === "failed")
    return { kind };
  const isDone =
    kind === "done" &&
    typeof status === "number" &&
    typeof bytes === "number" &&
    typeof cut === "boolean";
  return isDone ? { kind, status, bytes, cut } : undefined;
}

function handle(replayId: string): string {
  return `bsk stop ${replayId}`;
}
