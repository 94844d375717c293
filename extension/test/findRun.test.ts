import { describe, expect, it } from "vitest";
import { findRun } from "../dist/tsc/capture/findRun.js";

const owner = {
  id: "abcd",
  runs: [
    { runId: "d00000000000a", tabId: 1 },
    { runId: "d00000000000b", tabId: 2 },
    { runId: "d00000000000c", tabId: 2 },
    { runId: "d00000000000d", tabId: 3 },
  ],
};
const find = (choice: object) => findRun(owner, { session: "abcd", ...choice }).runId;

describe("the run that a reading means", () => {
  it("goes by run id, by a record's id, by tab, else to the latest", () => {
    expect(find({})).toBe("d00000000000d");
    expect(find({ id: "n12" })).toBe("d00000000000d");
    expect(find({ tab_id: 2 })).toBe("d00000000000c");
    expect(find({ id: "d00000000000a:n12" })).toBe("d00000000000a");
    expect(find({ run_id: "d00000000000b", tab_id: 3 })).toBe("d00000000000b");
  });

  it("that is not the session's own is not there, and a tab without one has none", () => {
    expect(() => find({ run_id: "d0000000000ff" })).toThrow(
      expect.objectContaining({ code: "run_not_found" }),
    );
    expect(() => find({ id: "d0000000000ff:n1" })).toThrow(
      expect.objectContaining({ code: "run_not_found" }),
    );
    expect(() => find({ tab_id: 9 })).toThrow(expect.objectContaining({ code: "no_capture" }));
  });
});
