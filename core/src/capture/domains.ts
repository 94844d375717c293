import { BskError } from "../errors.js";
import type { CdpSession, SendOptions } from "../ports.js";
import { BOUNDS } from "./bounds.js";

/** Enables what a recorder of the tab itself needs. Async stacks cost nothing measurable; without them an initiator has one frame. */
export async function enableDomains(session: CdpSession): Promise<void> {
  keepBodies(session, {});
  await Promise.all([
    session.send("Network.enable", networkParams()),
    session.send("Page.enable"),
    session.send("Runtime.enable"),
    session.send("Runtime.setAsyncCallStackDepth", { maxDepth: 8 }),
    session.send("Log.enable"),
  ]);
}

/**
 * The same for a frame of another process or a worker. Sent in one go and never awaited: a target that waits for the
 * debugger may not answer before it is resumed.
 */
export function enableChild(session: CdpSession, sessionId: string, failed: () => void): void {
  const options = { sessionId };
  keepBodies(session, options);
  const sent = [
    session.send("Network.enable", networkParams(), options),
    session.send("Runtime.enable", undefined, options),
    session.send("Runtime.setAsyncCallStackDepth", { maxDepth: 8 }, options),
    session.send("Log.enable", undefined, options),
  ];
  void Promise.all(sent.map((one) => one.catch(unlessUnsupported))).catch(failed);
}

/** What a target of this kind does not have, it has not lost. */
function unlessUnsupported(error: unknown): void {
  if (error instanceof BskError && error.message.includes("wasn't found")) return;
  throw error;
}

/** Bodies then survive a navigation. Not every browser has it, and a recorder can do without. */
function keepBodies(session: CdpSession, options: SendOptions): void {
  const params = {
    maxTotalBufferSize: BOUNDS.browserBufferBytes,
    maxResourceBufferSize: BOUNDS.browserResourceBytes,
  };
  void session.send("Network.configureDurableMessages", params, options).catch(ignore);
}

function networkParams(): {
  maxTotalBufferSize: number;
  maxResourceBufferSize: number;
  maxPostDataSize: number;
} {
  return {
    maxTotalBufferSize: BOUNDS.browserBufferBytes,
    maxResourceBufferSize: BOUNDS.browserResourceBytes,
    maxPostDataSize: BOUNDS.postDataBytes,
  };
}

function ignore(): void {}
