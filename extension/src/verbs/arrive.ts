import { BskError, errors } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import { Attempt, DialogOpened } from "./Attempt.js";
import { DocumentLoad, isAsFar, type Reached } from "./DocumentLoad.js";
import { dialogOpened } from "./Effects.js";
import { PageWatch } from "./PageWatch.js";
import { oneLine } from "./quote.js";
import type { VerbContext } from "./Verb.js";

type Result = ActionResults["page/navigate"];
type Step = NonNullable<ActionParams["page/navigate"]["wait_until"]>;

/** Whether the new document's events tell how far it is; else the page is asked: it stays, or was missed. */
export type Arrival = "heard" | "unheard";

export interface FollowOptions {
  readonly ms: number;
  readonly step: Step;
  /** Where it goes, if that is known. */
  readonly url?: string;
  /** Sets the navigation off; resolves when it is known what it came to. */
  readonly start: (attempt: Attempt, load: DocumentLoad) => Promise<Arrival>;
}

const READY_STATE = { expression: "document.readyState", returnByValue: true };
const STEPS: ReadonlyMap<string, Reached> = new Map([
  ["loading", "commit"],
  ["interactive", "domcontentloaded"],
  ["complete", "load"],
]);
const TITLE_CHARS = 200;
const ANSWER_MS = 1000;
const POLL_MS = 50;
/** How long the events are trusted to tell of the next step. */
const ASK_MS = 1000;
/** An old page that is silent for so long will not make way by itself. With its end, under five seconds. */
const HUNG_MS = 3500;

class OldPageHangs extends Error {}

/**
 * Sets a navigation off and follows it to where it leads, as far as was asked for. The process of an old page that
 * hangs is ended, and the navigation set off again. Throws `page_hung` where that may not be, or is not over yet.
 */
export async function follow(context: VerbContext, options: FollowOptions): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await Attempt.run(context, options.ms, (attempt) => followOnce(attempt, options));
  } catch (error) {
    if (!(error instanceof OldPageHangs)) throw error;
    const { tabId, session, endHung } = context;
    if (!endHung) throw errors.pageKept(tabId, HUNG_MS);
    const ended = await endHung();
    if (!ended) throw errors.pageEnding(tabId, session, HUNG_MS);
    const leftMs = options.ms - (performance.now() - startedAt);
    const again = Attempt.run(context, leftMs, (attempt) => followOnce(attempt, options));
    return { ...(await again.catch(withEnded(ended))), ended_tab_ids: [...ended] };
  }
}

/** What failed after a page was ended says that too. */
function withEnded(ended: readonly number[]): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof BskError)) throw error;
    const { code, message, hint, exitCode, data, cause } = error;
    throw new BskError(code, `${message} The page before hung: its process was ended.`, {
      ...(hint === undefined ? {} : { hint }),
      exitCode,
      data: { ...data, ended_tab_ids: ended },
      cause,
    });
  };
}

async function followOnce(
  attempt: Attempt,
  { ms, step, url = "", start }: FollowOptions,
): Promise<Result> {
  const load = new DocumentLoad();
  const { watch, context } = attempt;
  attempt.onEvent((event) => load.see(event));
  watch.commitsBefore = watch.commits;
  try {
    // Not awaited: a page that hangs or has crashed answers nothing, though a navigation mends it.
    attempt.prepareAside();
    await requireAnswer(attempt);
    const arrival = await start(attempt, load);
    if (load.isErrorPage && load.request?.status === undefined) throw failed(attempt, load);
    if (arrival === "unheard") await askPage(attempt, load);
    await reach(attempt, load, step);
    await attempt.prepare();
    return await soFar(context, load, url);
  } catch (error) {
    if (error instanceof DialogOpened) {
      return { ...(await soFar(context, load, url)), ...dialogOpened(error.dialog) };
    }
    if (!(error instanceof BskError)) throw error;
    const isLate = error.code === "cdp_timeout" && load.reached === "none";
    if (error.code === "cancelled" || isLate) {
      // Until then the old page would say nothing. It may be gone.
      context.cdp.send("Page.stopLoading").catch(() => {});
    }
    if (error.code !== "cdp_timeout") throw error;
    const { session } = context;
    // The run shows what is stopped as aborted: that was bsk, and not the site.
    const hint = isLate
      ? "It was stopped, as nothing had come: give it a longer --timeout, or look at the server."
      : `It goes on: bsk wait-for-navigation --session ${session}`;
    throw errors.timeout("The navigation", ms, { ...(await soFar(context, load, url)) }, hint);
  }
}

