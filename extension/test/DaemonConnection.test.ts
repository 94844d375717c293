import type { ProofParts } from "@bsk/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DaemonConnection } from "../dist/tsc/transport/DaemonConnection.js";
import { proof, SECRET } from "./fake/daemonProof.js";
import { FakeSocket } from "./fake/FakeSocket.js";

const ORIGIN = "chrome-extension://jbpmglmkbjjeiaiaddnadcnbighgbidm";
const PAIRING = { port: 4711, secret: SECRET, instanceId: "0a1b2c3d" };
const SERVER_NONCE = "ab".repeat(32);

const welcomed = vi.fn();
const lost = vi.fn();
let paired: typeof PAIRING | undefined;
let connection: DaemonConnection;

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made.length = 0;
  paired = PAIRING;
  connection = new DaemonConnection({
    identity: () => ({ origin: ORIGIN, version: "0.1.0", build: "b", product: "Chrome/156" }),
    readPairing: async () => paired,
    dispatch: async (method) => ({ did: method }),
    welcomed,
    lost,
    forgotten: async () => {
      paired = undefined;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

async function socket(index: number): Promise<FakeSocket> {
  await vi.waitUntil(() => FakeSocket.made.length > index);
  return FakeSocket.made[index] as FakeSocket; // it is there now
}

/** Plays a daemon that knows `secret`; resolves when the extension was welcomed. */
async function welcome(index: number, secret = SECRET): Promise<FakeSocket> {
  const fake = await socket(index);
  fake.onSent = (frame: { type?: string; nonce: string }) => {
    if (frame.type === "proof") {
      fake.fromServer('{"type":"welcome","heartbeat_ms":15000,"sessions":["abcd"]}');
    }
    if (frame.type !== "hello") return;
    const parts: ProofParts = {
      origin: ORIGIN,
      instanceId: PAIRING.instanceId,
      clientNonce: frame.nonce,
      serverNonce: SERVER_NONCE,
    };
    const fields = { protocol: "1.0", nonce: SERVER_NONCE, build: "b" };
    fake.fromServer(
      JSON.stringify({ type: "challenge", ...fields, proof: proof("daemon", parts, secret) }),
    );
  };
  fake.open();
  await vi.waitUntil(
    () => connection.state.kind === "connected" || connection.state.kind === "refused",
  );
  return fake;
}

describe("the connection to the daemon", () => {
  it("is not paired, and opens no socket, as long as there is no pairing", async () => {
    paired = undefined;

    connection.start();
    await vi.advanceTimersByTimeAsync(60_000);

    expect(connection.state).toEqual({ kind: "not_paired" });
    expect(FakeSocket.made).toEqual([]);
  });

  it("goes to the paired port and is connected after the handshake", async () => {
    connection.start();
    const fake = await welcome(0);

    expect(fake.url).toBe("ws://127.0.0.1:4711/extension");
    expect(connection.state).toEqual({ kind: "connected", port: 4711 });
    expect(welcomed).toHaveBeenCalledWith(["abcd"]);
  });

  it("answers requests, and frames that are none, on the same socket", async () => {
    connection.start();
    const fake = await welcome(0);
    fake.sent.length = 0;

    fake.fromServer("not JSON");
    fake.fromServer('{"jsonrpc":"2.0","id":5,"method":"tab/list","params":{}}');
    await vi.waitUntil(() => fake.sent.length === 2);

    expect(fake.sent).toMatchObject([
      { id: null, error: { data: { code: "malformed_frame" } } },
      { id: 5, result: { did: "tab/list" } },
    ]);
  });

  it("tries again after 0.25 s, then ever later up to 5 s, while nothing answers", async () => {
    connection.start();
    for (const [index, waitMs] of [250, 500, 1000, 2000, 4000, 5000, 5000].entries()) {
      (await socket(index)).fail();
      await vi.advanceTimersByTimeAsync(waitMs - 1);
      expect(FakeSocket.made).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(FakeSocket.made).toHaveLength(index + 2);
    }
    expect(connection.state).toEqual({ kind: "connecting", port: 4711 });
    expect(lost).not.toHaveBeenCalled();
  });

  it("tells that it was lost and is back after 0.25 s", async () => {
    connection.start();
    (await welcome(0)).fromServerClose(1006);
    await vi.advanceTimersByTimeAsync(250);
    await welcome(1);

    expect(lost).toHaveBeenCalledTimes(1);
    expect(welcomed).toHaveBeenCalledTimes(2);
    expect(connection.state.kind).toBe("connected");
  });

  it("names a refusal, keeps it in sight, and does not hurry back", async () => {
    connection.start();
    const fake = await welcome(0, "cd".repeat(32));

    expect(connection.state).toMatchObject({ kind: "refused", port: 4711 });
    expect(fake.sent).toHaveLength(1); // the hello; no proof for an impostor
    await vi.advanceTimersByTimeAsync(4900); // waiting for the refusal took some of the 5000
    expect(FakeSocket.made).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(FakeSocket.made).toHaveLength(2);
    expect(connection.state.kind).toBe("refused");
    expect(welcomed).not.toHaveBeenCalled();
  });

  it("does not fight for its place with another browser of the same pairing", async () => {
    connection.start();
    (await welcome(0)).fromServerClose(4001);
    await vi.advanceTimersByTimeAsync(4900);

    expect(FakeSocket.made).toHaveLength(1);
    expect(connection.state).toMatchObject({ kind: "refused" });
  });

  it("gives a daemon 5 s for the handshake", async () => {
    connection.start();
    const fake = await socket(0);
    fake.open();

    await vi.advanceTimersByTimeAsync(5000);

    expect(connection.state).toMatchObject({ kind: "refused" });
    expect(fake.readyState).toBe(3);
  });

  it("says something at least every 20 s, and leaves a daemon that is silent for 45 s", async () => {
    connection.start();
    const fake = await welcome(0);
    fake.sent.length = 0;

    await vi.advanceTimersByTimeAsync(20_000);
    expect(fake.sent.length).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(30_000);

    expect(lost).toHaveBeenCalledTimes(1);
    expect(fake.readyState).toBe(3);
  });

  it("does not open a second socket when it is started again", async () => {
    connection.start();
    await welcome(0);

    connection.start();
    await vi.advanceTimersByTimeAsync(10_000);

    expect(FakeSocket.made).toHaveLength(1);
  });

  it("connects with the new pairing at once when that changed", async () => {
    connection.start();
    await welcome(0);
    paired = { ...PAIRING, port: 4712 };

    connection.restart();
    const next = await welcome(1);

    expect(next.url).toBe("ws://127.0.0.1:4712/extension");
    expect(connection.state).toEqual({ kind: "connected", port: 4712 });
    expect(lost).toHaveBeenCalledOnce();
  });

  it("connects after pairing, and lets go after unpairing", async () => {
    paired = undefined;
    connection.start();
    await vi.advanceTimersByTimeAsync(10);
    paired = PAIRING;

    connection.restart();
    await welcome(0);
    paired = undefined;
    connection.restart();
    await vi.waitUntil(() => connection.state.kind === "not_paired");
    await vi.advanceTimersByTimeAsync(60_000);

    expect(FakeSocket.made).toHaveLength(1);
  });

  it("is not paired any more when the daemon has forgotten it", async () => {
    connection.start();
    const fake = await welcome(0);

    fake.fromServerClose(4006);
    await vi.waitUntil(() => connection.state.kind === "not_paired");
    await vi.advanceTimersByTimeAsync(60_000);

    expect(FakeSocket.made).toHaveLength(1);
  });

  it("does not keep a pairing that changed while its socket was opening", async () => {
    connection.start();
    await socket(0);
    paired = { ...PAIRING, port: 4712 };

    connection.restart();
    const next = await welcome(1);

    expect(next.url).toBe("ws://127.0.0.1:4712/extension");
    expect(connection.state).toEqual({ kind: "connected", port: 4712 });
  });
});
