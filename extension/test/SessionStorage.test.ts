import { describe, expect, it } from "vitest";
import { SessionStorage } from "../dist/tsc/storage/SessionStorage.js";
import { installChrome } from "./fake/FakeChrome.js";

describe("state that dies with the browser", () => {
  it("is cleared without what else lies beside it", async () => {
    const chrome = installChrome();
    chrome.stored.set("sessions", ["abcd"]);
    const state = new SessionStorage();
    await state.set("paused:1", [{ requestId: "i1" }]);
    await state.set("rule:d:r1", {});
    await state.remove("rule:d:r1");
    expect(await state.get("rule:d:r1")).toBeUndefined();

    await state.clear();

    expect(await state.get("paused:1")).toBeUndefined();
    expect([...chrome.stored.keys()]).toEqual(["sessions"]);
  });
});
