import type { PairingExtension } from "./PairingExtension.js";
import { hello } from "./ScriptedExtension.js";

export type Header = readonly [string, string];

export interface Upgrade {
  readonly path?: string;
  readonly host?: string;
  readonly origin?: string | undefined;
  readonly more?: readonly Header[];
}

export const SECOND_ID = "abcdefghijklmnopabcdefghijklmnop";
export const SECOND: string = `chrome-extension://${SECOND_ID}`;
const SOMEBODY = { name: "", instance_id: "0a1b2c3d", secret: "ab".repeat(32) };

/** Who may not open path `/pair`, even while a code waits. */
export const UPGRADES: readonly (readonly [string, Upgrade])[] = [
  ...[
    undefined,
    "",
    "null",
    "*",
    "http://evil.test",
    "https://evil.test",
    "http://localhost:3000",
    "http://127.0.0.1",
    "file://",
    "moz-extension://a9f7b1f0-0000-4000-8000-000000000000",
    "chrome-extension://",
    `chrome-extension://${SECOND_ID}/`,
    `chrome-extension://${SECOND_ID}.evil.test`,
    `chrome-extension://${SECOND_ID.toUpperCase()}`,
    `chrome-extension://${SECOND_ID}a`,
    `chrome-extension://${SECOND_ID.slice(1)}`,
    `chrome-extension://${SECOND_ID.slice(1)}q`,
    `chrome-extension://user@${SECOND_ID}`,
    `Chrome-Extension://${SECOND_ID}`,
    `http://chrome-extension://${SECOND_ID}`,
    `${SECOND}, ${SECOND}`,
    `${SECOND}\thttp://evil.test`,
  ].map((origin) => [`Origin ${origin}`, { origin }] as const),
  ...["evil.test:PORT", "127.0.0.1", "127.0.0.1:1", "localhost.evil.test:PORT", "0.0.0.0:PORT"].map(
    (host) => [`Host ${host}`, { host }] as const,
  ),
  ...["/pair/", "/pair?", "/pair?code=1", "/Pair", "//pair", "/x/../pair", "/extension", "/"].map(
    (path) => [`path ${path}`, { path }] as const,
  ),
  ["a second Origin", { more: [["Origin", SECOND]] }],
  ["a subprotocol", { more: [["Sec-WebSocket-Protocol", "bsk"]] }],
];

type Send = (extension: PairingExtension) => Promise<unknown>;
const changed =
  (change: object): Send =>
  async (extension) => ({ ...(await extension.hello()), ...change });

/** First frames that end the connection. */
export const HELLOS: readonly (readonly [string, Send])[] = [
  ["text that is no JSON", async () => "hello"],
  ["null", async () => null],
  ["an array", async () => []],
  ["a request", async () => ({ jsonrpc: "2.0", id: 1, method: "session/start", params: {} })],
  ["the hello of a paired extension", async () => hello(SOMEBODY)],
  ["a confirmation first", async () => ({ type: "pair_confirm", proof: "ab".repeat(32) })],
  ["an offer of its own", async () => ({ type: "pair_offer" })],
  ["a hello with an unknown key", changed({ code: "AAAAAAAAAA" })],
  ["a hello without a nonce", changed({ nonce: undefined })],
  ["a hello with a short nonce", changed({ nonce: "00" })],
  ["a hello with an id __proto__", changed({ instance_id: "__proto__" })],
  ["a hello of another protocol", changed({ protocol: "2.0" })],
  ["a point that is not on the curve", changed({ public_key: `04${"01".repeat(64)}` })],
  ["a point of zeros", changed({ public_key: `04${"00".repeat(64)}` })],
  ["a point of ones", changed({ public_key: `04${"ff".repeat(64)}` })],
  ["a compressed point", changed({ public_key: `02${"01".repeat(32)}` })],
  ["a point that is too long", changed({ public_key: `04${"01".repeat(65)}` })],
  ["a point in capital letters", changed({ public_key: `04${"AB".repeat(64)}` })],
];

/** `recorded` was right on another connection. */
type Confirm = (extension: PairingExtension, code: string, recorded: string) => Promise<unknown>;
const over =
  (change: object): Confirm =>
  async (extension, code) =>
    (await extension.facts(code, change)).mine;
/** Confirmations that are looked at and not right: each costs a try. */
export const WRONG: readonly (readonly [string, Confirm])[] = [
  ["another code", async (x) => (await x.facts("0000000000")).mine],
  ["an empty code", async (x) => (await x.facts("")).mine],
  [
    "the grouped code",
    async (x, code) => (await x.facts(`${code.slice(0, 5)}-${code.slice(5)}`)).mine,
  ],
  ["the daemon's role", async (x, code) => (await x.facts(code)).theirs],
  ["another origin", over({ origin: SECOND })],
  ["another port", over({ port: 1 })],
  ["another instance", over({ instanceId: "00000000" })],
  ["another nonce of its own", over({ clientNonce: "00".repeat(32) })],
  ["another nonce of the daemon", over({ serverNonce: "00".repeat(32) })],
  ["another key of its own", over({ clientKey: `04${"01".repeat(64)}` })],
  ["another key of the daemon", over({ serverKey: `04${"01".repeat(64)}` })],
  [
    "another connection",
    async (x, code, recorded) => {
      await x.facts(code);
      return recorded;
    },
  ],
  [
    "nothing at all",
    async (x, code) => {
      await x.facts(code);
      return "00".repeat(32);
    },
  ],
];

/** Second frames that are none: no try is spent on them. */
export const MALFORMED: readonly (readonly [string, (mine: string) => unknown])[] = [
  ["text that is no JSON", () => "confirm"],
  ["no proof", () => ({ type: "pair_confirm" })],
  ["a short proof", (mine) => ({ type: "pair_confirm", proof: mine.slice(2) })],
  ["a proof in capital letters", (mine) => ({ type: "pair_confirm", proof: mine.toUpperCase() })],
  ["a proof that is true", () => ({ type: "pair_confirm", proof: true })],
  ["an unknown key beside it", (mine) => ({ type: "pair_confirm", proof: mine, role: "daemon" })],
  ["the proof of a paired extension", (mine) => ({ type: "proof", proof: mine })],
  ["a request", () => ({ jsonrpc: "2.0", id: 1, method: "session/start" })],
];
