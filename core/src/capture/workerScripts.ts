import type { Hop } from "./Hop.js";

/** The script of a service worker, which the browser process fetches. */
export function isServiceWorkerScript({ record, requestExtra }: Hop): boolean {
  const { worker, url } = record;
  return requestExtra === undefined && worker?.type === "service" && worker.url === url;
}

/** The script of a shared worker: the last one of its redirects. */
export function isOfSharedWorker({ record, requestExtra, responseExtra }: Hop): boolean {
  const status = responseExtra?.statusCode ?? 0;
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  const isAsked = requestExtra && record.request_headers?.["sec-fetch-dest"] === "sharedworker";
  return isAsked === true && !isRedirect;
}
