import { PAIRING_CLOSE } from "@bsk/core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Pairer } from "../dist/tsc/transport/Pairer.js";
import { readPairing } from "../dist/tsc/transport/pairing.js";
import { type FakeChrome, installChrome } from "./fake/FakeChrome.js";
import { FakeSocket } from "./fake/FakeSocket.js";
import { type Hello, PairingDaemon } from "./fake/PairingDaemon.js";

const ORIGIN = "chrome-extension://jbpmglmkbjjeiaiaddnadcnbighgbidm";
const CODE = "AB0DEFGH12";
const changed = vi.fn();
const unpairing = vi.fn();
let chrome: FakeChrome;
let pairer: Pairer;

beforeEach(() => {
  vi.clearAllMocks();
  chrome = installChrome();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async () => {
    throw new Error("no pairing.json");
  });
  FakeSocket.made.length = 0;
  pairer = new Pairer({ origin: () => ORIGIN, changed, unpairing });
});

async function socket(index = 0): Promise<FakeSocket> {
  await vi.waitUntil(() => FakeSocket.made.length > index);
  return FakeSocket.made[index] as FakeSocket; // it is there now
}

/** Plays the daemon that printed CODE; gives the secret that it has. */
async function serve(index = 0, port = 4711): Promise<{ secret: string }> {
  const daemon = new PairingDaemon(CODE, ORIGIN, port);
  const fake = await socket(index);
  const end = { secret: "" };
  let hello: Hello | undefined;
  fake.onSent = (frame: Hello & { type: string; proof?: string }) => {
    if (frame.type === "pair_hello") {
      hello = frame;
      fake.fromServer(JSON.stringify(daemon.offer()));
      return;
    }
    const facts = hello && daemon.facts(hello);
    if (!facts || frame.proof !== facts.extension) {
      fake.fromServerClose(PAIRING_CLOSE.wrongCode);
      return;
    }
    end.secret = facts.secret;
    fake.fromServer(JSON.stringify({ type: "pair_accept", proof: facts.daemon }));
  };
  fake.open();
  return end;
}

describe("the pairer", () => {
  it("stores port, secret and instance, then lets the connection begin", async () => {
    const pairing = pairer.pair("abo-de fghi2", 4711);
    const end = await serve();
    await pairing;

    expect(FakeSocket.made[0]?.url).toBe("ws://127.0.0.1:4711/pair");
    expect(pairer.state).toEqual({ kind: "idle" });
    const { port, secret, instanceId } = (await readPairing()) ?? {};
    expect({ port, secret }).toEqual({ port: 4711, secret: end.secret });
    expect(instanceId).toMatch(/^[0-9a-f]{8}$/);
    expect(changed).toHaveBeenCalledOnce();
  });

  it("keeps its instance when it pairs again, and takes the new secret", async () => {
    const first = pairer.pair(CODE, 4711);
    await serve(0);
    await first;
    const before = await readPairing();

    const second = pairer.pair(CODE, 4712);
    await serve(1, 4712);
    await second;

    const after = await readPairing();
    expect(after?.instanceId).toBe(before?.instanceId);
    expect(after?.secret).not.toBe(before?.secret);
    expect(after?.port).toBe(4712);
  });

  it("opens no socket for what is no code", async () => {
    await pairer.pair("ABCDE-FGH1U", 4711);

    expect(FakeSocket.made).toEqual([]);
    expect(pairer.state).toEqual({ kind: "failed", reason: "a code has ten letters and digits" });
  });

  it("says that a code was wrong, and stores nothing", async () => {
    const pairing = pairer.pair("0000000000", 4711);
    await serve();
    await pairing;

    expect(pairer.state).toMatchObject({ kind: "failed" });
    expect(pairer.state).toMatchObject({ reason: expect.stringContaining("not the code") });
    expect(await readPairing()).toBeUndefined();
    expect(changed).not.toHaveBeenCalled();
  });

  it.each([
    [1006, "no bsk pair waits on port 4711"],
    [PAIRING_CLOSE.over, "that code cannot be used any more; run bsk pair again"],
    [PAIRING_CLOSE.notValid, "the daemon refused; it may be of another version"],
  ])("says why a socket closed with %s", async (closeCode, reason) => {
    const pairing = pairer.pair(CODE, 4711);
    (await socket()).fromServerClose(closeCode);
    await pairing;

    expect(pairer.state).toEqual({ kind: "failed", reason });
  });

  it("keeps the pairing before when a new one fails", async () => {
    const first = pairer.pair(CODE, 4711);
    await serve();
    await first;
    const before = await readPairing();

    const second = pairer.pair("0000000000", 4711);
    await serve(1);
    await second;

    expect(await readPairing()).toEqual(before);
  });

  it("takes one code at a time", async () => {
    const first = pairer.pair(CODE, 4711);
    await pairer.pair(CODE, 4711);
    await serve();
    await first;

    expect(FakeSocket.made).toHaveLength(1);
  });

  it("unpairs: tells the daemon, forgets the secret, keeps its instance", async () => {
    const pairing = pairer.pair(CODE, 4711);
    await serve();
    await pairing;
    const id = chrome.local.get("instance_id");

    await pairer.unpair();

    expect(unpairing).toHaveBeenCalledOnce();
    expect(await readPairing()).toBeUndefined();
    expect(chrome.local.get("instance_id")).toBe(id);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});
