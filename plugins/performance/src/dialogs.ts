import type { AnimationFrame, LongTask, ObservedVisit } from "@bsk/schema";

/** A JavaScript dialog of the tab, epoch ms; it is open still where it has not closed. */
export interface Dialog {
  readonly openedAt: number;
  readonly closedAt?: number;
}

/** What the browser tells of a dialog comes a moment later than the page's own clock has it, on a busy machine more. */
const SLACK_MS = 250;
const LONG_MS = 50;

interface Tallied<T> {
  readonly count: number;
  readonly total_ms: number;
  readonly max_ms: number;
  readonly costliest: T[];
}

/**
 * A reading whose tasks and frames are without the time that a dialog stood open: until it was answered the page's
 * scripts waited, and were not busy. What is left of a task counts while it is a long one. `isKnown`: no dialog may
 * be left in the sums.
 */
export function withoutDialogs(
  visit: ObservedVisit,
  dialogs: readonly Dialog[],
): { readonly visit: ObservedVisit; readonly isKnown: boolean } {
  if (dialogs.length === 0) return { visit, isKnown: true };
  const tasks = lessen(visit.long_tasks, dialogs);
  const frames = lessen(visit.animation_frames, dialogs);
  return {
    visit: { ...visit, long_tasks: tasks.tallied, animation_frames: frames.tallied },
    isKnown: tasks.isKnown && frames.isKnown,
  };
}

function lessen<T extends LongTask | AnimationFrame>(
  { count, total_ms: total, max_ms: max, costliest }: Tallied<T>,
  dialogs: readonly Dialog[],
): { readonly tallied: Tallied<T>; readonly isKnown: boolean } {
  const told = costliest.map((task): T => {
    const dialogMs = Math.round(sum(dialogs.map((dialog) => within(dialog, task))));
    return dialogMs === 0 ? task : { ...task, dialog_ms: dialogMs };
  });
  const touched = told.filter((task) => task.dialog_ms !== undefined);
  const longMs = (task: T): number => (ownMs(task) < LONG_MS ? 0 : ownMs(task));
  const tallied = {
    count: count - touched.filter((task) => longMs(task) === 0).length,
    total_ms: total - sum(touched.map((task) => task.duration_ms - longMs(task))),
    max_ms: touched.length === 0 ? max : Math.max(0, ...told.map(longMs)),
    costliest: told,
  };
  const isAll = count === costliest.length;
  const isPlaced = (dialog: Dialog): boolean => {
    if (costliest.some((task) => within(dialog, task) > 0)) return true;
    return isAll && !costliest.some((task) => overlaps(dialog, task));
  };
  return { tallied, isKnown: dialogs.every(isPlaced) };
}

/** What is the page's own of it. */
function ownMs({ duration_ms: ms, dialog_ms: dialogMs = 0 }: LongTask | AnimationFrame): number {
  return ms - dialogMs;
}

/** For how long a dialog stood open in a task that holds all of it. */
function within(
  { openedAt, closedAt }: Dialog,
  { at, duration_ms: ms }: LongTask | AnimationFrame,
): number {
  if (closedAt === undefined) return 0;
  if (openedAt < at - SLACK_MS || closedAt > at + ms + SLACK_MS) return 0;
  return Math.max(0, Math.min(closedAt, at + ms) - Math.max(openedAt, at));
}

function overlaps(
  { openedAt, closedAt = Number.POSITIVE_INFINITY }: Dialog,
  { at, duration_ms: ms }: LongTask | AnimationFrame,
): boolean {
  return openedAt < at + ms - SLACK_MS && closedAt > at + SLACK_MS;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
