import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openedCdpPort } from "../../dist/browser/openedCdpPort.js";

const pipe = {
  send: async () => new Map([["targetInfos", [{ targetId: "OURS" }]]]),
};

describe("the CDP port of a browser", () => {
  let profile: string;
  let server: Server;
  let shown: unknown = [];
  let wanted: number;

  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), "bsk-port-"));
    server = createServer((_request, response) => response.end(JSON.stringify(shown)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    wanted = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.close();
    rmSync(profile, { recursive: true, force: true });
  });

  test("is the one that was asked for, once this very browser answers there", async () => {
    shown = [{ id: "OURS" }];

    expect(await openedCdpPort({ wanted, profile, pipe })).toBe(wanted);
  });

  test("is refused when another program holds it", async () => {
    shown = [{ id: "THEIRS" }];

    await expect(openedCdpPort({ wanted, profile, pipe, openMs: 200 })).rejects.toMatchObject({
      code: "browser_start_failed",
    });
  });

  test("is read from the profile when the browser chose it", async () => {
    writeFileSync(join(profile, "DevToolsActivePort"), "4242\n/devtools/browser/x");

    expect(await openedCdpPort({ wanted: 0, profile, pipe })).toBe(4242);
  });
});
