import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errors } from "@bsk/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findAction } from "../../dist/daemon/checkParams.js";
import { type ForwardContext, forward } from "../../dist/daemon/forward.js";
import { Sessions } from "../../dist/daemon/Sessions.js";
import { Slots } from "../../dist/daemon/Slots.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bsk-forward-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("forwarding to a browser that is not connected", () => {
  test("fails and frees the slot again", async () => {
    const sessions = new Sessions(join(folder, "sessions.json"));
    sessions.add({ id: "abcd", browser: "0123abcd", started_at: 1 });
    const context: ForwardContext = {
      sessions,
      slots: new Slots(),
      connectionOf: () => Promise.reject(errors.extensionNotConnected("mine")),
    };
    const call = {
      signal: new AbortController().signal,
      onProgress: () => {},
      notify: async () => {},
    };
    const params = { session: "abcd", target: "#a" };

    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(forward(findAction("page/click"), params, call, context)).rejects.toMatchObject({
        code: "extension_not_connected",
      });
    }
  });
});