function failed({ watch }: Attempt, load: DocumentLoad): BskError {
  const url = watch.url(load.url ?? "");
  return errors.navigationFailed(load.request?.failure ?? "the browser shows an error page", {
    url,
  });
}

/**
 * Asked before the navigation begins: while one is under way, the browser keeps back what the old page is told, a
 * crash too. Throws `OldPageHangs`.
 */
async function requireAnswer(attempt: Attempt): Promise<void> {
  if (attempt.watch.isNavigating) return;
  const asked = attempt.context.cdp.send("Page.getFrameTree", undefined, { deadlineMs: HUNG_MS });
  try {
    await attempt.until(asked);
  } catch (error) {
    attempt.throwIfEnded();
    // One that has crashed says so, and is brought back.
    if (error instanceof BskError && error.code === "cdp_timeout") throw new OldPageHangs();
  }
}

/** How far the document is, from itself. */
export async function askPage(attempt: Attempt, load: DocumentLoad): Promise<void> {
  await attempt.prepare();
  const { result } = await attempt.send("Runtime.evaluate", READY_STATE);
  load.reached = stepOf(result.value) ?? "commit";
}

function stepOf(readyState: unknown): Reached | undefined {
  return typeof readyState === "string" ? STEPS.get(readyState) : undefined;
}

/** Waits until the page is as far as this. Throws `cdp_timeout`. */
export async function reach(attempt: Attempt, load: DocumentLoad, step: Step): Promise<void> {
  const goal = step === "networkidle" ? "load" : step;
  const arrived = load.until(goal);
  while (!isAsFar(load.reached, goal) && attempt.leftMs > 0) {
    await attempt.pause(Math.min(ASK_MS, attempt.leftMs), arrived);
    if (hasBrokenOff(load)) throw failed(attempt, load);
    if (!isAsFar(load.reached, goal)) await lookAgain(attempt, load);
  }
  while (step === "networkidle" && !isAsFar(load.reached, step) && attempt.leftMs > 0) {
    if (load.idleMs >= 0) load.reached = step;
    else await attempt.pause(POLL_MS);
  }
  if (!isAsFar(load.reached, step)) throw errors.cdpTimeout("Page.navigate", 0);
}

/** The rest of the document that is shown will not come, and its load neither; a stop of its own ends a load. */
function hasBrokenOff({ reached, request }: DocumentLoad): boolean {
  const { failure } = request ?? {};
  return reached === "commit" && failure !== undefined && failure !== "net::ERR_ABORTED";
}

/**
 * A document whose process took over while the debugger was being set up tells nothing of what was before, on a
 * busy machine its commit or its load. So it is asked as well; one that does not answer is loading, or hangs.
 */
async function lookAgain(attempt: Attempt, load: DocumentLoad): Promise<void> {
  if (attempt.watch.isNavigating) return;
  const { cdp } = attempt.context;
  const options = { deadlineMs: Math.min(ANSWER_MS, attempt.leftMs + 1) };
  const asked = Promise.all([
    cdp.send("Page.getFrameTree", undefined, options),
    cdp.send("Runtime.evaluate", READY_STATE, options),
  ]);
  const answers = await attempt.until(asked.catch(() => undefined));
  if (!answers) return;
  const [{ frameTree }, { result }] = answers;
  const reached = stepOf(result.value);
  if (reached) load.found(frameTree.frame, reached);
}

/** Where the tab is, and how it came there. */
export async function soFar(
  context: VerbContext,
  load: DocumentLoad,
  url: string,
): Promise<Result> {
  const page = await currentPage(context);
  const { reached, request } = load;
  const watch = PageWatch.of(context.cdp);
  return {
    url: watch.url(page?.url ?? load.url ?? url),
    reached,
    ...(request && { redirects: request.redirects }),
    ...(request?.status === undefined ? {} : { status: request.status }),
    ...(page?.title ? { title: oneLine(page.title, TITLE_CHARS, watch.secrets) } : {}),
  };
}

/** The browser's own word on where the tab is; it needs no answer of the page. */
async function currentPage({
  cdp,
}: VerbContext): Promise<{ readonly url: string; readonly title: string } | undefined> {
  try {
    const deadline = { deadlineMs: ANSWER_MS };
    const { currentIndex, entries } = await cdp.send(
      "Page.getNavigationHistory",
      undefined,
      deadline,
    );
    return entries[currentIndex];
  } catch {
    return undefined; // between two documents it has none; the events have told of the new one
  }
}
