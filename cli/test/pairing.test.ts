import { statSync } from "node:fs";
import { join } from "node:path";
import { PAIRING_CLOSE, readPairingCode } from "@bsk/core";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { DaemonClient } from "../dist/connection/DaemonClient.js";
import { knock, UPGRADE } from "./daemon/knock.js";
import { PairingExtension } from "./daemon/PairingExtension.js";
import {
  HELLOS,
  type Header,
  MALFORMED,
  SECOND,
  SECOND_ID,
  UPGRADES,
  type Upgrade,
  WRONG,
} from "./daemon/pairingAttempts.js";
import { type Frame, ORIGIN, RawExtension, ScriptedExtension } from "./daemon/ScriptedExtension.js";
import { port, TestDaemon } from "./daemon/TestDaemon.js";
import { until } from "./daemon/until.js";

const daemon = new TestDaemon(["known"]);
let client: DaemonClient;
let second: DaemonClient;
let waiting: {
  readonly code: string;
  readonly end: Promise<unknown>;
  readonly stop: AbortController;
};
const open: PairingExtension[] = [];

beforeAll(async () => {
  client = await daemon.connect();
  second = await daemon.connect();
});

afterEach(async () => {
  for (const extension of open.splice(0)) extension.close();
  waiting?.stop.abort();
  await waiting?.end;
});

afterAll(() => daemon.end());

// Codes are stretched on purpose: a busy machine takes its time for it.
vi.setConfig({ testTimeout: 90_000 });

/** What `bsk pair` does: prints a code and waits. Its failure is an answer too. */
async function startPairing(params: object = {}): Promise<void> {
  const { code } = (await client.call("pair/start", params)) as { code: string };
  const stop = new AbortController();
  const call = client.call("pair/wait", {}, { signal: stop.signal });
  waiting = { code: readPairingCode(code) ?? "", end: call.catch((error: unknown) => error), stop };
}

async function ended(): Promise<void> {
  await until(async () => !(await upgrade({})).startsWith("HTTP/1.1 101"));
}

function knocker(origin = ORIGIN, instanceId?: string): PairingExtension {
  const extension = new PairingExtension(port(client), origin, instanceId);
  open.push(extension);
  return extension;
}

function upgrade(options: Upgrade): Promise<string> {
  const {
    path = "/pair",
    host = "127.0.0.1:PORT",
    origin,
    more = [],
  } = { origin: SECOND, ...options };
  const headers: Header[] = [
    ["Host", host.replaceAll("PORT", String(port(client)))],
    ...(origin === undefined ? [] : [["Origin", origin] as const]),
    ...UPGRADE,
    ...more,
  ];
  return knock(port(client), { path, headers });
}

describe("path /pair", () => {
  test("is refused while nobody waits", async () => {
    expect(await upgrade({})).toMatch(/^HTTP\/1.1 403/);
    expect(await upgrade({ origin: ORIGIN })).toMatch(/^HTTP\/1.1 403/);
  });

  test("opens to any extension while `bsk pair` waits, and closes with it", async () => {
    await startPairing();

    expect(await upgrade({})).toMatch(/^HTTP\/1.1 101/);
    expect(await upgrade({ origin: ORIGIN })).toMatch(/^HTTP\/1.1 101/);

    waiting.stop.abort();
    await ended();
    expect(await waiting.end).toMatchObject({ code: "cancelled" });
    expect(await upgrade({})).toMatch(/^HTTP\/1.1 403/);
  });

  test("refuses every other upgrade while it waits", async () => {
    await startPairing();

    for (const [name, options] of UPGRADES) {
      const answer = await upgrade(options);
      expect(answer, name).not.toMatch(/^HTTP\/1.1 101/);
      expect(answer.toLowerCase(), name).not.toContain("access-control");
    }
  });

  test.each(HELLOS)("refuses %s", async (_name, first) => {
    await startPairing();
    const extension = knocker();

    const frame = await first(extension);
    await until(() => extension.socket.readyState === extension.socket.OPEN);
    extension.send(frame);
    await extension.closed();

    expect(extension.frames).toEqual([]);
    expect(extension.closeCode).toBe(PAIRING_CLOSE.notValid);
    // Nothing was spent: the honest one is still let in.
    await knocker().offered();
  });

  test.each(WRONG)("answers nothing to a confirmation over %s", async (_name, confirm) => {
    await startPairing();
    const recorded = (await knocker().facts(waiting.code)).mine;
    const extension = knocker();

    extension.confirm(await confirm(extension, waiting.code, recorded));
    await extension.closed();

    expect(extension.frames.map(({ type }) => type)).toEqual(["pair_offer"]);
    expect(extension.closeCode).toBe(PAIRING_CLOSE.wrongCode);
  });

  test.each(MALFORMED)("refuses %s as a confirmation", async (_name, second) => {
    await startPairing();
    const extension = knocker();
    const { mine } = await extension.facts(waiting.code);

    extension.send(second(mine));
    await extension.closed();

    expect(extension.frames.map(({ type }) => type)).toEqual(["pair_offer"]);
    expect(extension.closeCode).toBe(PAIRING_CLOSE.notValid);
  });

  test("is tried in at least 60 ways", () => {
    const tried = UPGRADES.length + HELLOS.length + WRONG.length + MALFORMED.length;
    expect(tried).toBeGreaterThanOrEqual(60);
  });

  test("refuses an instance that belongs to another extension", async () => {
    await startPairing();
    const extension = knocker(SECOND, daemon.pairing().instance_id);

    extension.send(await extension.hello());
    await extension.closed();

    expect(extension.frames).toEqual([]);
  });

  test("refuses a second confirmation beside the first", async () => {
    await startPairing();
    const extension = knocker();
    const { mine } = await extension.facts(waiting.code);

    extension.confirm("ab".repeat(32));
    extension.confirm(mine);
    await extension.closed();

    expect(extension.frames.map(({ type }) => type)).toEqual(["pair_offer"]);
  });
});

