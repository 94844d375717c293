import { describe, expect, it } from "vitest";
import { pairHandshake } from "../dist/tsc/transport/pairHandshake.js";
import { type Hello, PairingDaemon } from "./fake/PairingDaemon.js";

const ORIGIN = "chrome-extension://jbpmglmkbjjeiaiaddnadcnbighgbidm";
const CODE = "ABCDEFGH12";
const ATTEMPT = { code: CODE, port: 52861, origin: ORIGIN, instanceId: "0a1b2c3d" };

type Answer = (hello: Hello, sent: readonly { proof?: string }[]) => unknown;

/** A daemon's end: one answer for each frame that is asked for. */
class Channel {
  readonly sent: { type: string; proof?: string }[] = [];
  readonly #answers: Answer[];

  constructor(...answers: Answer[]) {
    this.#answers = answers;
  }

  get hello(): Hello {
    return this.sent[0] as unknown as Hello; // the first frame is one; a test looks at it
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  async receive(): Promise<unknown> {
    const answer = this.#answers.shift();
    if (!answer) throw new Error("closed");
    return answer(this.hello, this.sent);
  }
}

const daemon = new PairingDaemon(CODE, ORIGIN, 52861);
const accept = (proof: unknown): object => ({ type: "pair_accept", proof });
const honest: Answer = (hello) => accept(daemon.facts(hello).daemon);

describe("pairing, in the extension", () => {
  it("ends with the secret that the daemon has, once both have confirmed the code", async () => {
    const channel = new Channel(() => daemon.offer(), honest);

    const secret = await pairHandshake(channel, ATTEMPT);

    const facts = daemon.facts(channel.hello);
    expect(secret).toBe(facts.secret);
    expect(channel.sent).toMatchObject([
      { type: "pair_hello", protocol: "1.0", instance_id: "0a1b2c3d" },
      { type: "pair_confirm", proof: facts.extension },
    ]);
  });

  it("draws another key and nonce each time, so that nothing can be replayed", async () => {
    const channels = [1, 2].map(() => new Channel(() => daemon.offer(), honest));
    for (const channel of channels) await pairHandshake(channel, ATTEMPT);

    const [first, second] = channels.map(({ hello }) => hello);

    expect(first?.nonce).not.toBe(second?.nonce);
    expect(first?.public_key).not.toBe(second?.public_key);
  });

  it("has a secret that the code is no part of", async () => {
    const other = new PairingDaemon("0000000000", ORIGIN, 52861);
    const channel = new Channel(() => other.offer(), honest);
    await pairHandshake(channel, ATTEMPT).catch(() => undefined);

    const facts = other.facts(channel.hello);

    // The confirmation depends on it, so that this test would notice.
    expect(channel.sent[1]?.proof).not.toBe(facts.extension);
    expect(facts.secret).toMatch(/^[0-9a-f]{64}$/);
  });

  it("never sends the code, nor anything before the daemon's half that depends on it", async () => {
    const channel = new Channel();

    await expect(pairHandshake(channel, ATTEMPT)).rejects.toThrow("closed");

    expect(channel.sent).toHaveLength(1);
    expect(JSON.stringify(channel.sent)).not.toContain(CODE);
  });

  it.each<[string, Answer]>([
    ["another code", (h) => accept(new PairingDaemon("0000000000", ORIGIN, 52861).facts(h).daemon)],
    ["the extension's role: its own confirmation sent back", (_h, sent) => accept(sent[1]?.proof)],
    ["another origin", (h) => accept(daemon.facts(h, { origin: "chrome-extension://x" }).daemon)],
    ["another port: a relay", (h) => accept(daemon.facts(h, { port: 52862 }).daemon)],
    ["another instance", (h) => accept(daemon.facts(h, { instanceId: "00000000" }).daemon)],
    ["another nonce of ours", (h) => accept(daemon.facts(h, { clientNonce: "00" }).daemon)],
    ["another nonce of its own", (h) => accept(daemon.facts(h, { serverNonce: "00" }).daemon)],
    ["another key of ours", (h) => accept(daemon.facts(h, { clientKey: "04" }).daemon)],
    ["another key of its own", (h) => accept(daemon.facts(h, { serverKey: "04" }).daemon)],
    ["nothing", () => accept("00".repeat(32))],
  ])("refuses a daemon that confirms %s", async (_name, answer) => {
    const channel = new Channel(() => daemon.offer(), answer);

    await expect(pairHandshake(channel, ATTEMPT)).rejects.toThrow("did not print this code");
  });

  it.each<[string, unknown]>([
    ["no JSON", undefined],
    ["null", null],
    ["a request", { jsonrpc: "2.0", id: 1, method: "page/click", params: {} }],
    ["a challenge", { type: "challenge", protocol: "1.0", nonce: "ab".repeat(32) }],
    ["an acceptance", accept("00".repeat(32))],
    ["an offer with an unknown key", daemon.offer({ code: "" })],
    ["an offer with a short nonce", daemon.offer({ nonce: "00" })],
    ["an offer without a key", daemon.offer({ public_key: "" })],
    ["a point that is not on the curve", daemon.offer({ public_key: `04${"01".repeat(64)}` })],
    ["a point of zeros", daemon.offer({ public_key: `04${"00".repeat(64)}` })],
    ["a compressed point", daemon.offer({ public_key: `02${"01".repeat(32)}` })],
  ])("sends no confirmation after %s for an offer", async (_name, offer) => {
    const channel = new Channel(() => offer, honest);

    await expect(pairHandshake(channel, ATTEMPT)).rejects.toMatchObject({ name: "Refusal" });

    expect(channel.sent).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ["no JSON", undefined],
    ["a second offer", daemon.offer()],
    ["no proof", { type: "pair_accept" }],
    ["a proof that is true", accept(true)],
    ["a welcome", { type: "welcome", heartbeat_ms: 1, sessions: [] }],
  ])("refuses %s for an acceptance", async (_name, answer) => {
    const channel = new Channel(
      () => daemon.offer(),
      () => answer,
    );

    await expect(pairHandshake(channel, ATTEMPT)).rejects.toMatchObject({ name: "Refusal" });
  });
});
