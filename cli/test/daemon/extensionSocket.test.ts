import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DaemonClient } from "../../dist/connection/DaemonClient.js";
import { ScriptedExtension } from "./ScriptedExtension.js";
import { port, TestDaemon } from "./TestDaemon.js";
import { until } from "./until.js";

const daemon = new TestDaemon();
let client: DaemonClient;

beforeAll(async () => {
  client = await daemon.connect();
});

afterAll(() => daemon.end());

describe("a proven extension's socket", () => {
  test("warns about another minor and takes it", async () => {
    const overrides = { protocol: "1.7" };

    const extension = await ScriptedExtension.connect(port(client), daemon.pairing(), overrides);

    expect(await extension.frame("welcome")).toHaveProperty("warning");
    extension.close();
  });

  test("displaces an older connection of the same browser, and says so in the log", async () => {
    const older = await ScriptedExtension.connect(port(client), daemon.pairing());

    const newer = await ScriptedExtension.connect(port(client), daemon.pairing());
    await older.closed();

    expect(older.closeCode).toBe(4001);
    expect(newer.closeCode).toBeUndefined();
    expect(daemon.file("daemon.log")).toContain("WARNING: a second connection of browser scripted");
    newer.close();
  });

  test("answers a malformed frame and stays open", async () => {
    const extension = await ScriptedExtension.connect(port(client), daemon.pairing());

    extension.send("{");
    extension.send({ jsonrpc: "1.0", id: 1, method: "system/ping" });
    extension.send({ jsonrpc: "2.0", id: 7, method: "system/ping" });
    await until(() => extension.frames.some(({ id }) => id === 7));

    const codes = extension.frames.flatMap(({ error }) => (error ? [error] : []));
    expect(codes).toMatchObject([
      { data: { code: "invalid_json" } },
      { data: { code: "malformed_frame" } },
    ]);
    extension.close();
  });

  test("cuts off a frame over 8 MiB", async () => {
    const extension = await ScriptedExtension.connect(port(client), daemon.pairing());

    extension.send(`"${"x".repeat(8 * 1024 * 1024)}"`);
    await extension.closed();

    expect([1006, 1009]).toContain(extension.closeCode);
  });
});
