import { EXTENSION_ID } from "@bsk/core";
import { describe, expect, test } from "vitest";
import { chooseBrowser, connectionOf } from "../../dist/daemon/chooseBrowser.js";
import type { DaemonState } from "../../dist/daemon/DaemonState.js";
import type { Extension } from "../../dist/daemon/Extension.js";
import { Extensions } from "../../dist/daemon/Extensions.js";
import type { PairedBrowser } from "../../dist/daemon/PairedBrowsers.js";

const browser: PairedBrowser = {
  instance_id: "0123abcd",
  kind: "user",
  name: "mine",
  extension_id: EXTENSION_ID,
  secret: "00".repeat(32),
};

/** Only what choosing looks at. */
function stateOf(ageMs: number, paired: readonly PairedBrowser[]): DaemonState {
  const state = {
    startedAt: Date.now() - ageMs,
    extensions: new Extensions(),
    managed: { running: () => [] },
    paired: {
      all: () => paired,
      get: (id: string) => paired.find(({ instance_id }) => instance_id === id),
      find: (name: string) => paired.find((one) => one.name === name),
    },
  };
  return state as unknown as DaemonState;
}

const never = new AbortController().signal;
const connected = { browser } as Extension;

describe("the browser for a command", () => {
  test("is not waited for when the daemon has been up for a while", async () => {
    const state = stateOf(60_000, [browser]);

    await expect(connectionOf(state, "0123abcd", never)).rejects.toMatchObject({
      code: "extension_not_connected",
      data: { browser: "mine" },
    });
  });

  test("is waited for after the daemon's start, until it comes", async () => {
    const state = stateOf(0, [browser]);
    const waiting = chooseBrowser(state, undefined, never);

    state.extensions.add(connected);

    expect(await waiting).toBe(connected);
  });

  test("is waited for until the command is cancelled", async () => {
    const controller = new AbortController();
    const waiting = chooseBrowser(stateOf(0, [browser]), "mine", controller.signal);

    controller.abort();

    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  });

  test("is waited for until it is turned away", async () => {
    const state = stateOf(0, [browser]);
    const waiting = connectionOf(state, "0123abcd", never);

    state.extensions.refused({ instanceId: "0123abcd", reason: "the secret is wrong" });

    await expect(waiting).rejects.toMatchObject({ code: "extension_not_connected" });
    expect(state.extensions.refusalOf("0123abcd")).toBe("the secret is wrong");
  });

  test("is the one that answers, where another one is silent", async () => {
    const state = stateOf(60_000, [browser]);
    const other = { ...browser, instance_id: "ffff0000" };
    const silent = { browser, state: "silent" } as Extension;
    const alive = { browser: other, state: "connected" } as Extension;
    state.extensions.add(silent);

    expect(await chooseBrowser(state, undefined, never)).toBe(silent);
    state.extensions.add(alive);
    expect(await chooseBrowser(state, undefined, never)).toBe(alive);
  });

  test("is an error with the command to run when there is none", async () => {
    const display = process.env.DISPLAY;
    process.env.DISPLAY = ":1";
    try {
      await expect(chooseBrowser(stateOf(0, []), undefined, never)).rejects.toMatchObject({
        code: "no_browser",
        hint: "bsk browser start",
      });
    } finally {
      if (display === undefined) delete process.env.DISPLAY;
      else process.env.DISPLAY = display;
    }
  });
});
