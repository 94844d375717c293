import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PrivateFile } from "../../dist/connection/PrivateFile.js";
import { drawPairing, PairedBrowsers } from "../../dist/daemon/PairedBrowsers.js";
import { temporaryFolder } from "../temporaryFolder.js";

describe("a file that cannot be written", () => {
  test("is named, and is no fault in bsk", async () => {
    const path = join(await temporaryFolder(), "gone", "file.json");

    expect(() => new PrivateFile(path).write({})).toThrow(
      `${path} cannot be written: Error: ENOENT`,
    );
  });

  test("leaves no browser behind that is not paired", async () => {
    const paired = new PairedBrowsers(join(await temporaryFolder(), "gone", "browsers.json"));
    const browser = {
      ...drawPairing(),
      kind: "managed",
      name: "main",
      extension_id: "a".repeat(32),
    } as const;

    expect(() => paired.put(browser)).toThrow("cannot be written");

    expect(paired.all()).toEqual([]);
  });
});
