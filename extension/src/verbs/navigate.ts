import { errors } from "@bsk/core";
import type { Attempt } from "./Attempt.js";
import { type Arrival, follow } from "./arrive.js";
import type { DocumentLoad } from "./DocumentLoad.js";
import type { Verb } from "./Verb.js";

const DEFAULT_MS = 30_000;
/**
 * What the browser calls a failure though the server has answered, and shows a page of its own: a status of 400 and
 * more without a body, and one that asks for a login which nobody gave.
 */
const ANSWERS: ReadonlySet<string> = new Set([
  "net::ERR_HTTP_RESPONSE_CODE_FAILURE",
  "net::ERR_INVALID_AUTH_CREDENTIALS",
]);

/** Another navigation came in between; or the server sent nothing to show, or the page's question was denied. */
const OVERTAKEN = "net::ERR_ABORTED";
const OVERTAKEN_MS = 20;
const TRIES = 50;

/** Goes to a URL, and says where that led: status, redirects, how far the page is. */
export const navigate: Verb<"page/navigate"> = async (params, context) => {
  const url = allowedUrl(params.url);
  const { timeout_ms: ms = DEFAULT_MS, wait_until: step = "load" } = params;
  return follow(context, {
    ms,
    step,
    url,
    start: (attempt, load) => start(attempt, load, url),
  });
};

/** The URL as the browser is given it. Throws `url_not_allowed`. */
export function allowedUrl(text: string): string {
  if (text === "about:blank") return text;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw errors.urlNotAllowed("it is not an absolute URL: begin it with http:// or https://");
  }
  // `localhost:3000` is read as a URL of the scheme `localhost`.
  if (/^[\w.-]+:\d+(?:[/?#]|$)/.test(text))
    throw errors.urlNotAllowed("it has no scheme: begin it with http:// or https://");
  if (url.protocol === "http:" || url.protocol === "https:") return url.href;
  throw errors.urlNotAllowed("only http, https and about:blank are opened");
}

/** A page that reloads itself again and again may overtake a navigation: then it is set off anew. Throws `page_navigates`. */
async function setOff(attempt: Attempt, load: DocumentLoad, url: string) {
  const own = new Set<string>();
  for (let times = 1; ; times += 1) {
    const deadlineMs = attempt.leftMs + 1;
    const answer = await attempt.long("Page.navigate", { url }, { deadlineMs });
    const { loaderId, errorText, isDownload } = answer;
    if (loaderId !== undefined) own.add(loaderId);
    if (errorText !== OVERTAKEN || isDownload) return answer;
    await attempt.pause(OVERTAKEN_MS); // the event of the other one may come behind
    if (!load.hasOtherThan(own)) return answer;
    if (times < TRIES && attempt.leftMs > 0) continue;
    const { tabId, session } = attempt.context;
    throw errors.pageNavigates(tabId, session, { times, isDispatched: false });
  }
}

async function start(attempt: Attempt, load: DocumentLoad, url: string): Promise<Arrival> {
  const { loaderId, errorText, isDownload } = await setOff(attempt, load, url);
  const status = loaderId === undefined ? undefined : load.requestOf(loaderId)?.status;
  const isAnswer = errorText === undefined || (ANSWERS.has(errorText) && status !== undefined);
  if (isAnswer && !isDownload) {
    return loaderId !== undefined && !load.expect(loaderId) ? "heard" : "unheard";
  }
  const data = { url: attempt.watch.url(url), ...(status === undefined ? {} : { status }) };
  if (isDownload) throw errors.navigationFailed("the URL is a download; the page stays", data);
  if (status === 204 || status === 205) {
    throw errors.navigationFailed(`the server answered ${status}; the page stays`, data);
  }
  throw errors.navigationFailed(errorText ?? "unknown", data);
}
