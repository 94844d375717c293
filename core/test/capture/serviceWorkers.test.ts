import { describe, expect, test } from "vitest";
import { failed, finished, received, requestExtra, response, willBeSent } from "./events.js";
import { openNetwork } from "./openNetwork.js";

const WORKER = "http://app.test/sw.js";
const settle = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

function open() {
  const opened = openNetwork();
  opened.session.attachChild({
    sessionId: "SW",
    targetId: "T1",
    type: "service_worker",
    url: WORKER,
  });
  const { say } = opened;
  return {
    ...opened,
    asks: (id: string, parts: Parameters<typeof willBeSent>[1], session?: string) =>
      say("requestWillBeSent", willBeSent(id, parts), session),
    ends: (id: string, session?: string) => {
      say("responseReceived", received(id), session);
      say("loadingFinished", finished(id), session);
    },
    urls: () => opened.records().map(({ url, traffic }) => `${traffic} ${new URL(url).pathname}`),
    gaps: () => opened.coverage.list().map(({ flag, count }) => [flag, count]),
  };
}

describe("what a service worker asks for", () => {
  test("is told at once where it passes on what the tab has just asked for, once", async () => {
    const { asks, alone, urls, ends, gaps, network } = open();
    alone.isAlone = false;
    asks("1", { url: "http://app.test/api" });
    asks("2", { url: "http://app.test/api" }, "SW");
    asks("3", { url: "http://app.test/api" }, "SW"); // of another tab
    asks("4", { url: "http://app.test/api", method: "POST" }, "SW");

    expect(urls()).toEqual(["page /api", "worker /api"]);
    for (const id of ["2", "3", "4"]) ends(id, "SW");
    await network.stop();
    expect(urls()).toEqual(["page /api", "worker /api"]);
    expect(gaps()).toEqual([["service_worker_shared", 2]]);
  });

  test("is told when it is answered where no other tab of its site is open, all the while", async () => {
    const { asks, say, alone, urls, ends, gaps } = open();
    asks("1", { url: "http://app.test/cached" }, "SW");
    asks("2", { url: "http://app.test/other" }, "SW");
    await settle();
    expect(urls()).toEqual([]);

    say("responseReceived", received("1"), "SW");
    await settle();
    alone.isAlone = false; // one was opened
    ends("2", "SW");
    await settle();

    expect(urls()).toEqual(["worker /cached"]);
    expect(gaps()).toEqual([["service_worker_shared", 1]]);
  });

  test("is no document of a tab that is on its way to the site", async () => {
    const { asks, say, urls, ends, network } = open();
    asks("1", { url: "http://app.test/account" }, "SW");
    say("requestWillBeSentExtraInfo", requestExtra("1", { "sec-fetch-mode": "navigate" }), "SW");
    ends("1", "SW");
    await network.stop();

    expect(urls()).toEqual([]);
  });

  test("is its own script, whoever is there", () => {
    const { asks, alone, urls } = open();
    alone.isAlone = false;
    asks("1", { url: WORKER }, "SW");

    expect(urls()).toEqual(["worker /sw.js"]);
  });

  test("stays held through its redirects, and through a stop without an end", async () => {
    const { asks, alone, urls, network, gaps } = open();
    alone.isAlone = false;
    asks("1", { url: "http://app.test/a" }, "SW");
    const redirect = response("http://app.test/a", { status: 302, headers: {} });
    asks("1", { url: "http://app.test/b", timestamp: 11, redirectResponse: redirect }, "SW");
    await network.stop();

    expect(urls()).toEqual([]);
    expect(gaps()).toEqual([["service_worker_shared", 2]]);
  });

  test("is told with its failure", async () => {
    const { asks, say, urls, record } = open();
    asks("1", { url: "http://app.test/a" }, "SW");
    say("loadingFailed", failed("1", "net::ERR_FAILED"), "SW");
    await settle();

    expect(urls()).toEqual(["worker /a"]);
    expect(record(1).state).toBe("failed");
  });
});
