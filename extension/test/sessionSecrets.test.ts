import { BskError, KnownSecrets } from "@bsk/core";
import { describe, expect, it } from "vitest";
import { SessionSecrets, withoutSecrets } from "../dist/tsc/verbs/index.js";

const MASK = "[redacted:secret_field]";

describe("what a session typed", () => {
  const owners = new Map<number, string>();
  const secrets = new SessionSecrets((tabId) => owners.get(tabId));
  const seen = (tabId: number): string => secrets.of(tabId).redact("hunter22");

  it("is known in its tabs, in a tab that another session gets, and nowhere else", () => {
    owners.set(1, "a").set(2, "a").set(3, "b");
    secrets.of(1).add("hunter22");

    expect([1, 2, 3].map(seen)).toEqual([MASK, MASK, "hunter22"]);
    owners.delete(1);
    secrets.sessionEnded("a");
    expect(seen(1)).toBe(MASK);
    owners.set(1, "b");
    expect([1, 3].map(seen)).toEqual([MASK, MASK]);
    expect(secrets.of(4).redact("hunter22")).toBe("hunter22");
  });

  it("is known in the tab of nobody that it records, and in what it is told of others", () => {
    owners.set(5, "c");
    secrets.of(5).add("swordfish");

    expect(secrets.redact("swordfish", { session: "c", tabId: 6 })).toBe(MASK);
    expect(secrets.redact("swordfish", { session: "d", tabId: 6 })).toBe("swordfish");
    expect(secrets.of(6, "c").redact("swordfish")).toBe(MASK);
  });

  it("is known in a tab that was attached before it was the session's", () => {
    const early = () => secrets.of(7);
    expect(early().redact("swordfish")).toBe("swordfish");
    owners.set(7, "c");
    expect(early().redact("swordfish")).toBe(MASK);
  });
});

describe("the door that verbs speak through", () => {
  const secrets = new KnownSecrets();
  secrets.add("hunter22");

  it("takes it out of every string of a result, and leaves the rest", async () => {
    const said = { url: "/a#hunter22", rows: [{ text: "hunter22", n: 1 }], open: false };
    const heard = await withoutSecrets(
      () => secrets,
      async () => said,
    );
    expect(heard).toEqual({ url: `/a#${MASK}`, rows: [{ text: MASK, n: 1 }], open: false });
  });

  it("takes it out of an error, which stays the same otherwise", async () => {
    const data = { at: ["hunter22"] };
    const error = new BskError("ref_stale", "not hunter22", { exitCode: 1, hint: "x", data });
    const heard = withoutSecrets(
      () => secrets,
      () => Promise.reject(error),
    );
    await expect(heard).rejects.toMatchObject({
      code: "ref_stale",
      message: `not ${MASK}`,
      hint: "x",
      exitCode: 1,
      data: { at: [MASK] },
    });
  });
});
