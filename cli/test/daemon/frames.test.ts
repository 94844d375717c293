import { PROTOCOL } from "@bsk/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { socketPath } from "../../dist/connection/home.js";
import { LineClient } from "./LineClient.js";
import { TestDaemon } from "./TestDaemon.js";
import { until } from "./until.js";

const daemon = new TestDaemon();
let client: LineClient;

beforeAll(async () => {
  await daemon.connect();
});

afterAll(() => daemon.end());

beforeEach(() => {
  client = new LineClient(socketPath(daemon.home));
  return () => client.close();
});

async function sayHello(protocol: string = PROTOCOL): Promise<void> {
  client.request("hello", "system/hello", { build: "test", protocol });
  await client.answer(0);
}

const MALFORMED: readonly (readonly [name: string, line: string, id: unknown])[] = [
  ["no version", '{"id":1,"method":"session/list"}', 1],
  ["another version", '{"jsonrpc":"1.0","id":1,"method":"session/list"}', 1],
  ["no method", '{"jsonrpc":"2.0","id":"a"}', "a"],
  ["a method that is no text", '{"jsonrpc":"2.0","id":1,"method":{}}', 1],
  ["a method of 65 characters", `{"jsonrpc":"2.0","id":1,"method":"${"m".repeat(65)}"}`, 1],
  ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"session/list"}', null],
  ["parameters in a list", '{"jsonrpc":"2.0","id":1,"method":"session/list","params":[]}', 1],
  ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"session/list"}]', null],
  ["a number", "1", null],
  ["null", "null", null],
];

describe("the command's socket", () => {
  test.each(MALFORMED)("answers %s with malformed_frame and goes on", async (_name, line, id) => {
    await sayHello();
    client.send(`${line}\n`);
    client.request(2, "session/list");

    expect(await client.answer(1)).toMatchObject({
      id,
      error: { data: { code: "malformed_frame" } },
    });
    expect(await client.answer(2)).toMatchObject({ id: 2, result: { sessions: [] } });
  });

  test.each(["{", "", "\u0000", "{'a':1}", "\xff"])(
    "answers %j with invalid_json and goes on",
    async (line) => {
      await sayHello();
      client.send(`${line}\n`);
      client.request(2, "session/list");

      expect(await client.answer(1)).toMatchObject({
        id: null,
        error: { data: { code: "invalid_json" } },
      });
      expect(await client.answer(2)).toHaveProperty("result");
    },
  );

  test("says so and closes when a line passes 8 MiB", async () => {
    client.send("x".repeat(8 * 1024 * 1024 + 1));

    expect(await client.answer(0)).toMatchObject({ error: { data: { code: "malformed_frame" } } });
    await until(() => client.hasEnded);
  });

  test("wants a hello first", async () => {
    client.request(1, "session/list");

    expect(await client.answer(0)).toMatchObject({
      error: {
        message: expect.stringContaining("system/hello"),
        data: { code: "malformed_frame" },
      },
    });
  });

  test("wants a protocol in the hello", async () => {
    client.request(1, "system/hello", { build: "x" });

    expect(await client.answer(0)).toMatchObject({ error: { data: { code: "malformed_frame" } } });
  });

  test("serves another minor", async () => {
    await sayHello("1.9");
    client.request(1, "session/list");

    expect(await client.answer(1)).toHaveProperty("result");
  });

  test("shows another major its status and can be stopped by it, no more", async () => {
    await sayHello("2.0");
    client.request(1, "session/list");
    client.request(2, "system/status");

    expect(await client.answer(1)).toMatchObject({
      error: { data: { code: "protocol_mismatch" } },
    });
    expect(await client.answer(2)).toHaveProperty("result");
  });

  test("refuses an id that is in use", async () => {
    await sayHello();
    // The first one waits for a browser that is known and not connected yet.
    client.request(1, "session/start", { browser: "scripted" });
    client.request(1, "session/list");

    expect(await client.answer(1)).toMatchObject({
      id: 1,
      error: { message: expect.stringContaining("in use") },
    });
  });

  test("ignores notifications that it does not know, and cancels of nothing", async () => {
    await sayHello();
    client.send('{"jsonrpc":"2.0","method":"$/unknown"}\n');
    client.send('{"jsonrpc":"2.0","method":"$/cancel","params":{"id":99}}\n');
    client.send('{"jsonrpc":"2.0","method":"$/cancel","params":{"id":{}}}\n');
    client.request(2, "session/list");

    expect(await client.answer(1)).toMatchObject({ id: 2 });
  });

  const REFUSED: readonly (readonly [method: string, params: object, code: string])[] = [
    ["nope", {}, "unknown_method"],
    ["__proto__", {}, "unknown_method"],
    ["constructor", {}, "unknown_method"],
    ["debug/export", { session: "abcd", output: "x" }, "unknown_method"],
    ["session/open", { session: "abcd" }, "unknown_method"],
    ["session/close", { session: "abcd" }, "unknown_method"],
    ["session/stop", { session: "ABCD" }, "invalid_params"],
    ["session/stop", {}, "invalid_params"],
    ["session/stop", { session: "abcd" }, "session_not_found"],
    ["session/start", { nonsense: 1 }, "invalid_params"],
    ["session/start", { width: "wide" }, "invalid_params"],
    ["session/start", { browser: "nobody" }, "browser_not_found"],
    ["page/click", { target: "#a" }, "invalid_params"],
    ["page/click", { session: "abcd" }, "invalid_params"],
    ["page/click", { session: "abcd", target: "#a" }, "session_not_found"],
    ["debug/capabilities", {}, "invalid_params"],
    ["browser/stop", { browser: "nobody" }, "browser_not_found"],
    ["browser/stop", { browser: "scripted" }, "invalid_params"],
    ["browser/start", { name: "../../etc" }, "invalid_params"],
    ["browser/start", { cdp_port: 70_000 }, "invalid_params"],
  ];

  test.each(REFUSED)("refuses %s %j with %s", async (method, params, code) => {
    await sayHello();
    client.request(1, method, params);

    expect(await client.answer(1)).toMatchObject({ id: 1, error: { data: { code } } });
  });

  test("names the parameter that is wrong", async () => {
    await sayHello();
    client.request(1, "session/start", { nonsense: 1 });
    client.request(2, "session/start", { width: "wide" });

    expect((await client.answer(1)).error?.message).toContain('unknown parameter "nonsense"');
    expect((await client.answer(2)).error?.message).toContain("width");
  });
});