describe("a code", () => {
  test("pairs the browser that knows it, which comes back with the shared secret", async () => {
    await startPairing({ name: "mine" });
    const extension = knocker(SECOND);
    const { mine, theirs, secret } = await extension.facts(waiting.code);

    extension.confirm(mine);
    const accept = await extension.frame("pair_accept");
    const instance_id = extension.instanceId;
    const browser = await comeBack(SECOND, { name: "mine", instance_id, secret });

    expect(accept).toEqual({ type: "pair_accept", proof: theirs });
    expect(await waiting.end).toMatchObject({
      browser: { id: instance_id, name: "mine", kind: "user", state: "connected" },
    });
    const stored = JSON.parse(daemon.file("browsers.json")) as Frame[];
    expect(stored).toContainEqual({
      instance_id,
      kind: "user",
      name: "mine",
      extension_id: SECOND_ID,
      secret,
    });
    expect(statSync(join(daemon.home, "browsers.json")).mode & 0o077).toBe(0);
    expect(daemon.file("daemon.log")).not.toContain(secret);
    expect(daemon.file("daemon.log")).not.toContain(waiting.code);
    browser.close();
  });

  test("can be used once", async () => {
    await startPairing();
    const [first, late] = [knocker(), knocker()];
    const [right, alsoRight] = [await first.facts(waiting.code), await late.facts(waiting.code)];

    first.confirm(right.mine);
    await first.frame("pair_accept");
    late.confirm(alsoRight.mine);
    await late.closed();

    expect(late.frames.map(({ type }) => type)).toEqual(["pair_offer"]);
    expect(late.closeCode).toBe(PAIRING_CLOSE.over);
    expect(await upgrade({})).toMatch(/^HTTP\/1.1 403/);
    const browser = await comeBack(ORIGIN, { instance_id: first.instanceId, secret: right.secret });
    await waiting.end;
    browser.close();
  });

  test("is burnt by five wrong tries, however many come at once", async () => {
    await startPairing();
    const strangers = Array.from({ length: 8 }, () => knocker());
    for (const stranger of strangers) await stranger.offered();

    for (const stranger of strangers) stranger.confirm("ab".repeat(32));
    await Promise.all(strangers.map((stranger) => stranger.closed()));

    expect(await waiting.end).toMatchObject({
      code: "pairing_refused",
      exitCode: 1,
      hint: "bsk pair",
    });
    const codes = strangers.map(({ closeCode }) => closeCode);
    expect(codes.filter((code) => code === PAIRING_CLOSE.over)).toHaveLength(3);
    expect(strangers.flatMap(({ frames }) => frames.map(({ type }) => type))).toEqual(
      strangers.map(() => "pair_offer"),
    );
    expect(await upgrade({})).toMatch(/^HTTP\/1.1 403/);
  });

  test("is good after four wrong tries", async () => {
    await startPairing();
    for (let n = 0; n < 4; n++) {
      const stranger = knocker();
      await stranger.offered();
      stranger.confirm("ab".repeat(32));
      await stranger.closed();
    }
    const extension = knocker();
    const { mine, secret } = await extension.facts(waiting.code);

    extension.confirm(mine);
    await extension.frame("pair_accept");

    const browser = await comeBack(ORIGIN, { instance_id: extension.instanceId, secret });
    expect(await waiting.end).toMatchObject({ browser: { kind: "user" } });
    browser.close();
  });

  test("is waited for by one command at a time", async () => {
    await startPairing();

    await expect(second.call("pair/start", {})).rejects.toMatchObject({
      code: "pairing_busy",
      exitCode: 4,
    });
  });

  test("is worth nothing to a browser that does not come back", async () => {
    await startPairing({ name: "absent" });
    const extension = knocker();
    extension.confirm((await extension.facts(waiting.code)).mine);

    expect(await waiting.end).toMatchObject({ code: "pairing_failed", exitCode: 2 });

    expect(daemon.file("browsers.json")).not.toContain(extension.instanceId);
  });
});

