import type { LiveCapture } from "@bsk/core/testing";

export const URL = "http://app.test/api/profile";
export const BODY = '{"displayName":"Ada"}';

export interface Sent {
  readonly url?: string;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly script?: string;
  readonly answered?: { readonly [name: string]: string };
}

/** A whole exchange of the page, or of a script that is named. */
export function dispatchExchange({ session }: LiveCapture, id: string, sent: Sent): void {
  const {
    url = URL,
    method = "POST",
    body = BODY,
    headers = {},
    script = "http://app.test/app.js",
    answered = {},
  } = sent;
  const all = {
    "Content-Type": "application/json",
    "Content-Length": String(body.length),
    ...headers,
  };
  const frame = { functionName: "", scriptId: "1", url: script, lineNumber: 0, columnNumber: 0 };
  session.dispatch("Network.requestWillBeSent", {
    requestId: id,
    loaderId: "L1",
    documentURL: "http://app.test/page",
    timestamp: 10,
    wallTime: 1_700_000_001,
    initiator: { type: "script", stack: { callFrames: [frame] } },
    redirectHasExtraInfo: false,
    type: "Fetch",
    frameId: "F1",
    request: {
      url,
      method,
      headers: all,
      ...(method === "GET" ? {} : { postData: body, hasPostData: true }),
    },
  });
  session.dispatch("Network.requestWillBeSentExtraInfo", {
    requestId: id,
    headers: {
      ...all,
      Host: "app.test",
      Cookie: "a=b",
      "User-Agent": "x",
      "Sec-Fetch-Site": "same-origin",
    },
    associatedCookies: [],
  });
  session.dispatch("Network.responseReceived", {
    requestId: id,
    loaderId: "L1",
    timestamp: 11,
    type: "Fetch",
    hasExtraInfo: false,
    response: {
      url,
      status: 200,
      headers: answered,
      mimeType: "application/json",
      encodedDataLength: 2,
    },
  });
  session.dispatch("Network.loadingFinished", {
    requestId: id,
    timestamp: 12,
    encodedDataLength: 2,
  });
}
