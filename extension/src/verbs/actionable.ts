import { errors } from "@bsk/core";
import type { Attempt } from "./Attempt.js";
import { type FramePlace, inFrame } from "./frames.js";
import { callOn, type Handle, resolveNode, worldOf } from "./Handle.js";
import { isGone } from "./isGone.js";
import { type Located, locate } from "./locate.js";
import {
  type Box,
  type Needs,
  PROBE,
  PROBE_FRAME,
  type Probe,
  type ProbeOptions,
} from "./page/probe.js";
import { pageMetrics } from "./pageMetrics.js";
import { RefStore } from "./RefStore.js";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An element that can be acted on now, and where it is in the tab's viewport. */
export interface Actionable {
  readonly handle: Handle;
  readonly point: Point;
  /** The same in the viewport of the element's own frame. */
  readonly own: Point;
}

export interface ActionableOptions {
  /** Looks at the element before the waiting: throws when no waiting would help. */
  readonly check?: (handle: Handle) => Promise<void>;
  /** What the action asks of the element besides being visible and still; default a click's. */
  readonly needs?: Needs;
  /** How long to wait, where that is less than the attempt's own time. */
  readonly limitMs?: number;
}

/** A node that a framework takes out and puts back is back within this time. */
const DETACHED_MS = 500;
const POLL_MS = 40;
const ALIGN: readonly ProbeOptions["align"][] = ["center", "start", "end"];
const CLICK: Needs = { isEnabled: true, isHit: true };

/**
 * Waits until the target is attached, visible, still, and what else the action needs. Throws
 * `element_not_found`, `ref_stale`, `page_not_shown`, or `element_not_actionable` with the reason.
 */
export async function untilActionable(
  attempt: Attempt,
  target: string,
  { check, needs = CLICK, limitMs = attempt.leftMs }: ActionableOptions = {},
): Promise<Actionable> {
  const reserveMs = Math.max(0, attempt.leftMs - limitMs);
  let fault: string | undefined;
  let previous: Box | undefined;
  let detachedSince: number | undefined;
  for (let round = 0; ; round += 1) {
    const located = await locate(attempt, target);
    if (located.handle) await check?.(located.handle);
    const mustScroll = needs.isScrolled === true || (fault?.startsWith("covered") ?? false);
    const seen = await look(attempt, located, {
      align: ALIGN[round % ALIGN.length] ?? "center",
      mustScroll,
      needs,
      ...(previous === undefined ? {} : { previous }),
    });
    const { handle, point, own } = seen;
    if (handle && point && own) return { handle, point, own };
    fault = seen.fault;
    previous = seen.box;
    const { overlay } = attempt.context;
    if (seen.coveredAt && (await overlay?.stepAside(seen.coveredAt))) continue;
    if (fault !== "detached") detachedSince = undefined;
    else detachedSince ??= performance.now();
    const isLost = detachedSince !== undefined && performance.now() - detachedSince > DETACHED_MS;
    if (attempt.leftMs <= reserveMs || (isLost && RefStore.parse(target) !== undefined)) {
      if (fault === undefined) throw errors.elementNotFound(target, attempt.context.session);
      await pageMetrics(attempt); // without a size nothing is visible, and all is covered
      throw errors.elementNotActionable(target, fault, attempt.context.session);
    }
    await attempt.pause(Math.min(POLL_MS, attempt.leftMs + 1));
  }
}

interface Look {
  readonly handle?: Handle;
  readonly point?: Point;
  readonly own?: Point;
  readonly fault?: string;
  readonly box?: Box;
  /** Where something else is on top. */
  readonly coveredAt?: Point;
}

async function look(attempt: Attempt, located: Located, options: ProbeOptions): Promise<Look> {
  const { handle, frames } = located;
  if (!handle) return located.isDetached ? { fault: "detached" } : {};
  try {
    const own = await callOn<Probe>(attempt, handle, PROBE, options);
    const kept = own.box === undefined ? {} : { box: own.box };
    if (own.fault !== undefined) return { fault: own.fault, ...kept, ...covering(own) };
    const whole = await throughFrames(attempt, { frame: handle.frame, frames }, own, options.needs);
    if (whole.fault !== undefined) return { fault: whole.fault, ...kept, ...covering(whole) };
    const { x, y } = own;
    return { handle, point: { x: whole.x, y: whole.y }, own: { x, y }, ...kept };
  } catch (error) {
    if (!isGone(error)) throw error;
    return { fault: "detached" };
  }
}

function covering({ fault, x, y }: Probe): Pick<Look, "coveredAt"> {
  return fault?.startsWith("covered") ? { coveredAt: { x, y } } : {};
}

/** From a frame's own viewport outwards to the tab's, looking at each frame on the way. */
export async function throughFrames(
  attempt: Attempt,
  { frame, frames }: { readonly frame: FramePlace; readonly frames: readonly FramePlace[] },
  point: Probe,
  needs: Needs,
): Promise<Probe> {
  const parent = frames.find(({ frameId }) => frameId === frame.parentId);
  if (!parent) return point;
  const { backendNodeId } = await attempt.send(
    "DOM.getFrameOwner",
    { frameId: frame.frameId },
    inFrame(parent),
  );
  const executionContextId = await worldOf(attempt, parent);
  const owner = await resolveNode(attempt, parent, { backendNodeId, executionContextId });
  if (!owner) return { fault: "detached", ...point };
  const outer = await callOn<Probe>(attempt, owner, PROBE_FRAME, { x: point.x, y: point.y }, needs);
  if (outer.fault !== undefined) return outer;
  return throughFrames(attempt, { frame: parent, frames }, outer, needs);
}
