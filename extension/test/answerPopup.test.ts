import { beforeEach, describe, expect, it, vi } from "vitest";
import { answerPopup } from "../dist/tsc/popup/answerPopup.js";
import { installChrome } from "./fake/FakeChrome.js";

const ID = "jbpmglmkbjjeiaiaddnadcnbighgbidm";
const POPUP = { id: ID, url: `chrome-extension://${ID}/popup.html` };
const sessions = {
  ready: Promise.resolve(),
  list: () => [{ id: "abcd", windowId: 9, tabs: new Map([[3, "created"]]), isStopped: true }],
};
const pairer = {
  state: { kind: "idle" },
  pair: vi.fn(async () => {}),
  unpair: vi.fn(async () => {}),
};
const pairingSource = vi.fn(async () => "stored");
const stops = { stop: vi.fn(async () => undefined), stopAll: vi.fn(async () => undefined) };
const connection = { state: { kind: "connected", port: 52861 } };

beforeEach(() => {
  vi.clearAllMocks();
  installChrome();
});

/** The listener with fakes that have what it uses. */
function listener(): ReturnType<typeof answerPopup> {
  const parts = {
    sessions,
    connection,
    pairer,
    pairingSource,
    stops,
  } as unknown as Parameters<typeof answerPopup>[0];
  return answerPopup(parts);
}

function ask(message: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    expect(listener()(message, POPUP, resolve)).toBe(true);
  });
}

describe("the popup's messages", () => {
  it("are answered with connection, pairing and sessions", async () => {
    await expect(ask({ kind: "status" })).resolves.toMatchObject({
      connection: { kind: "connected", port: 52861 },
      pairing: { source: "stored", attempt: { kind: "idle" } },
      version: "0.1.0",
      sessions: [{ id: "abcd", tabs: 1, isStopped: true }],
    });
  });

  it("pair with a code, and unpair", async () => {
    await ask({ kind: "pair", code: "ABCDE-FGH12", port: 4711 });
    await ask({ kind: "unpair" });

    expect(pairer.pair).toHaveBeenCalledWith("ABCDE-FGH12", 4711);
    expect(pairer.unpair).toHaveBeenCalledOnce();
  });

  it("do not take a launched browser from its daemon", async () => {
    pairingSource.mockResolvedValue("packaged");

    await ask({ kind: "pair", code: "ABCDE-FGH12", port: 4711 });
    await ask({ kind: "unpair" });

    expect(pairer.pair).not.toHaveBeenCalled();
    expect(pairer.unpair).not.toHaveBeenCalled();
    pairingSource.mockResolvedValue("stored");
  });

  it("stop a session, or all of them", async () => {
    await ask({ kind: "stop_session", session: "abcd" });
    expect(stops.stop).toHaveBeenCalledWith("abcd");
    expect(stops.stopAll).not.toHaveBeenCalled();

    await ask({ kind: "stop_all" });
    expect(stops.stopAll).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["another extension", { id: "a".repeat(32), url: POPUP.url }],
    ["another page of ours", { ...POPUP, url: `chrome-extension://${ID}/other.html` }],
    ["a web page", { id: ID, url: "http://localhost/popup.html" }],
    ["a longer URL", { ...POPUP, url: `${POPUP.url}?x` }],
    ["nobody", {}],
  ])("are not answered to %s", (_name, sender) => {
    const respond = vi.fn();

    expect(listener()({ kind: "stop_all" }, sender, respond)).toBe(false);

    expect(stops.stopAll).not.toHaveBeenCalled();
  });

  it.each([
    null,
    "status",
    {},
    { kind: "other" },
    { kind: "stop_session" },
    { kind: "stop_session", session: 3 },
    { kind: "pair", code: "ABCDE-FGH12" },
    { kind: "pair", port: 4711 },
    { kind: "pair", code: 7, port: 4711 },
    { kind: "pair", code: "ABCDE-FGH12", port: 0 },
    { kind: "pair", code: "ABCDE-FGH12", port: 65_536 },
    { kind: "pair", code: "ABCDE-FGH12", port: Number.NaN },
  ])("are ignored when they are %j", (message) => {
    expect(listener()(message, POPUP, vi.fn())).toBe(false);
  });
});
