import { randomBytes } from "node:crypto";
import { EXTENSION_ID } from "@bsk/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DaemonClient } from "../dist/connection/DaemonClient.js";
import { prove } from "../dist/daemon/proof.js";
import { knock, UPGRADE } from "./daemon/knock.js";
import {
  type Frame,
  hello,
  ORIGIN,
  type Pairing,
  proofFor,
  RawExtension,
  ScriptedExtension,
} from "./daemon/ScriptedExtension.js";
import { port, TestDaemon } from "./daemon/TestDaemon.js";
import { until } from "./daemon/until.js";

const daemon = new TestDaemon(["scripted", "second"]);
let client: DaemonClient;

beforeAll(async () => {
  client = await daemon.connect();
});

afterAll(() => daemon.end());

const nonce = (): string => randomBytes(32).toString("hex");
const OTHER_ID = "abcdefghijklmnopabcdefghijklmnop";

/** What a page, another extension or a program may claim to be. Undefined: no Origin at all. */
const ORIGINS: readonly (string | undefined)[] = [
  undefined,
  "",
  "null",
  "http://localhost:3000",
  "http://127.0.0.1",
  "https://127.0.0.1",
  "http://evil.test",
  "https://evil.test:443",
  "file://",
  "chrome://extensions",
  "devtools://devtools",
  "moz-extension://a9f7b1f0-0000-4000-8000-000000000000",
  `chrome-extension://${OTHER_ID}`,
  `chrome-extension://${EXTENSION_ID.toUpperCase()}`,
  `Chrome-Extension://${EXTENSION_ID}`,
  `CHROME-EXTENSION://${EXTENSION_ID}`,
  `chrome-extension://${EXTENSION_ID}/`,
  `chrome-extension://${EXTENSION_ID}.`,
  `chrome-extension://${EXTENSION_ID}:80`,
  `chrome-extension://${EXTENSION_ID}.evil.test`,
  `chrome-extension://user@${EXTENSION_ID}`,
  `chrome-extension://${EXTENSION_ID}/popup.html`,
  `chrome-extension://${EXTENSION_ID}#`,
  `chrome-extension://${EXTENSION_ID}?`,
  `chrome-extension://${EXTENSION_ID}x`,
  `chrome-extension://${EXTENSION_ID.slice(0, -1)}`,
  `http://${EXTENSION_ID}`,
  `https://chrome-extension://${EXTENSION_ID}`,
  `chrome-extension:${EXTENSION_ID}`,
  `chrome-extension:///${EXTENSION_ID}`,
  `chrome-extension%3A//${EXTENSION_ID}`,
  EXTENSION_ID,
  `${ORIGIN}, ${ORIGIN}`,
  `${ORIGIN} http://evil.test`,
  "*",
];

const HOSTS: readonly (string | undefined)[] = [
  undefined,
  "",
  "evil.test:PORT",
  "evil.test",
  "127.0.0.1",
  "localhost",
  "127.0.0.1:80",
  "127.0.0.1:PORT.",
  "127.0.0.1.:PORT",
  "localhost.:PORT",
  "LOCALHOST:PORT",
  "127.0.0.2:PORT",
  "0.0.0.0:PORT",
  "127.1:PORT",
  "2130706433:PORT",
  "0x7f000001:PORT",
  "::1:PORT",
  "[::]:PORT",
  "[::1]",
  "[0:0:0:0:0:0:0:1]:PORT",
  "[::ffff:127.0.0.1]:PORT",
  "user@127.0.0.1:PORT",
  "localhost.evil.test:PORT",
  "127.0.0.1:PORT, 127.0.0.1:PORT",
  "127.0.0.1:0PORT",
];

const PATHS: readonly string[] = [
  "/",
  "/extension/",
  "/extension?",
  "/extension?token=1",
  "/extension#",
  "/Extension",
  "//extension",
  "/./extension",
  "/x/../extension",
  "/%65xtension",
  "/extension%00",
  "/pair",
  "http://127.0.0.1/extension",
];

type Header = readonly [string, string];

interface Upgrade {
  readonly path?: string;
  readonly method?: string;
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly more?: readonly Header[];
  readonly without?: string;
}

async function upgrade(options: Upgrade): Promise<string> {
  const own = { host: "127.0.0.1:PORT", origin: ORIGIN, ...options };
  const named: readonly (readonly [string, string | undefined])[] = [
    ["Host", own.host],
    ["Origin", own.origin],
    ...UPGRADE.filter(([name]) => name !== options.without),
    ...(options.more ?? []),
  ];
  const headers = named.flatMap(([name, value]): Header[] =>
    value === undefined ? [] : [[name, value.replaceAll("PORT", String(port(client)))]],
  );
  return knock(port(client), {
    headers,
    ...(options.path === undefined ? {} : { path: options.path }),
    ...(options.method === undefined ? {} : { method: options.method }),
  });
}

