import type { ScriptedSession } from "@bsk/core/testing";

export interface Asked {
  readonly networkId?: string;
  readonly url?: string;
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
  readonly type?: string;
  readonly child?: string;
}

const API = "http://app.test/api/profile";

/** The browser holds a request, and says so. */
export function pause(session: ScriptedSession, id: string, asked: Asked = {}): void {
  const { networkId = `net-${id}`, type = "XHR", child, ...request } = asked;
  session.dispatch(
    "Fetch.requestPaused",
    {
      requestId: id,
      ...(networkId === "" ? {} : { networkId }),
      resourceType: type,
      frameId: "F1",
      request: requestOf(request),
    },
    child,
  );
}

/** The Network domain tells of a request. */
export function announce(
  session: ScriptedSession,
  id: string,
  asked: Omit<Asked, "networkId" | "child"> = {},
): void {
  const { type = "Fetch", ...request } = asked;
  session.dispatch("Network.requestWillBeSent", {
    requestId: `net-${id}`,
    loaderId: "L1",
    documentURL: "http://app.test/page",
    timestamp: 10,
    wallTime: 1_700_000_001,
    initiator: { type: "script" },
    redirectHasExtraInfo: false,
    type,
    frameId: "F1",
    request: requestOf(request),
  });
}

/** The Network domain tells that a request failed. */
export function fail(session: ScriptedSession, id: string): void {
  session.dispatch("Network.loadingFailed", {
    requestId: `net-${id}`,
    timestamp: 11,
    type: "Fetch",
    errorText: "net::ERR_ABORTED",
    canceled: true,
  });
}

function requestOf({ url = API, method = "GET", headers = {}, body }: Asked) {
  return {
    url,
    method,
    headers,
    ...(body === undefined ? {} : { postData: body, hasPostData: true }),
  };
}

/** What the browser was told about held requests, in order. */
export function answers(session: ScriptedSession): string[] {
  return session.sent.flatMap(({ method, params }) => {
    const { requestId } = (params ?? {}) as { requestId?: string };
    return method.startsWith("Fetch.") && requestId !== undefined
      ? [`${method.slice("Fetch.".length)} ${requestId}`]
      : [];
  });
}

/** The latest answer for one held request. */
export function answer(session: ScriptedSession, id: string): { readonly [name: string]: unknown } {
  const sent = session.sent.filter(
    ({ method, params }) =>
      method.startsWith("Fetch.") && (params as { requestId?: string })?.requestId === id,
  );
  return (sent.at(-1)?.params ?? {}) as { readonly [name: string]: unknown };
}

/** The text in a base64 answer. */
export function textOf(base64: unknown): string {
  return Buffer.from(String(base64), "base64").toString("utf8");
}

/** Lets promises that are due run. */
export const settle = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));
