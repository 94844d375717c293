import { describe, expect, test } from "vitest";
import { openOperations as open } from "./openOperations.js";

describe("text that came and went", () => {
  const lines = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name} ${index}`);

  test("belongs to what was done last when it came", async () => {
    const { recorder, hear, clock, get } = open();
    hear("text_passed", { lines: ["before all"] });
    await recorder.finish(await recorder.begin({ method: "click" }));
    clock.advance(100);
    const at = clock.now();
    clock.advance(100);
    await recorder.finish(await recorder.begin({ method: "fill" }));
    clock.advance(100);

    hear("text_passed", { at, end: clock.now(), lines: ["No connection"], live: "alert" });
    hear("text_passed", { at, end: clock.now(), lines: ["No connection"] });

    const told = { text: "No connection", at, until: clock.now(), live: "alert" };
    expect(get("a1").passed).toEqual([told]);
    expect(get("a2")).not.toHaveProperty("passed");
  });

  test("is bounded, and says so; what comes long after is nobody's", async () => {
    const { recorder, hear, clock, get, emitted } = open();
    await recorder.finish(await recorder.begin({ method: "click" }));
    hear("text_passed", { lines: lines(8, "one") });
    hear("text_passed", { lines: [`${"long ".repeat(48)}x`, ...lines(7, "two")] });
    expect(get("a1")).not.toHaveProperty("passed_limited");
    hear("text_passed", { lines: ["one more"] });
    expect(get("a1")).toMatchObject({ passed: { length: 16 }, passed_limited: true });
    expect(get("a1").passed?.[8]?.text).toBe("long ".repeat(48).trim());

    const before = emitted.length;
    hear("text_passed", { lines: [], limited: true });
    clock.advance(15_001);
    hear("text_passed", { lines: ["late"] });
    expect(emitted.slice(before).filter(({ passed }) => passed?.at(-1)?.text === "late")).toEqual(
      [],
    );
    expect(get("a1").passed).toHaveLength(16);
  });
});
