import { randomBytes } from "node:crypto";
import { EXTENSION_ID, PROTOCOL } from "@bsk/core";
import { WebSocket } from "ws";
import { prove } from "../../dist/daemon/proof.js";
import { until } from "./until.js";

export interface Pairing {
  readonly name: string;
  readonly instance_id: string;
  readonly secret: string;
}

export interface Frame {
  readonly type?: string;
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly [name: string]: unknown;
}

export const ORIGIN = `chrome-extension://${EXTENSION_ID}`;

type Answer = (params: Record<string, unknown>, frame: Frame) => unknown;

/** A socket that has passed the upgrade, and whatever it got since. */
export class RawExtension {
  readonly socket: WebSocket;
  readonly frames: Frame[] = [];
  closeCode: number | undefined;

  constructor(port: number, origin: string = ORIGIN) {
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/extension`, { origin });
    this.socket.on("message", (data) => this.frames.push(JSON.parse(String(data))));
    this.socket.on("close", (code) => {
      this.closeCode = code;
    });
    this.socket.on("error", () => {
      // The tests look at the close code.
    });
  }

  opened(): Promise<void> {
    return until(() => this.socket.readyState !== WebSocket.CONNECTING);
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  async frame(type: string): Promise<Frame> {
    await until(() => this.frames.some((frame) => frame.type === type));
    const found = this.frames.find((frame) => frame.type === type);
    if (!found) throw new Error(`no ${type}`);
    return found;
  }

  closed(): Promise<void> {
    return until(() => this.closeCode !== undefined, 15_000);
  }
}

export function hello(pairing: Pairing, nonce: string = randomBytes(32).toString("hex")): Frame {
  return {
    type: "hello",
    protocol: PROTOCOL,
    instance_id: pairing.instance_id,
    nonce,
    version: "0.1.0",
    build: "scripted",
    product: "Scripted/1",
  };
}

/** The proof that the real extension would send for this challenge. */
export function proofFor(
  pairing: Pairing,
  greeting: Frame,
  challenge: Frame,
  origin: string = ORIGIN,
): string {
  return prove(pairing.secret, "extension", {
    origin,
    instanceId: pairing.instance_id,
    clientNonce: String(greeting.nonce),
    serverNonce: String(challenge.nonce),
  });
}

/** An extension without a browser: proves itself, then answers as its script says. */
export class ScriptedExtension extends RawExtension {
  readonly answers: Map<string, Answer> = new Map<string, Answer>([
    ["system/ping", () => ({})],
    ["session/open", () => ({ window_id: 1, tab_id: 2 })],
    ["session/close", () => ({ closed: true, returned_tab_ids: [], return_failures: [] })],
    ["session/inspect", () => ({ tab_ids: [2], borrowed_tab_ids: [], capturing: [] })],
  ]);

  static async connect(
    port: number,
    pairing: Pairing,
    overrides: object = {},
    origin: string = ORIGIN,
  ): Promise<ScriptedExtension> {
    const extension = new ScriptedExtension(port, origin);
    await extension.opened();
    const greeting = { ...hello(pairing), ...overrides };
    extension.send(greeting);
    const challenge = await extension.frame("challenge");
    extension.send({ type: "proof", proof: proofFor(pairing, greeting, challenge, origin) });
    await extension.frame("welcome");
    extension.socket.on("message", (data) => extension.#answer(JSON.parse(String(data))));
    return extension;
  }

  /** Requests and notifications of one method, as they came. */
  calls(method: string): readonly Frame[] {
    return this.frames.filter((frame) => frame.method === method);
  }

  async called(method: string, times = 1): Promise<Frame> {
    await until(() => this.calls(method).length >= times);
    const call = this.calls(method)[times - 1];
    if (!call) throw new Error(`no ${method}`);
    return call;
  }

  respond(call: Frame, answer: { result: unknown } | { error: unknown }): void {
    this.send({ jsonrpc: "2.0", id: call.id, ...answer });
  }

  notify(method: string, params: object): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  close(): void {
    this.socket.terminate();
  }

  #answer(frame: Frame): void {
    const answer = this.answers.get(String(frame.method));
    if (!answer || frame.id === undefined) return;
    this.respond(frame, { result: answer(frame.params ?? {}, frame) });
  }
}
