import { errors } from "@bsk/core";
import { beforeEach, describe, expect, test } from "vitest";
import { type OpenedRules, openRules, URL } from "./openRules.js";
import { answers, pause, settle } from "./paused.js";

let live: OpenedRules;
beforeEach(async () => {
  live = await openRules();
});

/** The browser holds the answer to `i1`, which has that status and place. */
function answer(status: number, location?: string, method = "POST"): void {
  live.session.dispatch("Fetch.requestPaused", {
    requestId: "i1",
    networkId: "net-i1",
    frameId: "F1",
    resourceType: "XHR",
    request: { url: URL, method, headers: {} },
    responseStatusCode: status,
    responseHeaders: location === undefined ? [] : [{ name: "Location", value: location }],
  });
}

/** One request that a rule changed is on its way; the rule is used up. */
async function changed(effect: object = { body: "{}" }): Promise<string> {
  const id = await live.add({ type: "modify", ...effect });
  pause(live.session, "i1", { method: "POST" });
  await settle();
  return id;
}

describe("a changed request's answer", () => {
  test.each([
    [307, "http://other.test/", "POST", "failRequest i1"],
    [308, "//other.test:81/x", "POST", "failRequest i1"],
    [302, "http://other.test/", "PUT", "failRequest i1"],
    [302, "http://other.test/", "POST", "continueRequest i1"],
    [303, "http://other.test/", "PUT", "continueRequest i1"],
    [307, "/here", "POST", "continueRequest i1"],
    [307, "http://[", "POST", "continueRequest i1"],
    [307, undefined, "POST", "continueRequest i1"],
    [200, "http://other.test/", "POST", "continueRequest i1"],
  ])("%i to %s of a %s gets %s", async (status, location, method, verdict) => {
    const id = await changed();

    answer(status, location, method);
    await settle();

    expect(answers(live.session)).toEqual(["continueRequest i1", verdict]);
    const isRefused = verdict.startsWith("fail");
    expect(await live.rules()).toMatchObject([{ id, failures: isRefused ? 1 : 0 }]);
  });

  test("is waited for before nothing is held any more", async () => {
    await changed();
    expect(live.session.count("Fetch.disable")).toBe(0);

    answer(200);
    await settle();

    expect(live.session.count("Fetch.disable")).toBe(1);
  });

  test.each([
    ["the page gives it up", "Network.loadingFailed", { requestId: "net-i1" }],
    ["the page crashes", "Inspector.targetCrashed", {}],
  ])("is waited for no longer when %s", async (_what, event, params) => {
    await changed();

    live.session.dispatch(event, params);
    await settle();

    expect(live.session.count("Fetch.disable")).toBe(1);
  });

  test("is not waited for when the capture ends, or where headers alone were changed", async () => {
    await changed({ headers: { "x-a": "1" } });
    expect(live.session.count("Fetch.disable")).toBe(1);

    await changed();
    await live.stop();
    expect(live.session.count("Fetch.disable")).toBe(2);
  });

  test("to its own origin has the target held until its answer, whatever rules want", async () => {
    await changed();
    answer(307, "/there#top");
    await settle();
    const { params } =
      live.session.sent.filter(({ method }) => method === "Fetch.enable").at(-1) ?? {};
    expect(JSON.stringify(params)).toContain('"urlPattern":"http://app.test/there"');

    live.session.dispatch("Fetch.requestPaused", {
      requestId: "i2",
      redirectedRequestId: "i1",
      networkId: "net-i1",
      frameId: "F1",
      resourceType: "XHR",
      request: { url: "http://app.test/there", method: "POST", headers: {} },
    });
    await settle();

    expect(live.session.sent.at(-1)).toMatchObject({
      method: "Fetch.continueRequest",
      params: { requestId: "i2", interceptResponse: true },
    });
    expect(live.session.count("Fetch.disable")).toBe(0);
  });

  test("to its own origin is refused where the browser does not hold the target", async () => {
    await changed();
    live.session.answer("Fetch.enable", () => {
      throw errors.cdpFailed("Fetch.enable", "no");
    });

    answer(307, "/there");
    await settle();

    expect(answers(live.session).at(-1)).toBe("failRequest i1");
  });
});
