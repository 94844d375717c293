import { errors } from "@bsk/core";
import type { Attempt } from "./Attempt.js";
import { type FramePlace, listFrames } from "./frames.js";
import { callOn, findIn, type Handle, resolveNode, worldOf } from "./Handle.js";
import { isGone } from "./isGone.js";
import { COUNT_MATCHES, findElement } from "./page/findElement.js";
import { type Ref, RefStore } from "./RefStore.js";

/** What a target is now: an element, or nothing (yet). */
export interface Located {
  readonly frames: readonly FramePlace[];
  readonly handle: Handle | undefined;
  /** The element was there and its node is gone. */
  readonly isDetached?: boolean;
}

/** Finds a target once, of a selector the first match; the attempt knows how many there are. Throws `ref_stale`, and `invalid_params` for a selector that is none. */
export async function locate(attempt: Attempt, target: string): Promise<Located> {
  const { refs, session } = attempt.context;
  const name = RefStore.parse(target);
  if (name === undefined) {
    const located = await locateSelector(attempt, target);
    attempt.matches = located.handle ? await countMatches(attempt, located.handle, target) : 0;
    return located;
  }
  const ref = refs.get(name);
  if (!ref) throw errors.refStale(`@${name}`, session);
  return locateRef(attempt, `@${name}`, ref);
}

/** The element now, without waiting for it. Throws `element_not_found` too. */
export async function locateOnce(attempt: Attempt, target: string): Promise<Handle> {
  const { handle } = await locate(attempt, target);
  if (handle) return handle;
  throw errors.elementNotFound(target, attempt.context.session);
}

/** The ref of a target that is one. */
export function refOf(attempt: Attempt, target: string): Ref | undefined {
  const name = RefStore.parse(target);
  return name === undefined ? undefined : attempt.context.refs.get(name);
}

async function locateRef(attempt: Attempt, name: string, ref: Ref): Promise<Located> {
  const frame = await frameOfRef(attempt, name, ref);
  const { frames, place } = frame;
  let handle: Handle | undefined;
  try {
    const executionContextId = await worldOf(attempt, place);
    handle = await resolveNode(attempt, place, {
      backendNodeId: ref.backendNodeId,
      executionContextId,
    });
  } catch (error) {
    if (!isGone(error)) throw error;
    handle = undefined;
  }
  // The document may have changed between the two: only now is it sure that the node is of this one.
  await frameOfRef(attempt, name, ref);
  return { frames, handle, isDetached: handle === undefined };
}

async function frameOfRef(
  attempt: Attempt,
  name: string,
  { frameId, loaderId }: Ref,
): Promise<{ readonly frames: readonly FramePlace[]; readonly place: FramePlace }> {
  const frames = await listFrames(attempt);
  const place = frames.find((frame) => frame.frameId === frameId && frame.loaderId === loaderId);
  if (!place) throw errors.refStale(name, attempt.context.session);
  return { frames, place };
}

async function locateSelector(attempt: Attempt, selector: string): Promise<Located> {
  const frames = await listFrames(attempt);
  const [main, ...inner] = frames;
  const own = main && (await queryFrame(attempt, main, selector));
  if (own) return { frames, handle: own };
  const found = await Promise.all(
    inner.map((frame) =>
      queryFrame(attempt, frame, selector).catch(() => {
        attempt.throwIfEnded();
        return undefined; // a frame that does not answer has nothing to act on
      }),
    ),
  );
  return { frames, handle: found.find((handle) => handle !== undefined) };
}

async function countMatches(attempt: Attempt, handle: Handle, selector: string): Promise<number> {
  try {
    return await callOn<number>(attempt, handle, COUNT_MATCHES, selector);
  } catch (error) {
    if (isGone(error)) return 1; // whoever acts on it next is told so
    throw error;
  }
}

async function queryFrame(
  attempt: Attempt,
  frame: FramePlace,
  selector: string,
): Promise<Handle | undefined> {
  try {
    return await findIn(attempt, frame, String(findElement), selector);
  } catch (error) {
    if (isGone(error)) return undefined; // the frame went away while it was asked
    throw error;
  }
}
