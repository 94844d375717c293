import { describe, expect, test } from "vitest";
import { RUN_ID } from "../../dist/testing/index.js";
import {
  finished,
  received,
  requestExtra,
  response,
  responseExtra,
  WALL,
  willBeSent,
} from "./events.js";
import { BINDING, openCapture, settle } from "./openCapture.js";

const NOW = WALL * 1000;

/** Distinct secrets of a known format, so that what is missed names its place. */
function minter() {
  const places = new Map<string, string>();
  return {
    places,
    /** A token that redaction knows wherever it stands. */
    token: (place: string) => {
      const serial = `${places.size}`.padStart(4, "0");
      const core = `Zq${serial}xK7vB2nM9pL4tR8wY3cD6fG`;
      places.set(core, place);
      return `ghp_${core}00000000`;
    },
  };
}

async function everything() {
  const { places, token } = minter();
  const body = (place: string) =>
    JSON.stringify({ note: token(place), password: token(`${place}/password`) });
  const opened = openCapture({
    url: `http://app.test/?token=${token("run/url")}`,
    name: `name ${token("run/name")}`,
  });
  const { say, session, shown } = opened;
  const url = (place: string) =>
    `http://u:${token(`${place}/userinfo`)}@app.test/p?access_token=${token(`${place}/query`)}#id_token=${token(`${place}/fragment`)}`;
  const stack = (place: string) => ({
    callFrames: [
      {
        functionName: `fn ${token(`${place}/function`)}`,
        scriptId: "1",
        url: url(place),
        lineNumber: 1,
        columnNumber: 1,
      },
    ],
    parent: {
      description: `then ${token(`${place}/async`)}`,
      callFrames: [
        {
          functionName: "",
          scriptId: "1",
          url: url(`${place}/parent`),
          lineNumber: 1,
          columnNumber: 1,
        },
      ],
    },
  });
  shown.url = url("page/url");
  shown.title = `title ${token("page/title")}`;
  shown.text = `Your key: ${token("page/text")}`;
  shown.fields = [
    {
      key: `k ${token("field/key")}`,
      name: `n ${token("field/name")}`,
      label: `l ${token("field/label")}`,
      value: `v ${token("field/value")}`,
      state: "available",
    },
    {
      key: "pin",
      label: "One-time code",
      type: "text",
      autocomplete: "one-time-code",
      value: token("field/one-time-code"),
      state: "available",
    },
    { key: "pw", label: "x", type: "password", value: token("field/password"), state: "available" },
  ];
  await opened.capture.start();

  session.answer("Network.getResponseBody", ({ params }) => ({
    body: body(`response body ${(params as { requestId: string }).requestId}`),
    base64Encoded: false,
  }));
  session.answer("Network.getRequestPostData", () => ({
    postData: body("request body"),
    base64Encoded: false,
  }));
  say(
    "Network.requestWillBeSent",
    willBeSent("1.1", {
      url: url("request/url"),
      method: "POST",
      documentURL: url("request/document"),
      initiator: { type: "script", url: url("initiator/url"), stack: stack("initiator") } as never,
      request: {
        hasPostData: true,
        urlFragment: `#token=${token("request/urlFragment")}`,
        headers: {
          Authorization: `Bearer ${token("page headers")}`,
          [`X ${token("page header name")}`]: "1",
        },
      },
    }),
  );
  say(
    "Network.requestWillBeSentExtraInfo",
    requestExtra("1.1", {
      Cookie: `sid=${token("request/cookie")}`,
      Referer: url("request/referer"),
      "X-Note": `note ${token("request/header")}`,
      "Content-Type": `application/json; x=${token("request/content-type")}`,
    }),
  );
  say(
    "Network.requestWillBeSent",
    willBeSent("1.1", {
      url: url("redirected/url"),
      timestamp: 11,
      redirectResponse: response(url("redirect/url"), {
        status: 302,
        headers: {
          Location: url("redirect/location"),
          "Set-Cookie": `a=${token("redirect/set-cookie")}; Path=/`,
        },
        requestHeaders: { "X-Sent": token("redirect/sent") },
        mimeType: `text/${token("redirect/mime")}`,
      }),
    }),
  );
  say(
    "Network.responseReceivedExtraInfo",
    responseExtra("1.1", 302, {
      "Set-Cookie": `a=${token("wire/set-cookie")}\nb=${token("wire/set-cookie 2")}`,
    }),
  );
  say(
    "Network.responseReceived",
    received("1.1", {
      mimeType: `application/json ${token("response/mime")}`,
      charset: token("response/charset"),
      headers: { "X-Api-Key": token("response/header"), "Content-Type": "application/json" },
    }),
  );
  say("Network.loadingFinished", finished("1.1"));
  say(
    "Network.requestWillBeSent",
    willBeSent("1.2", {
      method: "POST",
      request: {
        postData: `password=${token("form body")}&note=${token("form note")}`,
        hasPostData: true,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      },
    }),
  );
  say(
    "Network.requestWillBeSent",
    willBeSent("1.3", { url: `data:text/plain,${token("data url")}` }),
  );
  say("Network.responseReceived", received("0.9", { url: url("late/url") }));

  const preview = {
    type: "object" as const,
    overflow: false,
    properties: [
      { name: "password", type: "string" as const, value: `a"${token("preview/quote")}` },
      {
        name: `k ${token("preview/name")}`,
        type: "string" as const,
        value: token("preview/value"),
      },
    ],
  };
  say("Runtime.consoleAPICalled", {
    type: "log",
    timestamp: NOW,
    executionContextId: 1,
    args: [
      { type: "string", value: `text ${token("console/text")} %s` },
      { type: "string", value: token("console/argument") },
      { type: "object", preview },
      { type: "object", subtype: "error", description: `Error: ${token("console/error")}` },
    ],
    stackTrace: stack("console"),
  });
  say("Runtime.exceptionThrown", {
    timestamp: NOW,
    exceptionDetails: {
      exceptionId: 1,
      text: `Uncaught ${token("exception/text")}`,
      lineNumber: 1,
      columnNumber: 1,
      url: url("exception/url"),
      exception: {
        type: "object",
        subtype: "error",
        description: `Error: ${token("exception/description")}`,
      },
      stackTrace: stack("exception"),
    },
  });
  say("Log.entryAdded", {
    entry: {
      source: "network",
      level: "error",
      timestamp: NOW,
      text: `Failed ${token("log/text")}`,
      url: url("log/url"),
    },
  });
  opened.hear({ v: 1, type: "click", at: NOW, target: `button ${token("click/target")}` });
  opened.hear({
    v: 1,
    type: "loaded",
    at: NOW,
    navigation: token("loaded/navigation").slice(0, 40),
  });
  opened.hear(`{"secret": "${token("malformed message")}"`);
  opened.hear({ v: 1, type: token("unknown type"), at: 1 });
  opened.hear(
    { v: 1, type: "click", at: 1, target: token("foreign context") },
    { executionContextId: 3 },
  );
  opened.hear(
    { v: 1, type: "click", at: 1, target: token("foreign binding") },
    { name: `${BINDING}x` },
  );
  await expect(
    opened.capture.operation(
      { method: "fill", target: `field ${token("operation/target")}` },
      async () => {
        throw new Error(`no element for ${token("operation/error")}`);
      },
    ),
  ).rejects.toThrow();
  say("Network.requestWillBeSent", { requestId: token("broken event") });
  await settle();
  return { ...opened, places };
}