describe("a paired browser", () => {
  test("is replaced when it pairs again: the secret before is worth nothing", async () => {
    const { instance_id, secret: old, browser } = await paired("twice");
    await startPairing();
    const extension = knocker(ORIGIN, instance_id);
    const { mine, secret } = await extension.facts(waiting.code);

    extension.confirm(mine);
    await extension.frame("pair_accept");
    const again = await comeBack(ORIGIN, { instance_id, secret });

    expect(await waiting.end).toMatchObject({ browser: { id: instance_id, name: "twice" } });
    await browser.closed();
    const outdated = comeBack(ORIGIN, { instance_id, secret: old });
    await expect(outdated).rejects.toThrow();
    again.close();
  });

  test("takes over the name of another one of the person's", async () => {
    const first = await paired("shared");
    const other = await paired("shared");

    await first.browser.closed();

    const { browsers } = (await client.call("browser/list", {})) as { browsers: { id: string }[] };
    const ids = browsers.map(({ id }) => id);
    expect(ids).toContain(other.instance_id);
    expect(ids).not.toContain(first.instance_id);
    other.browser.close();
  });

  test("can be forgotten: its connection ends and its secret opens nothing", async () => {
    const { instance_id, secret, browser } = await paired("gone", SECOND);
    await client.call("session/start", { browser: "gone" });

    const result = await client.call("browser/forget", { browser: "gone" });
    await browser.closed();

    expect(result).toEqual({ forgotten: "gone" });
    expect(browser.closeCode).toBe(4006);
    expect(browser.calls("session/close")).toHaveLength(1);
    expect(daemon.file("browsers.json")).not.toContain(secret);
    expect(await client.call("session/list", {})).toEqual({ sessions: [] });
    await expect(comeBack(SECOND, { instance_id, secret })).rejects.toThrow();
    await expect(client.call("browser/forget", { browser: "gone" })).rejects.toMatchObject({
      code: "browser_not_found",
    });
  });

  test("is forgotten when its person unpairs it", async () => {
    const { instance_id, browser } = await paired("tired");

    browser.notify("browser/unpaired", {});
    await browser.closed();

    expect(daemon.file("browsers.json")).not.toContain(instance_id);
  });
});

interface Secret {
  readonly name?: string;
  readonly instance_id: string;
  readonly secret: string;
}

/** Throws when the daemon does not welcome it. */
async function comeBack(origin: string, pairing: Secret): Promise<ScriptedExtension> {
  const whole = { name: "", ...pairing };
  return ScriptedExtension.connect(port(client), whole, {}, origin);
}

async function paired(
  name: string,
  origin = ORIGIN,
): Promise<Secret & { readonly browser: ScriptedExtension }> {
  await startPairing({ name });
  const extension = knocker(origin);
  const { mine, secret } = await extension.facts(waiting.code);
  extension.confirm(mine);
  await extension.frame("pair_accept");
  const instance_id = extension.instanceId;
  const browser = await comeBack(origin, { instance_id, secret });
  await waiting.end;
  return { instance_id, secret, browser };
}

test("an extension of another id is refused once the pairing is over", async () => {
  const raw = new RawExtension(port(client), `chrome-extension://${"p".repeat(32)}`);
  await raw.closed();

  expect(raw.frames).toEqual([]);
});
