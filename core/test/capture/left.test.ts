import { describe, expect, test } from "vitest";
import { data, finished, received, willBeSent } from "./events.js";
import { openCapture } from "./openCapture.js";
import { openNetwork } from "./openNetwork.js";

describe("what a document had on its way when it went", () => {
  test("is told as cut off, once its last events can be in", () => {
    const { say, network, clock, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    say("requestWillBeSent", willBeSent("1.2"));
    network.documentReplaced("F1", "L2");
    say("responseReceived", received("1.2"));
    say("loadingFinished", finished("1.2"));
    clock.advance(1000);

    expect(record(1)).toMatchObject({
      state: "interrupted",
      response_body: { state: "unavailable", reason: "frame_detached" },
    });
    expect(record(2)).toMatchObject({ state: "complete" });
  });

  test("leaves the new document's requests and those of other frames alone", () => {
    const { say, network, clock, record } = openNetwork();
    say("requestWillBeSent", { ...willBeSent("1.1"), loaderId: "L2" });
    say("requestWillBeSent", { ...willBeSent("1.2"), frameId: "F9" });
    network.documentReplaced("F1", "L2");
    clock.advance(1000);

    expect([record(1).state, record(2).state]).toEqual(["pending", "pending"]);
  });

  test("a renderer that is gone leaves nothing open", () => {
    const { say, network, clock, record } = openNetwork();
    say("requestWillBeSent", willBeSent("1.1"));
    say("responseReceived", received("1.1"));
    say("dataReceived", data("1.1", 1));
    network.documentReplaced();
    clock.advance(1000);

    expect(record(1).state).toBe("interrupted");
  });
});

describe("what the page opens and no capture follows", () => {
  test.each([
    ["Page.windowOpen", "popup_not_followed"],
    ["Page.downloadWillBegin", "download_not_recorded"],
    ["Network.webSocketCreated", "socket_not_recorded"],
    ["Network.webTransportCreated", "socket_not_recorded"],
  ])("is told in the run's coverage: %s", async (event, flag) => {
    const opened = openCapture();
    await opened.capture.start();
    for (const url of ["http://app.test/1", "http://app.test/2"]) opened.say(event, { url });

    expect(await opened.coverage(flag)).toMatchObject([{ count: 2 }]);
  });
});

describe("a value typed into a secret field", () => {
  test("is in no record, under whatever name the page sends or says it", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.secrets.add("HUNTERSECRETaa1");
    opened.session.dispatch("Network.requestWillBeSent", {
      ...willBeSent("1.1", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        request: { postData: '{"x1":"HUNTERSECRETaa1","y":1}', hasPostData: true },
      }),
    });
    opened.session.dispatch("Runtime.consoleAPICalled", {
      type: "log",
      args: [{ type: "string", value: "sent HUNTERSECRETaa1" }],
      executionContextId: 1,
      timestamp: opened.clock.now() + 1,
    });
    opened.capture.settle();
    await opened.capture.log.flush();

    const kept = JSON.stringify(opened.batches());
    expect(kept).not.toContain("HUNTERSECRETaa1");
    expect(kept).toContain("sent [redacted:secret_field]");
    expect(kept).toContain('{\\"x1\\":\\"[redacted:secret_field]\\",\\"y\\":1}');
  });
});
