import { drive, liveCapture } from "@bsk/core/testing";
import { expect, test } from "vitest";
import { ReplayPlugin } from "../dist/index.js";

const URL = "http://app.test/api/list";

test.each([
  ["net::ERR_ABORTED", "L2", "interrupted", /page went away.*may have been sent/],
  ["net::ERR_ABORTED", "L1", "failed", /refused/],
  ["net::ERR_FAILED", "L2", "failed", /refused/],
])("a replay whose request ends by %s, with document %s there, is %s", async (...row) => {
  const [errorText, now, state, error] = row;
  const { session, clock, act } = await liveCapture([new ReplayPlugin()]);
  const begin = (requestId: string, url: string): void => {
    const frame = { functionName: "", scriptId: "1", url, lineNumber: 0, columnNumber: 0 };
    const headers = { Host: "app.test" };
    session.dispatch("Network.requestWillBeSent", {
      requestId,
      loaderId: "L1",
      documentURL: "http://app.test/page",
      timestamp: 10,
      wallTime: 1_700_000_001,
      initiator: { type: "script", stack: { callFrames: [frame] } },
      redirectHasExtraInfo: false,
      type: "Fetch",
      frameId: "F1",
      request: { url: URL, method: "GET", headers },
    });
    session.dispatch("Network.requestWillBeSentExtraInfo", {
      requestId,
      headers,
      associatedCookies: [],
    });
  };
  let loaderId = "L1";
  session.answer("Page.getFrameTree", () => ({
    frameTree: { frame: { id: "F1", loaderId, url: "http://app.test/page" } },
  }));
  session.answer("Runtime.evaluate", ({ params }) => {
    const { expression } = params as { expression: string };
    const script = /sourceURL=(bsk-replay\S+)/.exec(expression)?.[1];
    if (script === undefined) return { result: {} };
    begin("1.2", script);
    const end = { requestId: "1.2", timestamp: 12, type: "Fetch", errorText, canceled: true };
    session.dispatch("Network.loadingFailed", end);
    loaderId = now;
    return { result: { value: { kind: "failed" } } };
  });
  begin("1.1", "http://app.test/app.js");
  session.dispatch("Network.loadingFinished", {
    requestId: "1.1",
    timestamp: 12,
    encodedDataLength: 2,
  });

  const answer = await drive(clock, act("replay", { id: "n1", replay: { key: "k1" } }));

  expect(answer).toMatchObject({ replay: { state, error: expect.stringMatching(error) } });
});