const ODD: readonly (readonly [string, Upgrade])[] = [
  ["a subprotocol", { more: [["Sec-WebSocket-Protocol", "bsk"]] }],
  ["an empty subprotocol", { more: [["Sec-WebSocket-Protocol", ""]] }],
  ["a second Origin", { more: [["Origin", ORIGIN]] }],
  ["a second, foreign Origin", { more: [["Origin", "http://evil.test"]] }],
  ["a second Host", { more: [["Host", "evil.test"]] }],
  ["no Upgrade header", { without: "Upgrade" }],
  ["another upgrade", { without: "Upgrade", more: [["Upgrade", "h2c"]] }],
  ["no key", { without: "Sec-WebSocket-Key" }],
  ["an old version", { without: "Sec-WebSocket-Version", more: [["Sec-WebSocket-Version", "7"]] }],
  ["POST", { method: "POST" }],
  ["CONNECT", { method: "CONNECT" }],
];

const UPGRADES: readonly (readonly [string, Upgrade])[] = [
  ...ORIGINS.map((origin) => [`Origin ${origin}`, { origin }] as const),
  ...HOSTS.map((host) => [`Host ${host}`, { host }] as const),
  ...PATHS.map((path) => [`path ${path}`, { path }] as const),
  ...ODD.map(([name, options]) => [name, options] as const),
];

interface Attempt {
  readonly first: (pairing: Pairing) => unknown;
  readonly second?: (pairing: Pairing, greeting: Frame, challenge: Frame) => unknown;
}

const proof = (value: unknown): unknown => ({ type: "proof", proof: value });
const right = (pairing: Pairing): Frame => hello(pairing);

/** A proof that was right in a handshake of its own. */
let recorded = "";

const FRAMES: readonly (readonly [string, Attempt])[] = [
  ["text that is no JSON", { first: () => "hello" }],
  ["an array", { first: () => [] }],
  ["null", { first: () => null }],
  ["a proof first", { first: () => proof(nonce()) }],
  ["a request first", { first: () => ({ jsonrpc: "2.0", id: 1, method: "system/status" }) }],
  ["a hello without a nonce", { first: (p) => ({ ...hello(p), nonce: undefined }) }],
  ["a hello with a short nonce", { first: (p) => hello(p, "00") }],
  ["a hello with an unknown key", { first: (p) => ({ ...hello(p), role: "daemon" }) }],
  ["a hello with a secret for an id", { first: (p) => ({ ...hello(p), instance_id: p.secret }) }],
  ["an unknown instance", { first: (p) => ({ ...hello(p), instance_id: "00000000" }) }],
  ["an instance __proto__", { first: (p) => ({ ...hello(p), instance_id: "__proto__" }) }],
  ["another protocol", { first: (p) => ({ ...hello(p), protocol: "2.0" }) }],
  ["a wrong proof", { first: right, second: () => proof(nonce()) }],
  ["an empty proof", { first: right, second: () => proof("") }],
  ["no proof", { first: right, second: () => ({ type: "proof" }) }],
  ["a proof that is true", { first: right, second: () => proof(true) }],
  ["a replayed proof", { first: right, second: () => proof(recorded) }],
  ["the daemon's own proof", { first: right, second: (_p, _h, c) => proof(c.proof) }],
  ["a second hello", { first: right, second: (p) => hello(p) }],
  [
    "a request instead of a proof",
    { first: right, second: () => ({ jsonrpc: "2.0", method: "x" }) },
  ],
  [
    "a proof under another browser's secret",
    { first: right, second: (_p, h, c) => proof(proofFor(daemon.pairing(1), h, c)) },
  ],
  [
    "a proof for another origin",
    {
      first: right,
      second: (p, h, c) =>
        proof(
          prove(p.secret, "extension", {
            origin: `chrome-extension://${OTHER_ID}`,
            instanceId: p.instance_id,
            clientNonce: String(h.nonce),
            serverNonce: String(c.nonce),
          }),
        ),
    },
  ],
  [
    "a proof with upper-case hex",
    { first: right, second: (p, h, c) => proof(proofFor(p, h, c).toUpperCase()) },
  ],
];

