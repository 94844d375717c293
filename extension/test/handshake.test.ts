import type { ProofParts } from "@bsk/core";
import { describe, expect, it } from "vitest";
import { handshake } from "../dist/tsc/transport/handshake.js";
import { proof, SECRET } from "./fake/daemonProof.js";

const ORIGIN = "chrome-extension://jbpmglmkbjjeiaiaddnadcnbighgbidm";
const SERVER_NONCE = "ab".repeat(32);
const PAIRING = { port: 52861, secret: SECRET, instanceId: "0a1b2c3d" };
const IDENTITY = { origin: ORIGIN, version: "0.1.0", build: "b", product: "Chrome/156" };
const WELCOME = { type: "welcome", heartbeat_ms: 15_000, sessions: ["abcd"] };

interface Hello {
  readonly nonce: string;
  readonly instance_id: string;
}

/** A daemon's end: answers the hello with `challenge`, the proof with `welcome`. */
class ScriptedDaemon {
  readonly sent: unknown[] = [];
  readonly #answers: ((hello: Hello) => unknown)[];
  #hello: Hello | undefined;

  constructor(...answers: ((hello: Hello) => unknown)[]) {
    this.#answers = answers;
  }

  send(text: string): void {
    const frame = JSON.parse(text);
    this.sent.push(frame);
    this.#hello ??= frame;
  }

  async receive(): Promise<unknown> {
    const answer = this.#answers.shift();
    if (!answer || !this.#hello) throw new Error("closed");
    return answer(this.#hello);
  }
}

function parts({ nonce, instance_id }: Hello): ProofParts {
  return { origin: ORIGIN, instanceId: instance_id, clientNonce: nonce, serverNonce: SERVER_NONCE };
}

function challenge(hello: Hello, change: object = {}): object {
  const fields = { protocol: "1.0", nonce: SERVER_NONCE, build: "b" };
  return { type: "challenge", ...fields, proof: proof("daemon", parts(hello)), ...change };
}

const shake = (daemon: ScriptedDaemon) => handshake(daemon, PAIRING, IDENTITY);

describe("the handshake", () => {
  it("proves the extension to a daemon that proved itself, and ends with its welcome", async () => {
    const daemon = new ScriptedDaemon(challenge, () => WELCOME);

    await expect(shake(daemon)).resolves.toEqual(WELCOME);

    const [hello, answer] = daemon.sent as [Hello, { proof: string }];
    expect(hello).toMatchObject({ type: "hello", protocol: "1.0", instance_id: "0a1b2c3d" });
    expect(hello.nonce).toMatch(/^[0-9a-f]{64}$/);
    expect(answer).toEqual({ type: "proof", proof: proof("extension", parts(hello)) });
  });

  it("accepts another minor version", async () => {
    const daemon = new ScriptedDaemon(
      (hello) => challenge(hello, { protocol: "1.7" }),
      () => WELCOME,
    );

    await expect(shake(daemon)).resolves.toEqual(WELCOME);
  });

  it("draws another nonce each time, so that a proof cannot be replayed", async () => {
    const daemons = [
      new ScriptedDaemon(challenge, () => WELCOME),
      new ScriptedDaemon(challenge, () => WELCOME),
    ];
    for (const daemon of daemons) await shake(daemon);

    const [first, second] = daemons.map(({ sent }) => (sent[0] as Hello).nonce);

    expect(first).not.toBe(second);
  });

  it.each<[string, (hello: Hello) => unknown]>([
    ["another secret", (h) => challenge(h, { proof: proof("daemon", parts(h), "cd".repeat(32)) })],
    ["the extension's role", (h) => challenge(h, { proof: proof("extension", parts(h)) })],
    [
      "another origin",
      (h) => challenge(h, { proof: proof("daemon", { ...parts(h), origin: "x" }) }),
    ],
    [
      "another nonce of ours",
      (h) => challenge(h, { proof: proof("daemon", { ...parts(h), clientNonce: "00" }) }),
    ],
    ["another nonce of its own", (h) => challenge(h, { nonce: "cd".repeat(32) })],
    ["nothing", (h) => challenge(h, { proof: "0".repeat(64) })],
    ["a shorter text", (h) => challenge(h, { proof: proof("daemon", parts(h)).slice(0, 62) })],
    ["capital letters", (h) => challenge(h, { proof: "A".repeat(64) })],
    ["no text", (h) => challenge(h, { proof: 7 })],
  ])("gives no proof to a daemon whose proof is over %s", async (_name, answer) => {
    const daemon = new ScriptedDaemon(answer, () => WELCOME);

    await expect(shake(daemon)).rejects.toMatchObject({ name: "Refusal" });

    expect(daemon.sent).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    [
      "a challenge of another protocol",
      { ...challenge({ nonce: "00", instance_id: "0a1b2c3d" }), protocol: "2.0" },
    ],
    [
      "a challenge with another key",
      { ...challenge({ nonce: "00", instance_id: "0a1b2c3d" }), more: 1 },
    ],
    ["a request before the handshake", { jsonrpc: "2.0", id: 1, method: "page/click", params: {} }],
    ["a welcome before the challenge", WELCOME],
    ["null", null],
    ["what was no JSON", undefined],
    ["an array", []],
  ])("refuses %s", async (_name, frame) => {
    const daemon = new ScriptedDaemon(
      () => frame,
      () => WELCOME,
    );

    await expect(shake(daemon)).rejects.toMatchObject({ name: "Refusal" });

    expect(daemon.sent).toHaveLength(1);
  });

  it("refuses a daemon that ends the connection or does not welcome", async () => {
    await expect(shake(new ScriptedDaemon())).rejects.toThrow("does not accept this browser");
    await expect(shake(new ScriptedDaemon(challenge))).rejects.toThrow(
      "does not accept this browser",
    );
    const unfriendly = new ScriptedDaemon(challenge, () => ({ type: "welcome" }));
    await expect(shake(unfriendly)).rejects.toMatchObject({ name: "Refusal" });
  });
});
