import {
  validateConsoleRecord,
  validateOperationRecord,
  validatePageRecord,
  validateRequestRecord,
  validateRunRecord,
} from "@bsk/schema";
import { describe, expect, test } from "vitest";
import { BOUNDS } from "../../dist/capture/bounds.js";
import { errors } from "../../dist/errors.js";
import { drive, RUN_ID } from "../../dist/testing/index.js";
import { requestExtra, WALL } from "./events.js";
import { exchange, log, openCapture, settle, tapping } from "./openCapture.js";

const NOW = WALL * 1000;

describe("records", () => {
  test("all kinds are valid by their schemas and have ids, run and rising sequences", async () => {
    const opened = openCapture({ name: "Save fails" });
    await opened.capture.start();
    const { operationId } = await opened.capture.operation(
      { method: "click", target: "button" },
      async () => {
        exchange(opened, "1.1", {
          method: "POST",
          request: { postData: '{"a":1}', hasPostData: true },
        });
        log(opened, "hello");
        opened.say("Runtime.exceptionThrown", {
          timestamp: NOW,
          exceptionDetails: { exceptionId: 1, text: "Uncaught", lineNumber: 1, columnNumber: 1 },
        });
        await settle();
      },
    );
    expect(operationId).toBe(`${RUN_ID}:a1`);
    for (const [kind, validate] of [
      ["request", validateRequestRecord],
      ["operation", validateOperationRecord],
      ["console", validateConsoleRecord],
      ["page", validatePageRecord],
    ] as const) {
      const records = await opened.all(kind);
      expect(records.length).toBeGreaterThan(0);
      for (const record of records)
        expect([validate(record), validate.errors ?? []]).toEqual([true, []]);
    }
    const run = await opened.run();
    expect([validateRunRecord(run), validateRunRecord.errors ?? []]).toEqual([true, []]);
    expect(run).toMatchObject({
      name: "Save fails",
      counts: { requests: 1, operations: 1, console: 2, errors: 1 },
    });
    const sequences = (
      await Promise.all((["request", "operation", "console", "page"] as const).map(opened.all))
    )
      .flat()
      .map(({ sequence }) => sequence);
    expect(new Set(sequences).size).toBe(sequences.length);
    expect(run.next_since).toBe(Math.max(...sequences));
  });

  test("times are the browser's, not those of the handling", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.clock.advance(60_000);
    exchange(opened);
    await settle();
    const [request] = await opened.all("request");
    expect(request).toMatchObject({ started_at: (WALL + 1) * 1000, duration_ms: 200 });
    expect(request?.finished_at).toBeCloseTo((WALL + 1) * 1000 + 200);
  });

  test("changes that follow each other closely are redacted once", async () => {
    let redacted = 0;
    const opened = openCapture({
      plugins: [
        tapping("counting", (core) =>
          core.hooks.redact.tap("counting", (draft) => {
            if (draft.kind === "request" || draft.kind === "console") redacted += 1;
            return draft;
          }),
        ),
      ],
    });
    await opened.capture.start();
    exchange(opened);
    for (let at = 0; at < 100; at += 1) log(opened, "again");
    await settle();
    opened.clock.advance(60);
    expect(redacted).toBe(2);
    expect(await opened.all("console")).toMatchObject([{ count: 100 }]);
  });

  test("a body is kept apart from its request and can be read", async () => {
    const opened = openCapture();
    await opened.capture.start();
    exchange(opened);
    await settle();
    const [request] = await opened.all("request");
    expect(request?.response_body).toEqual({ state: "available", chars: 11, bytes: 11 });
    const reader = opened.capture.log.reader(new AbortController().signal);
    expect(await reader.body(`${RUN_ID}:n1`, "response")).toBe('{"ok":true}');
  });

  test("of a multipart body the text parts are kept redacted, and of a file its name, type and size", async () => {
    const opened = openCapture();
    await opened.capture.start();
    const part = (head: string, body: string) =>
      `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
    const file = 'name="f"; filename="a.txt"\r\nContent-Type: text/plain';
    const postData = `${part('name="city"', "Basel")}${part('name="password"', "hunter2x9")}${part(file, "the file's words")}--X--\r\n`;
    exchange(opened, "1.1", {
      method: "POST",
      request: {
        postData,
        hasPostData: true,
        headers: { "Content-Type": "multipart/form-data; boundary=X" },
      },
    });
    await settle();

    const [request] = await opened.all("request");
    const text = await opened.capture.log
      .reader(new AbortController().signal)
      .body(`${RUN_ID}:n1`, "request");

    expect(request?.request_body).toMatchObject({ state: "available", redacted: true });
    expect(request?.request_body.replay_safe).toBeUndefined();
    expect(text).toBe(
      `${part('name="city"', "Basel")}${part('name="password"', "[redacted:password]")}${part(file, "[16 chars]")}--X--\r\n`,
    );
  });

  test("what was masked is counted over all versions of a record", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.session.answer("Network.getResponseBody", () => ({
      body: '{"password":"hunter2x9"}',
      base64Encoded: false,
    }));
    const request = { postData: '{"password":"hunter2x9"}', hasPostData: true };
    exchange(opened, "1.1", {
      method: "POST",
      url: "http://app.test/?token=abc123def456",
      request,
    });
    opened.capture.settle();
    await settle();
    const [record] = await opened.all("request");
    expect(record?.masked).toEqual({ token: 1, password: 2 });
    opened.say("Network.requestWillBeSentExtraInfo", requestExtra("1.1"));
    expect((await opened.all("request"))[0]?.masked).toEqual({ token: 1, password: 2 });
  });

  test("an event that is not as the protocol says costs itself alone", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.say("Network.requestWillBeSent", { requestId: "1.1" });
    opened.say("Network.responseReceived", undefined);
    opened.say("No.such", undefined);
    exchange(opened, "1.2");
    await settle();
    expect(await opened.all("request")).toMatchObject([{ state: "complete" }]);
    expect(await opened.coverage("event_unreadable")).toMatchObject([
      { detail: "Network.requestWillBeSent", count: 1 },
      { detail: "Network.responseReceived", count: 1 },
    ]);
  });

  test("a crashed page is told", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.say("Inspector.targetCrashed", {});
    expect(await opened.coverage("target_crashed")).toMatchObject([{ count: 1, first_at: NOW }]);
  });
});

describe("operations", () => {
  test("the observer is told that the agent acts, and that it does no more, also when the verb throws", async () => {
    const opened = openCapture();
    await opened.capture.start();
    await expect(
      opened.capture.operation({ method: "click" }, async () => {
        throw new Error("no such element");
      }),
    ).rejects.toThrow("no such element");
    expect(await opened.all("operation")).toMatchObject([
      { state: "error", error: "no such element" },
    ]);
    const told = opened.expressions().filter((expression) => expression.includes("__bskAgent"));
    expect(told).toEqual(["globalThis.__bskAgent(true)", "globalThis.__bskAgent(false)"]);
  });

  test("a page that hangs costs a verb one deadline of the observer, not three", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.session.hang("Runtime.evaluate");
    const startedAt = opened.clock.now();
    const verb = opened.capture.operation({ method: "click" }, async () => {
      throw errors.pageHung(7, "abcd", { ms: 3000 });
    });

    await expect(drive(opened.clock, verb)).rejects.toMatchObject({ code: "page_hung" });

    expect(opened.clock.now() - startedAt).toBe(BOUNDS.snapshotDeadlineMs);
    expect(opened.expressions().at(-1)).toBe("globalThis.__bskAgent(false)");
  });

  test("the verb's result may name the element", async () => {
    const opened = openCapture();
    await opened.capture.start();
    const verb = async () => ({ element: 'button "Save"' });
    await opened.capture.operation({ method: "click", target: "@e1" }, verb, ({ element }) => ({
      target: element,
      fileChooser: "one",
    }));
    expect(await opened.all("operation")).toMatchObject([
      { target: 'button "Save"', file_chooser: "one" },
    ]);
  });

  test("one that is called off while the page is read never was", async () => {
    const opened = openCapture();
    await opened.capture.start();
    let isRun = false;
    const stopped = opened.capture.operation(
      { method: "click", isCalledOff: () => true },
      async () => {
        isRun = true;
      },
    );
    await expect(stopped).rejects.toMatchObject({ code: "cancelled" });
    expect(isRun).toBe(false);
    expect(await opened.all("operation")).toEqual([]);
  });

  test("what is thrown need not be an error", async () => {
    const opened = openCapture();
    await opened.capture.start();
    const verb = opened.capture.operation({ method: "click" }, () => Promise.reject("plain"));
    await expect(verb).rejects.toBe("plain");
    expect(await opened.all("operation")).toMatchObject([{ error: "plain" }]);
  });

  test("a person's click is an operation, and a load is a reading", async () => {
    const opened = openCapture();
    await opened.capture.start();
    opened.hear({ v: 1, type: "click", at: NOW, target: 'button "Save"' });
    opened.hear({ v: 1, type: "loaded", at: NOW, navigation: "reload" });
    await settle();
    expect(await opened.all("operation")).toMatchObject([
      { method: "click", target: 'button "Save"' },
    ]);
    expect((await opened.all("page")).filter(({ cause }) => cause === "load")).toHaveLength(2);
  });

  test("a message that was folded before an operation is counted anew within it", async () => {
    const opened = openCapture();
    await opened.capture.start();
    log(opened, "same");
    opened.hear({ v: 1, type: "click", at: NOW });
    log(opened, "same");
    expect(await opened.all("console")).toMatchObject([{ count: 1 }, { count: 1 }]);
  });

  test("an answer that ends after a click makes the page be read again", async () => {
    const opened = openCapture();
    await opened.capture.start();
    const { operationId } = await opened.capture.operation(
      { method: "click" },
      async () => undefined,
    );
    opened.shown.text = "Could not save";
    exchange(opened);
    await settle();
    opened.clock.advance(700);
    await settle();
    expect(await opened.all("operation")).toMatchObject([{ observations: [expect.any(String)] }]);
    opened.shown.text = "Really not";
    await opened.capture.refreshOperation(operationId);
    expect((await opened.all("operation"))[0]?.observations).toHaveLength(2);
    await opened.capture.stop("requested");
    await opened.capture.refreshOperation(operationId);
  });

  test("the operation that is going on is read again within its window, and not a moment later", async () => {
    const opened = openCapture();
    await opened.capture.start();
    const { operationId } = await opened.capture.operation(
      { method: "click" },
      async () => undefined,
    );
    const asked = async (id: string): Promise<number> => {
      await settle(); // the readings of its own have come
      const before = opened.session.count("Runtime.evaluate");
      await opened.capture.refreshOperation(id);
      return opened.session.count("Runtime.evaluate") - before;
    };

    opened.clock.advance(1500);
    expect(await asked(operationId)).toBe(1);
    expect(await asked(`${RUN_ID}:a9`)).toBe(0);
    opened.clock.advance(1);
    expect(await asked(operationId)).toBe(0);
  });
});