describe("the extension's socket", () => {
  test.each(UPGRADES)("refuses an upgrade with %s", async (_name, options) => {
    const answer = await upgrade(options);

    expect(answer).not.toMatch(/^HTTP\/1.1 101/);
    expect(answer.toLowerCase()).not.toContain("access-control");
  });

  test.each(FRAMES)("refuses a handshake with %s", async (_name, { first, second }) => {
    const pairing = daemon.pairing();
    const honest = new RawExtension(port(client));
    await honest.opened();
    const honestHello = hello(pairing);
    honest.send(honestHello);
    recorded = proofFor(pairing, honestHello, await honest.frame("challenge"));
    honest.socket.terminate();
    const extension = new RawExtension(port(client));
    await extension.opened();
    const greeting = first(pairing);

    extension.send(greeting);
    if (second) {
      const challenge = await extension.frame("challenge");
      // The greeting of these attempts is a hello.
      extension.send(second(pairing, greeting as Frame, challenge));
    }
    await extension.closed();

    expect(extension.frames.map(({ type }) => type)).not.toContain("welcome");
    expect([1008, 4005]).toContain(extension.closeCode);
  });

  test("closes on who is silent for 5 s, before the hello or after the challenge", async () => {
    const silent = new RawExtension(port(client));
    const halfway = new RawExtension(port(client));
    await Promise.all([silent.opened(), halfway.opened()]);
    halfway.send(hello(daemon.pairing()));

    await Promise.all([silent.closed(), halfway.closed()]);

    expect(silent.frames).toEqual([]);
    expect(halfway.frames.map(({ type }) => type)).toEqual(["challenge"]);
    expect([silent.closeCode, halfway.closeCode]).toEqual([1008, 1008]);
  });

  test("is tried in at least 60 ways", () => {
    expect(UPGRADES.length + FRAMES.length).toBeGreaterThanOrEqual(60);
  });

  test("has let nobody in after all of that", async () => {
    const status = await client.call("system/status", {});

    expect(status).toMatchObject({
      browsers: [{ state: "not_connected" }, { state: "not_connected" }],
    });
  });

  test.each(["127.0.0.1:PORT", "localhost:PORT", "[::1]:PORT"])(
    "lets Host %s upgrade",
    async (host) => {
      expect(await upgrade({ host })).toMatch(/^HTTP\/1.1 101/);
    },
  );

  test("admits the one that proves the secret", async () => {
    const extension = await ScriptedExtension.connect(port(client), daemon.pairing());

    const welcome = await extension.frame("welcome");
    const status = await client.call("system/status", {});

    expect(welcome).toEqual({ type: "welcome", heartbeat_ms: 15_000, sessions: [] });
    expect(status).toMatchObject({
      browsers: [{ state: "connected", product: "Scripted/1" }, { state: "not_connected" }],
    });
    extension.close();
  });

  test("proves itself to the extension", async () => {
    const pairing = daemon.pairing();
    const extension = new RawExtension(port(client));
    await extension.opened();
    const greeting = hello(pairing);

    extension.send(greeting);
    const challenge = await extension.frame("challenge");

    expect(challenge.proof).toBe(
      prove(pairing.secret, "daemon", {
        origin: ORIGIN,
        instanceId: pairing.instance_id,
        clientNonce: String(greeting.nonce),
        serverNonce: String(challenge.nonce),
      }),
    );
    extension.socket.terminate();
  });

  test("takes no more than 16 strangers at a time", async () => {
    const strangers = Array.from({ length: 16 }, () => new RawExtension(port(client)));
    await Promise.all(strangers.map((stranger) => stranger.opened()));

    expect(await upgrade({})).toMatch(/^HTTP\/1.1 503/);

    for (const { socket } of strangers) socket.terminate();
    await until(async () => (await upgrade({})).startsWith("HTTP/1.1 101"));
  });

  test("gives a plain request nothing but its status", async () => {
    const paths = [
      ["/", 404],
      ["/extension", 426],
      ["/json/version", 404],
    ] as const;

    for (const [path, status] of paths) {
      const answer = await knock(port(client), { path, headers: [["Host", "evil.test"]] });
      const [first, ...rest] = answer.split("\r\n");
      expect(first).toContain(`HTTP/1.1 ${status} `);
      expect(rest).toEqual(["connection: close", "content-length: 0", "", ""]);
    }
  });

  test("never shows a secret in a status or in the log", async () => {
    const status = JSON.stringify(await client.call("system/status", {}));
    const log = daemon.file("daemon.log");

    for (const { secret } of daemon.pairings) {
      expect(status).not.toContain(secret);
      expect(log).not.toContain(secret);
    }
  });
});
