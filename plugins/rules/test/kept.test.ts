import { beforeEach, describe, expect, test } from "vitest";
import { JSON_TYPE, mock, type OpenedRules, openRules, URL } from "./openRules.js";
import { answer, pause, settle, textOf } from "./paused.js";

let live: OpenedRules;
beforeEach(async () => {
  live = await openRules();
});

describe("the rules of a capture", () => {
  test("are at most 32, removed ones with them", async () => {
    for (let index = 0; index < 32; index += 1) await live.add({ type: "block" });
    await live.act("rule_remove", { id: "r1" });

    await expect(live.add({ type: "block" })).rejects.toMatchObject({ code: "rule_limit" });
  });

  test("are named by short and long ids, and missing ones by their own errors", async () => {
    const id = await live.add({ type: "block" }, { times: 3 });
    pause(live.session, "i1");
    await settle();
    await live.act("rule_disable", { id: "r1" });
    const { rules: rows } = await live.act("rule_enable", { id });

    expect(rows).toMatchObject([{ id, state: "enabled", hits: 1, times: 3 }]);
    await expect(live.act("rule_enable", { id: "r2" })).rejects.toMatchObject({
      code: "rule_not_found",
    });
    await live.act("rule_remove", { id });
    await expect(live.act("rule_enable", { id })).rejects.toMatchObject({ code: "rule_removed" });
  });

  test("do not get their matches back by being enabled again", async () => {
    await live.add({ type: "block" }, { times: 2 });
    pause(live.session, "i1");
    await settle();
    await live.act("rule_disable", { id: "r1" });
    await live.act("rule_enable", { id: "r1" });
    pause(live.session, "i2");
    await settle();

    expect(await live.rules()).toMatchObject([{ state: "exhausted", hits: 2 }]);
  });

  test("are kept without their secrets, which still work", async () => {
    await live.add({
      type: "modify",
      headers: { Authorization: "Bearer abcdefghijklmnop123456" },
      json: { set: { password: "hunter2-hunter2", note: "plain" }, rename: { a: "b" } },
      url: `${URL}?access_token=sEcReT0123456789abcdef`,
    });
    pause(live.session, "i1", { method: "POST", headers: JSON_TYPE, body: '{"a":1}' });
    await settle();

    const stored = JSON.stringify(await live.rules());
    for (const secret of ["abcdefghijklmnop123456", "hunter2", "sEcReT0123456789abcdef"]) {
      expect(stored).not.toContain(secret);
    }
    expect(stored).toContain("plain");
    expect(stored).toContain('"rename":{"a":"b"}');
    const sent = answer(live.session, "i1");
    expect(textOf(sent.postData)).toBe('{"b":1,"password":"hunter2-hunter2","note":"plain"}');
    expect(JSON.stringify(sent.headers)).toContain("abcdefghijklmnop123456");
  });

  test("of a mock keep no secret of its body either, and none in a match", async () => {
    const headers = { "x-api-key": "sEcReT-key-0123456789" };
    await live.add(mock({ body: '{"token":"sEcReT0123456789abcdef","ok":true}', headers }), {
      match: { url: `${URL}?access_token=sEcReT0123456789abcdef` },
      name: "password=sEcReT-0123456789",
    });
    await live.add(mock({ body: '{"token":"sEcReT0123456789abcdef"' }));

    const stored = JSON.stringify(await live.rules());
    expect(stored).not.toContain("sEcReT");
    expect(stored).toContain("ok");
  });

  test("are said in one row each, with the next command", async () => {
    await live.act("rule_add", {
      rule: {
        match: { url: URL, method: "POST" },
        effect: { type: "modify", json: { rename: { displayName: "name" } } },
      },
    });
    const { command } = live.core.command("rules");
    const report = await live.core.analyze("rules", {}, live.reader());

    const lines = command.format?.(report, " --session abcd") ?? [];

    expect(lines[1]?.trim()).toBe(
      `r1 enabled 0/1 modify POST ${URL} rename displayName→name hits 0 failures 0`,
    );
    expect(lines.at(-1)).toBe("next: reproduce it, then bsk debug rules --session abcd");
  });

  test("warn of a mock that the page of another origin cannot read", async () => {
    const report = await live.act("rule_add", {
      rule: { match: { url: "http://other.test/api" }, effect: mock() },
    });

    expect(report.warnings).toEqual([
      expect.stringContaining("access-control-allow-origin"),
      expect.stringContaining("preflight"),
    ]);
  });

  test("warn by where the page is now, not by where the capture began", async () => {
    const told = async (url: string) =>
      (await live.act("rule_add", { rule: { match: { url }, effect: mock() } })).warnings;
    const frame = { id: "F1", url: "http://other.test/now" };
    live.session.answer("Page.getFrameTree", () => ({ frameTree: { frame } }));

    expect(await told("http://other.test/api")).toBeUndefined();
    expect(await told(URL)).toHaveLength(2);
    live.session.answer("Page.getFrameTree", () => {
      throw new Error("it hangs");
    });
    expect(await told(URL)).toBeUndefined();
  });

  test("show long texts shortened", async () => {
    const { rules: rows } = await live.act("rule_add", {
      rule: { match: { url: URL }, effect: mock({ body: `"${"x".repeat(60_000)}"` }) },
    });

    expect(JSON.stringify(rows).length).toBeLessThan(1000);
  });

  test("are no rule of a browser that has no room for them", async () => {
    live.volatile.set = async () => {
      throw new Error("QUOTA_BYTES quota exceeded");
    };

    await expect(live.add({ type: "block" })).rejects.toMatchObject({ code: "storage_failed" });

    expect(await live.rules()).toEqual([]);
  });
});
