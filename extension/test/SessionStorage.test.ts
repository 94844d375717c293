import { describe, expect, it } from "vitest";
import { SessionStorage } from "../dist/tsc/storage/SessionStorage.js";
import { whatRestarted } from "../dist/tsc/storage/whatRestarted.js";
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

  it("tells a new worker of the same browser from the first of another one", async () => {
    const chrome = installChrome();
    expect(await whatRestarted()).toBe("browser_restarted");

    await new SessionStorage().clear(); // what an earlier worker left
    expect(await whatRestarted()).toBe("worker_restarted");

    chrome.stored.clear(); // as the browser does when it ends
    expect(await whatRestarted()).toBe("browser_restarted");
  });
});
