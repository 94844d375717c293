import { BskError, errors, redactUrl } from "@bsk/core";
import type { ActionParams, ActionResults } from "@bsk/schema";
import { Attempt, DialogOpened } from "./Attempt.js";
import { DocumentLoad, type Reached } from "./DocumentLoad.js";
import { oneLine } from "./quote.js";
import type { Verb, VerbContext } from "./Verb.js";

type Result = ActionResults["page/navigate"];

const DEFAULT_MS = 30_000;
const TITLE_CHARS = 200;
const URL_CHARS = 2048;
const ANSWER_MS = 1000;
const POST_DATA_BYTES = 64 * 1024;
/** An old page that is silent for so long, while nothing came in its place, will not make way. */
const HUNG_MS = 4000;
/** A status of 400 and more without a body: the browser shows a page of its own, and calls it a failure. */
const EMPTY_ERROR_PAGE = "net::ERR_HTTP_RESPONSE_CODE_FAILURE";

/** Goes to a URL, and says where that led: status, redirects, how far the page is. */
export const navigate: Verb<"page/navigate"> = async (params, context) => {
  const url = allowed(params.url);
  const ms = params.timeout_ms ?? DEFAULT_MS;
  return Attempt.run(context, ms, (attempt) => go(attempt, url, params, ms));
};

function allowed(text: string): string {
  if (text === "about:blank") return text;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw errors.urlNotAllowed("it is not an absolute URL");
  }
  if (url.protocol === "http:" || url.protocol === "https:") return url.href;
  throw errors.urlNotAllowed("only http, https and about:blank are opened");
}

async function go(
  attempt: Attempt,
  url: string,
  { wait_until: step = "load" }: ActionParams["page/navigate"],
  ms: number,
): Promise<Result> {
  const load = new DocumentLoad();
  attempt.onEvent((event) => load.see(event));
  try {
    enableDomains(attempt);
    const hung = unlessHung(attempt, load);
    const isHeard = await Promise.race([start(attempt, load, url), hung]);
    if (!isHeard || !attempt.watch.isReady) await askPage(attempt, load);
    await Promise.race([reach(attempt, load, step), hung]);
    return await soFar(attempt.context, load, url);
  } catch (error) {
    if (error instanceof DialogOpened) {
      return { ...(await soFar(attempt.context, load, url)), dialog: error.dialog };
    }
    if (!(error instanceof BskError)) throw error;
    if (error.code === "cancelled") {
      attempt.context.cdp.send("Page.stopLoading").catch(() => {}); // the page may be gone
    }
    if (error.code !== "cdp_timeout") throw error;
    throw errors.timeout("The navigation", ms, { ...(await soFar(attempt.context, load, url)) });
  }
}

/**
 * Sent without waiting for the answers: the browser takes commands in order, and a page that hangs or has
 * crashed answers none, though a navigation mends it.
 */
function enableDomains(attempt: Attempt): void {
  attempt.prepare().catch(() => {}); // done again after the commit
  if (attempt.watch.hasNetwork) return; // enabling again could narrow what a capture asked for
  attempt.send("Network.enable", { maxPostDataSize: POST_DATA_BYTES }).catch(() => {});
}

/** True when a new document comes and is heard of, false when the page stays, as for a fragment. */
async function start(attempt: Attempt, load: DocumentLoad, url: string): Promise<boolean> {
  const { loaderId, errorText, isDownload } = await attempt.send(
    "Page.navigate",
    { url },
    { deadlineMs: attempt.leftMs + 1 },
  );
  const status = loaderId === undefined ? undefined : load.requestOf(loaderId)?.status;
  const isAnswer =
    errorText === undefined || (errorText === EMPTY_ERROR_PAGE && status !== undefined);
  if (isAnswer && !isDownload) return loaderId !== undefined && !load.expect(loaderId);
  const data = { url: shown(url), ...(status === undefined ? {} : { status }) };
  if (isDownload) throw errors.navigationFailed("the URL is a download; the page stays", data);
  if (status === 204 || status === 205) {
    throw errors.navigationFailed(`the server answered ${status}; the page stays`, data);
  }
  throw errors.navigationFailed(errorText ?? "unknown", data);
}

/** Never resolves; throws `page_hung` when the old page hangs and no new one comes. */
async function unlessHung(attempt: Attempt, load: DocumentLoad): Promise<never> {
  const { cdp, tabId, session } = attempt.context;
  try {
    await cdp.send("Page.getFrameTree", undefined, { deadlineMs: HUNG_MS });
  } catch (error) {
    const isSilent = error instanceof BskError && error.code === "cdp_timeout";
    if (isSilent && load.reached === "none") throw errors.pageHung(tabId, session, HUNG_MS);
  }
  return new Promise<never>(() => {});
}

/** How far the document is, from itself: it was there before (`#part`), or its events were not heard. */
async function askPage(attempt: Attempt, load: DocumentLoad): Promise<void> {
  await attempt.prepare();
  const { result } = await attempt.ask("Runtime.evaluate", {
    expression: "document.readyState",
    returnByValue: true,
  });
  const states: readonly unknown[] = ["loading", "interactive", "complete"];
  const steps: readonly Reached[] = ["commit", "domcontentloaded", "load"];
  load.reached = steps[states.indexOf(result.value)] ?? "commit";
}

async function reach(attempt: Attempt, load: DocumentLoad, step: Reached): Promise<void> {
  const arrived = load.until(step);
  let isThere = false;
  await attempt.pause(
    attempt.leftMs,
    arrived.then(() => {
      isThere = true;
    }),
  );
  if (!isThere) throw errors.cdpTimeout("Page.navigate", 0);
}

async function soFar(context: VerbContext, load: DocumentLoad, url: string): Promise<Result> {
  const page = await currentPage(context);
  const { reached, request } = load;
  return {
    url: shown(page?.url ?? load.url ?? url),
    reached,
    ...(request && { redirects: request.redirects }),
    ...(request?.status === undefined ? {} : { status: request.status }),
    ...(page?.title ? { title: oneLine(page.title, TITLE_CHARS) } : {}),
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

function shown(url: string): string {
  return redactUrl(url.slice(0, URL_CHARS));
}
