import { describe, expect, it } from "vitest";
import {
  confirmationText,
  drawPairingCode,
  groupPairingCode,
  pairingTranscript,
  readPairingCode,
} from "../dist/index.js";

describe("a pairing code", () => {
  it("is read in any case, with O for 0 and I and L for 1, grouped or not", () => {
    for (const typed of ["AB0DE-FGH11", "ab0defgh11", " aBo de-FgHiL ", "abOdefghlI"]) {
      expect(readPairingCode(typed), typed).toBe("AB0DEFGH11");
    }
  });

  it.each([
    "",
    "ABCDEFGH1",
    "ABCDEFGH123",
    "ABCDEFGH1U",
    "ABCDEFGH1!",
    "ÀBCDEFGH12",
    "A".repeat(65),
  ])("is not %j", (typed) => {
    expect(readPairingCode(typed)).toBeUndefined();
  });

  it("is read as it was drawn, whatever was drawn", () => {
    let next = 0;
    const seen = new Set<string>();
    for (let round = 0; round < 32; round++) {
      const code = drawPairingCode((below) => next++ % below);
      seen.add(code);
      expect(readPairingCode(groupPairingCode(code).toLowerCase())).toBe(code);
      next += 1;
    }
    expect(seen.size).toBeGreaterThan(20);
  });
});

describe("a pairing's transcript", () => {
  const parts = {
    origin: "chrome-extension://a",
    port: 1,
    instanceId: "2",
    clientNonce: "3",
    serverNonce: "4",
    clientKey: "5",
    serverKey: "6",
  };

  it("differs with each of its parts, and each role confirms another text", () => {
    const texts = Object.keys(parts).map((name) => pairingTranscript({ ...parts, [name]: "x" }));

    expect(new Set([...texts, pairingTranscript(parts)]).size).toBe(8);
    expect(confirmationText("daemon", "t")).not.toBe(confirmationText("extension", "t"));
  });
});
