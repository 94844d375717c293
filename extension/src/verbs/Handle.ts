import { errors } from "@bsk/core";
import type { Attempt } from "./Attempt.js";
import { type FramePlace, inFrame } from "./frames.js";
import { VERB_WORLD } from "./page/pageFunction.js";

/** Everything a verb holds in the page is let go with this group. */
export const OBJECT_GROUP = "bsk-verbs";

/** An element, as an object of the verbs' isolated world in its frame. */
export interface Handle {
  readonly frame: FramePlace;
  readonly objectId: string;
}

/** The verbs' world in a frame's document; it dies with the document. */
export async function worldOf(attempt: Attempt, frame: FramePlace): Promise<number> {
  const { executionContextId } = await attempt.send(
    "Page.createIsolatedWorld",
    { frameId: frame.frameId, worldName: VERB_WORLD },
    inFrame(frame),
  );
  return executionContextId;
}

/** The element of a node id; undefined when the node is gone. */
export async function resolveNode(
  attempt: Attempt,
  frame: FramePlace,
  node: { readonly backendNodeId: number; readonly executionContextId?: number },
): Promise<Handle | undefined> {
  const { object } = await attempt.send(
    "DOM.resolveNode",
    { ...node, objectGroup: OBJECT_GROUP },
    inFrame(frame),
  );
  return object.objectId === undefined ? undefined : { frame, objectId: object.objectId };
}

/** The element that a function of the verbs' world finds in a frame; throws what that function throws as `invalid_params`. */
export async function findIn(
  attempt: Attempt,
  frame: FramePlace,
  source: string,
  ...values: readonly unknown[]
): Promise<Handle | undefined> {
  const { result, exceptionDetails } = await attempt.send(
    "Runtime.callFunctionOn",
    {
      functionDeclaration: source,
      executionContextId: await worldOf(attempt, frame),
      arguments: values.map((value) => ({ value })),
      objectGroup: OBJECT_GROUP,
    },
    inFrame(frame),
  );
  if (exceptionDetails) {
    throw errors.invalidParams(
      'The target is neither a ref (@e4, from a snapshot) nor a CSS selector (as "#save" or "[name=qty]"; no text=…).',
      { target: values[0] },
      `bsk snapshot --session ${attempt.context.session}`,
    );
  }
  return result.objectId === undefined ? undefined : { frame, objectId: result.objectId };
}

/** Calls a page function (see `pageFunction`) on an element; `T` is what that function returns. */
export async function callOn<T>(
  attempt: Attempt,
  handle: Handle,
  source: string,
  ...values: readonly unknown[]
): Promise<T> {
  const { result, exceptionDetails } = await attempt.send(
    "Runtime.callFunctionOn",
    {
      functionDeclaration: source,
      objectId: handle.objectId,
      arguments: values.map((value) => ({ value })),
      returnByValue: true,
      awaitPromise: true,
    },
    inFrame(handle.frame),
  );
  if (exceptionDetails) {
    throw errors.cdpFailed("Runtime.callFunctionOn", "a function of bsk failed in the page");
  }
  return result.value as T; // made by our own function, out of reach of the page's scripts
}

/** The same for cleaning up: not awaited, since the page may be gone or stand still, and done in any case. */
export function callLater({ context }: Attempt, { frame, objectId }: Handle, source: string): void {
  context.cdp
    .send("Runtime.callFunctionOn", { functionDeclaration: source, objectId }, inFrame(frame))
    .catch(() => {}); // with the document goes what was to be cleaned up
}

/** Lets go of everything held. Not awaited: the page may be gone, or stand still. */
export function releaseAll(attempt: Attempt, frames: Iterable<FramePlace>): void {
  const sessions = new Set([...frames].map(({ sessionId }) => sessionId));
  for (const sessionId of sessions) {
    attempt.context.cdp
      .send(
        "Runtime.releaseObjectGroup",
        { objectGroup: OBJECT_GROUP },
        sessionId === undefined ? {} : { sessionId },
      )
      .catch(() => {}); // what is gone is released already
  }
}
