import { BskError, errors } from "@bsk/core";
import { Attempt } from "./Attempt.js";
import { throughFrames, untilActionable } from "./actionable.js";
import { describe } from "./describe.js";
import { listFrames } from "./frames.js";
import { callOn, releaseAll } from "./Handle.js";
import { BOX_OF } from "./page/boxOf.js";
import type { Box } from "./page/probe.js";
import { pageMetrics } from "./pageMetrics.js";
import { pngSize } from "./pngSize.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 15_000;
const FIND_MS = 4000;
/** What one answer can hold (8 MiB), less what stands around it. */
const DATA_CHARS = 7 * 1024 * 1024;
/** What the browser's textures hold. */
const MAX_SIDE = 16_384;

interface Frame {
  readonly what: string;
  /** In CSS pixels of the whole page; undefined: what is in sight. */
  readonly clip?: Box;
  readonly isCut?: boolean;
}

/** A picture of the viewport, of the whole page, or of one element. */
export const screenshot: Verb<"page/screenshot"> = (params, context) => {
  const { target, full_page: isWhole = false, timeout_ms: ms = DEFAULT_MS } = params;
  if (isWhole && target !== undefined) {
    throw errors.invalidParams("Take the whole page or one element, not both.");
  }
  return Attempt.run(context, ms, async (attempt) => {
    await attempt.prepare();
    await attempt.takeFocus();
    const frame =
      target === undefined
        ? await pageFrame(attempt, isWhole)
        : await elementFrame(attempt, target);
    const { what, clip, isCut = false } = frame;
    const around = clip && { clip: { ...clip, scale: 1 }, captureBeyondViewport: true };
    const options = { deadlineMs: attempt.leftMs + 1 };
    const { data } = await attempt
      .long("Page.captureScreenshot", { format: "png", ...around }, options)
      .catch((error: unknown) => {
        if (!(error instanceof BskError) || error.code !== "cdp_timeout") throw error;
        throw errors.timeout("The screenshot", ms);
      });
    const bytes = Math.floor((data.length * 3) / 4) - (data.match(/=+$/)?.[0].length ?? 0);
    if (data.length > DATA_CHARS) throw errors.screenshotTooLarge(bytes);
    return {
      did: `screenshot ${what}`,
      data,
      bytes,
      ...pngSize(data),
      ...(isCut ? { truncated: true } : {}),
    };
  });
};

async function pageFrame(attempt: Attempt, isWhole: boolean): Promise<Frame> {
  const { cssContentSize: size } = await pageMetrics(attempt);
  if (!isWhole) return { what: "viewport" };
  const clip = {
    x: 0,
    y: 0,
    width: Math.min(Math.ceil(size.width), MAX_SIDE),
    height: Math.min(Math.ceil(size.height), MAX_SIDE),
  };
  const isCut = size.height > MAX_SIDE || size.width > MAX_SIDE;
  return { what: "full page", clip, isCut };
}

async function elementFrame(attempt: Attempt, target: string): Promise<Frame> {
  const needs = { isEnabled: false, isHit: false };
  const { handle } = await untilActionable(attempt, target, { needs, limitMs: FIND_MS });
  const words = await describe(attempt, target, handle);
  const frames = await listFrames(attempt);
  const box = await callOn<Box>(attempt, handle, BOX_OF);
  const corner = await throughFrames(attempt, { frame: handle.frame, frames }, box, needs);
  const { cssVisualViewport: view } = await pageMetrics(attempt);
  releaseAll(attempt, [handle.frame]);
  const clip = {
    x: corner.x + view.pageX,
    y: corner.y + view.pageY,
    width: Math.min(Math.max(box.width, 1), MAX_SIDE),
    height: Math.min(Math.max(box.height, 1), MAX_SIDE),
  };
  return { what: words, clip };
}
