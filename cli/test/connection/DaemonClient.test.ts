import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DaemonClient } from "../../dist/connection/DaemonClient.js";
import { isAlive } from "../../dist/connection/FileLock.js";
import { installation } from "../../dist/connection/installation.js";
import { FakeDaemon } from "../daemon/FakeDaemon.js";
import { freshHome } from "../daemon/TestDaemon.js";
import { until } from "../daemon/until.js";

let home: string;
let fake: FakeDaemon | undefined;

beforeEach(() => {
  home = freshHome();
});

afterEach(async () => {
  await fake?.close();
  fake = undefined;
  rmSync(home, { recursive: true, force: true });
});

async function pairUp(identity = {}): Promise<{ fake: FakeDaemon; client: DaemonClient }> {
  fake = await FakeDaemon.listen(home, identity);
  return { fake, client: await DaemonClient.connect({ home, startIfMissing: false }) };
}

describe("a call", () => {
  test("gets its own answer when answers come in another order", async () => {
    const { fake, client } = await pairUp();
    const held: (() => void)[] = [];
    fake.onRequest = (request, socket) => {
      held.push(() => fake.respond(socket, request, { result: request.params.n }));
      if (held.length === 3) for (const answer of held.reverse()) answer();
    };

    const answers = await Promise.all([1, 2, 3].map((n) => client.call("x", { n })));

    expect(answers).toEqual([1, 2, 3]);
    client.close();
  });

  test("throws the daemon's error with code, hint, exit code and details", async () => {
    const { fake, client } = await pairUp();
    const data = {
      code: "session_busy",
      hint: "bsk session list",
      exit_code: 4,
      details: { a: 1 },
    };
    fake.onRequest = (request, socket) =>
      fake.respond(socket, request, { error: { code: -32000, message: "Busy.", data } });

    await expect(client.call("x", {})).rejects.toMatchObject({
      code: "session_busy",
      message: "Busy.",
      hint: "bsk session list",
      exitCode: 4,
      data: { a: 1 },
    });
    client.close();
  });

  test("is cancelled at once, and the daemon is told which one", async () => {
    const { fake, client } = await pairUp();
    const controller = new AbortController();
    const call = client.call("page/click", {}, { signal: controller.signal });
    await until(() => fake.asked("page/click").length === 1);

    controller.abort();

    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    await until(() => fake.asked("$/cancel").length === 1);
    const [request] = fake.asked("page/click");
    expect(fake.asked("$/cancel")[0]?.params).toEqual({ id: request?.id });
    client.close();
  });

  test("is not sent when it is cancelled before", async () => {
    const { fake, client } = await pairUp();

    const call = client.call("x", {}, { signal: AbortSignal.abort() });

    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(fake.asked("x")).toEqual([]);
    client.close();
  });

  test("reports progress, less what is of the wrong type", async () => {
    const { fake, client } = await pairUp();
    fake.onRequest = (request, socket) => {
      const params = { id: request.id, done: 3, total: "many", text: "part 3" };
      socket.write(`${JSON.stringify({ jsonrpc: "2.0", method: "$/progress", params })}\n`);
      fake.respond(socket, request, { result: {} });
    };
    const notes: object[] = [];

    await client.call("x", {}, { onProgress: (note) => notes.push(note) });

    expect(notes).toEqual([{ done: 3, text: "part 3" }]);
    client.close();
  });

  test("of more than 8 MiB is refused before it is sent", async () => {
    const { fake, client } = await pairUp();

    const call = client.call("x", { text: "x".repeat(8 * 1024 * 1024) });

    await expect(call).rejects.toMatchObject({ code: "malformed_frame" });
    expect(fake.asked("x")).toEqual([]);
    client.close();
  });

  test.each([
    ["the connection ends", "", "daemon_unreachable"],
    ["the answer is no JSON", "{\n", "invalid_json"],
    ["the answer is no JSON-RPC", '{"id":1}\n', "malformed_frame"],
    ["the answer passes 8 MiB", "x".repeat(8 * 1024 * 1024 + 1), "malformed_frame"],
    [
      "the daemon could not read a frame",
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"m","data":{"code":"invalid_json"}}}\n',
      "invalid_json",
    ],
  ])("and every other one fails when %s", async (_name, bytes, code) => {
    const { fake, client } = await pairUp();
    fake.onRequest = (request, socket) => {
      if (request.method === "second") socket.end(bytes);
    };

    const calls = ["first", "second"].map((method) => client.call(method, {}));

    for (const call of calls) await expect(call).rejects.toMatchObject({ code });
    await expect(client.call("third", {})).rejects.toMatchObject({ code });
  });
});

describe("a daemon of another build", () => {
  test("is replaced when it has no sessions, and the new one takes over its port", async () => {
    fake = await FakeDaemon.listen(home, { build: "other", port: 0 });
    const old = fake;
    old.onRequest = (request, socket) => {
      if (request.method !== "daemon/stop") return;
      old.respond(socket, request, { result: { stopped: true, sessions_ended: 0 } });
      void old.close();
    };

    const client = await DaemonClient.connect({ home, startIfMissing: true });

    expect(client.identity?.build).toBe(installation().build);
    expect(client.warnings).toEqual([]);
    await client.call("daemon/stop", {});
    await until(() => !isAlive(client.identity?.pid ?? 0));
  });

  test("stays when it has sessions, and the person is told", async () => {
    fake = await FakeDaemon.listen(home, { build: "other", sessions: 2 });

    const client = await DaemonClient.connect({ home, startIfMissing: true });

    expect(client.warnings).toEqual([expect.stringContaining("2 sessions")]);
    expect(fake.asked("daemon/stop")).toEqual([]);
    client.close();
  });

  test("is not replaced by a command that only reports", async () => {
    const { fake, client } = await pairUp({ build: "other" });

    expect(client.warnings).toHaveLength(1);
    expect(fake.asked("daemon/stop")).toEqual([]);
    client.close();
  });

  test("that speaks another major and has sessions is an error of its own", async () => {
    fake = await FakeDaemon.listen(home, { build: "other", protocol: "2.0", sessions: 1 });

    const connecting = DaemonClient.connect({ home, startIfMissing: true });

    await expect(connecting).rejects.toMatchObject({ code: "protocol_mismatch", exitCode: 5 });
  });

  test("that does not say who it is is an error", async () => {
    fake = await FakeDaemon.listen(home, { pid: undefined } as object);

    const connecting = DaemonClient.connect({ home, startIfMissing: true });

    await expect(connecting).rejects.toMatchObject({ code: "malformed_frame" });
  });
});
