import { failPaused, type PausedId, type VolatileState } from "@bsk/core";
import { sendCdp } from "./sendCdp.js";

/** Holds no request any more, and leaves those alone that are held. */
const NOTHING = { patterns: [{ urlPattern: "bsk-holds:nothing" }] };

/**
 * Requests of tabs that a stopped worker left attached, held for a rule that nobody executes any more. They are
 * failed: what hangs hangs the page, and detaching would send it to the server.
 */
export class FailedOrphans {
  readonly #failing = new Set<Promise<unknown>>();

  /** Sees the events of tabs that nobody here attached; the browser kept them for this worker. */
  handle(
    { tabId, sessionId }: { readonly tabId?: number; readonly sessionId?: string },
    method: string,
    params: object | undefined,
  ): void {
    if (method !== "Fetch.requestPaused" || tabId === undefined) return;
    const { requestId } = params as { requestId: string }; // the protocol's own type
    const failing = fail(tabId, {
      requestId,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    this.#failing.add(failing);
    void failing.then(() => this.#failing.delete(failing));
  }

  /** Resolves when what was written down and what was told is failed. Never rejects. */
  async settle(tabId: number, volatile: VolatileState): Promise<void> {
    await failPaused(volatile, tabId, (paused) => fail(tabId, paused));
    // Behind its answer no event of a request that is held already can come.
    await sendCdp({ tabId }, "Fetch.enable", NOTHING).catch(() => undefined); // somebody else's tab
    await Promise.all(this.#failing);
  }
}

/** What the browser does not know any more was answered, or went with its page. */
async function fail(tabId: number, { requestId, sessionId }: PausedId): Promise<void> {
  const target = { tabId, ...(sessionId === undefined ? {} : { sessionId }) };
  await sendCdp(target, "Fetch.failRequest", { requestId, errorReason: "Aborted" }).catch(
    () => undefined,
  );
}
