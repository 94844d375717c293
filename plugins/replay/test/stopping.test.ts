import { drive, liveCapture } from "@bsk/core/testing";
import { expect, test } from "vitest";
import { ReplayPlugin } from "../dist/index.js";

const TREE = { frameTree: { frame: { id: "F1", url: "http://app.test/page" } } };

test("a replay is never sent when its capture stops while the page is looked at", async () => {
  const live = await liveCapture([new ReplayPlugin()]);
  live.session.dispatch("Network.requestWillBeSent", {
    requestId: "1.1",
    loaderId: "L1",
    documentURL: "http://app.test/page",
    timestamp: 10,
    wallTime: 1_700_000_001,
    initiator: { type: "script" },
    redirectHasExtraInfo: false,
    type: "Fetch",
    frameId: "F1",
    request: { url: "http://app.test/api", method: "GET", headers: {} },
  });
  live.session.dispatch("Network.requestWillBeSentExtraInfo", { requestId: "1.1", headers: {} });
  let show: () => void = () => undefined;
  const shown = new Promise((resolve) => {
    show = () => resolve(TREE);
  });
  let looks = 0;
  live.session.answer("Page.getFrameTree", () => {
    looks += 1;
    return looks === 1 ? shown : TREE;
  });
  const asked = live.act("replay", { id: "n1", replay: { key: "k1" } });
  const refused = expect(asked).rejects.toMatchObject({ code: "no_capture" });
  await new Promise((resolve) => setImmediate(resolve));
  expect(looks).toBe(1);

  await drive(live.clock, live.capture.stop("requested"));
  show();

  await drive(live.clock, refused);
  const sent = live.session.sent.map(({ params }) => JSON.stringify(params));
  expect(sent.filter((params) => params?.includes("sourceURL=bsk-replay"))).toEqual([]);
});
