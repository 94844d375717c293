import { type PausedId, readPaused, type VolatileState } from "@bsk/core";
import { type CdpTarget, sendCdp } from "./sendCdp.js";

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

  /** Resolves when what was written down and what was told is failed, in the tab and its frames. Never rejects. */
  async settle(tabId: number, volatile: VolatileState): Promise<void> {
    const { held, sessions } = await readPaused(volatile, tabId);
    await Promise.all(held.map((paused) => fail(tabId, paused)));
    await Promise.all([undefined, ...sessions].map((session) => holdNothing(tabId, session)));
    await Promise.all(this.#failing);
  }
}

/** Behind its answer no event of a request that is held already can come. */
async function holdNothing(tabId: number, sessionId: string | undefined): Promise<void> {
  await sendCdp(targetOf(tabId, sessionId), "Fetch.enable", NOTHING).catch(() => undefined); // somebody else's tab, or a frame that is gone
}

/** What the browser does not know any more was answered, or went with its page. */
async function fail(tabId: number, { requestId, sessionId }: PausedId): Promise<void> {
  const params = { requestId, errorReason: "Aborted" };
  await sendCdp(targetOf(tabId, sessionId), "Fetch.failRequest", params).catch(() => undefined);
}

function targetOf(tabId: number, sessionId: string | undefined): CdpTarget {
  return { tabId, ...(sessionId === undefined ? {} : { sessionId }) };
}