/** All that anybody can read: what was stored, and what the live log gives. */
async function readable({ batches, all, run, capture }: Awaited<ReturnType<typeof everything>>) {
  const live = await Promise.all(
    (["request", "operation", "console", "page"] as const).map((kind) => all(kind)),
  );
  const reader = capture.log.reader(new AbortController().signal);
  const bodies = await Promise.all(
    (await all("request")).flatMap(({ id }) =>
      (["request", "response"] as const).map((part) => reader.body(id, part)),
    ),
  );
  return JSON.stringify([batches(), live, bodies, await run()]);
}

describe("a secret in any field of any record", () => {
  test("reaches neither the store nor the log", async () => {
    const opened = await everything();
    const during = await readable(opened);
    await opened.capture.stop("requested");
    const text = during + (await readable(opened));
    const found = [...opened.places]
      .filter(([core]) => text.includes(core))
      .map(([, place]) => place);
    expect(found).toEqual([]);
    expect(opened.places.size).toBeGreaterThan(60);
  });

  test("and yet all records are there, with what is no secret", async () => {
    const opened = await everything();
    await opened.capture.stop("requested");
    const text = await readable(opened);
    for (const kept of [
      "name ",
      "X-Note".toLowerCase(),
      "Your key",
      "no element for",
      "button ",
      "[redacted:",
    ]) {
      expect(text).toContain(kept);
    }
    const { store } = opened;
    expect(await store.records(RUN_ID, "request")).toHaveLength(5);
    expect(await store.records(RUN_ID, "console")).toHaveLength(3);
    expect(await store.records(RUN_ID, "operation")).toHaveLength(2);
    const pages = await store.records(RUN_ID, "page");
    expect(pages[0]?.fields?.map(({ state, value }) => [state, value === undefined])).toEqual([
      ["available", false],
      ["redacted", true],
      ["redacted", true],
    ]);
    expect(await store.body(`${RUN_ID}:n2`, "response")).toMatchObject({
      text: expect.stringMatching(/^\{"note":"\[redacted:\w+\]","password":"\[redacted:\w+\]"\}$/),
    });
  });
});
