import type { Protocol } from "devtools-protocol";

type Headers = Record<string, string>;

export const PAGE = "http://app.test/page";
/** Wall seconds at which the made events begin; the clock of the tests agrees. */
export const WALL = 1_700_000_000;

export function willBeSent(
  requestId: string,
  parts: Partial<Omit<Protocol.Network.RequestWillBeSentEvent, "request">> & {
    readonly url?: string;
    readonly method?: string;
    readonly headers?: Headers;
    readonly request?: Partial<Protocol.Network.Request>;
  } = {},
) {
  const { url = `http://app.test/${requestId}`, method = "GET", headers = {}, ...rest } = parts;
  return {
    requestId,
    loaderId: "L1",
    documentURL: PAGE,
    timestamp: 10,
    wallTime: WALL + 1,
    initiator: { type: "script" as const },
    redirectHasExtraInfo: false,
    type: "Fetch" as const,
    frameId: "F1",
    hasUserGesture: false,
    ...rest,
    request: {
      url,
      method,
      headers,
      initialPriority: "High" as const,
      referrerPolicy: "no-referrer" as const,
      ...parts.request,
    },
  };
}

export function response(
  url: string,
  parts: Partial<Protocol.Network.Response> = {},
): Protocol.Network.Response {
  return {
    url,
    status: 200,
    statusText: "",
    headers: { "Content-Type": "application/json" },
    mimeType: "application/json",
    charset: "",
    connectionReused: false,
    connectionId: 1,
    encodedDataLength: 100,
    securityState: "insecure",
    ...parts,
  } as Protocol.Network.Response;
}

export function received(
  requestId: string,
  parts: Partial<Protocol.Network.Response> & {
    readonly type?: Protocol.Network.ResourceType;
    readonly hasExtraInfo?: boolean;
  } = {},
) {
  const { type = "Fetch", hasExtraInfo = true, ...rest } = parts;
  return {
    requestId,
    loaderId: "L1",
    timestamp: 10.1,
    type,
    hasExtraInfo,
    frameId: "F1",
    response: response(rest.url ?? `http://app.test/${requestId}`, rest),
  };
}

export function requestExtra(requestId: string, headers: Headers = {}) {
  return { requestId, associatedCookies: [], headers, connectTiming: { requestTime: 1 } };
}

export function responseExtra(requestId: string, statusCode = 200, headers: Headers = {}) {
  return { requestId, blockedCookies: [], headers, resourceIPAddressSpace: "Local", statusCode };
}

export function finished(requestId: string, timestamp = 10.2, encodedDataLength = 150) {
  return { requestId, timestamp, encodedDataLength };
}

export function failed(
  requestId: string,
  errorText: string,
  parts: Partial<Protocol.Network.LoadingFailedEvent> = {},
) {
  return { requestId, timestamp: 10.2, type: "Fetch" as const, errorText, ...parts };
}

export function data(requestId: string, dataLength: number) {
  return { requestId, timestamp: 10.15, dataLength, encodedDataLength: dataLength };
}
