import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ActionResults, RequestRow } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until, Workspace } from "./harness/index.js";
import type { Acted, Replay, Rules } from "./harness/reports.js";
import { startShop } from "./sites/index.js";

describe("a save that fails, tried with a rule and a replay", () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let s: readonly string[];
  const saves = (): string[] =>
    shop.log
      .filter(({ method, path }) => method === "POST" && path === "/api/profile")
      .map(({ requestText, status }) => `${status} ${requestText}`);
  const save = () => workspace.text("click", "#save", ...s);
  const posts = async (): Promise<readonly RequestRow[]> =>
    (
      await workspace.json<ActionResults["debug/requests"]>(
        ...["debug", "requests", "--url", "/api/profile", "--method", "POST"],
        ...s,
      )
    ).requests;

  beforeAll(async () => {
    workspace = await Workspace.create();
    shop = await startShop();
    s = ["--session", await workspace.openSession()];
    await workspace.text("debug", "start", ...s, "--name", "Save fails");
    await workspace.text("navigate", `${shop.url}/profile`, ...s);
    await workspace.text("fill", "[name=displayName]", "--value", "Ada L.", ...s);
    await save();
    const file = join(workspace.home, "rename-rule.json");
    const rule = {
      name: "Send the expected nickname field",
      match: { url: `${shop.url}/api/profile`, method: "POST" },
      effect: { type: "modify", json: { rename: { displayName: "name" } } },
      times: 1,
    };
    writeFileSync(file, JSON.stringify(rule));
  });

  afterAll(async () => {
    await shop?.close();
    await workspace?.close();
  });

  it("says what the rule will do, in one row", async () => {
    const text = await workspace.text(
      ...["debug", "rule_add", "--rule-file", "rename-rule.json"],
      ...s,
    );

    expect(text).toContain(`r1 enabled 0/1 modify POST ${shop.url}/api/profile`);
    expect(text).toContain("rename displayName→name hits 0 failures 0");
    expect(await workspace.text("debug", "status", ...s)).toContain("1 active rule");
  });

  it("sends the renamed field once, and the save works", async () => {
    await save();

    expect(saves()).toEqual(['422 {"displayName":"Ada L."}', '200 {"name":"Ada L."}']);
    const { report, run } = await workspace.json<Acted<Rules>>("debug", "rules", ...s);
    expect(report.rules).toMatchObject([{ state: "exhausted", hits: 1, failures: 0 }]);
    expect(run.active_rules).toBe(0);
  });

  it("shows the request that went out, and whose hand was in it", async () => {
    const changed = (await posts()).at(-1);
    const text = await workspace.text("debug", "request", changed?.id ?? "none", ...s);
    const sent = await workspace.text(
      ...["debug", "request", changed?.id ?? "none", "--part", "request"],
      ...s,
    );

    expect(changed).toMatchObject({
      traffic: "controlled",
      status: 200,
      intervention: { type: "modify", state: "applied", changes: ["displayName → name"] },
    });
    expect(text).toContain("r1 modify applied: displayName → name");
    expect(sent).toContain('{"name":"Ada L."}');
    expect(await workspace.text("debug", "requests", ...s)).toContain("rule r1 modify");
  });

  it("is named where the field's own name was looked for", async () => {
    const changed = (await posts()).at(-1);
    const { operations } = await workspace.json<ActionResults["debug/operations"]>(
      ...["debug", "operations"],
      ...s,
    );
    // What changed last comes last, and that may be what was done before.
    const [latest] = [...operations].sort((one, other) => other.started_at - one.started_at);
    const click = latest?.id ?? "none";

    const story = await workspace.text("debug", "operation", click, ...s);

    const id = changed?.id.split(":")[1];
    expect(story).toContain(
      `submitted no field "displayName" in ${id}; r1 renamed it: displayName → name`,
    );
    expect(story).not.toContain("missing");
  });

  it("is used up: the next save fails at the server as before", async () => {
    await save();

    expect(saves().at(-1)).toBe('422 {"displayName":"Ada L."}');
  });

  it("replays the failed request with another body, linked to its source", async () => {
    const [first] = await posts();
    const replay = JSON.stringify({ key: "attempt-1", body: '{"name":"Ada L."}' });

    const { report } = await workspace.json<Acted<Replay>>(
      ...["debug", "replay", first?.id ?? "none", "--replay", replay],
      ...s,
    );

    expect(report).toMatchObject({
      replay: { state: "complete" },
      request: { status: 200 },
      repeated: false,
    });
    expect(saves().at(-1)).toBe('200 {"name":"Ada L."}');
    const sent = (await posts()).find(({ id }) => id === report.request?.id);
    expect(sent).toMatchObject({
      traffic: "replayed",
      replay_from: first?.id,
      replay_id: report.replay.id,
    });
  });

  it("sends nothing when the key comes again", async () => {
    const [first] = await posts();
    const before = saves().length;
    const replay = JSON.stringify({ key: "attempt-1", body: '{"name":"Ada L."}' });

    const text = await workspace.text(
      ...["debug", "replay", first?.id ?? "none", "--replay", replay],
      ...s,
    );

    expect(text).toContain("nothing was sent now");
    expect(saves()).toHaveLength(before);
  });

  it("sends the evidence as it is when nothing else is given", async () => {
    const [first] = await posts();

    const text = await workspace.text(
      ...["debug", "replay", first?.id ?? "none", "--replay", '{"key":"as-it-was"}'],
      ...s,
    );

    expect(text).toMatch(/x2 complete of n\d+ key as-it-was/);
    expect(saves().at(-1)).toBe('422 {"displayName":"Ada L."}');
  });

  it("leaves nothing active after the stop", async () => {
    const rule = JSON.stringify({
      match: { url: `${shop.url}/api/*` },
      effect: { type: "block" },
      times: 0,
    });
    await workspace.text("debug", "rule_add", "--rule", rule, ...s);
    await save();
    const blocked = saves().length;

    await workspace.text("debug", "stop", ...s);
    await save();

    await until("the save reached the server again", () => saves().length === blocked + 1);
    const { report, run } = await workspace.json<Acted<Rules>>("debug", "rules", ...s);
    expect(report.rules.map(({ state, hits }) => `${state} ${hits}`)).toEqual([
      "exhausted 1",
      "stopped 1",
    ]);
    expect(run.active_rules).toBe(0);
    expect(
      (await workspace.failure("debug", "rule_enable", report.rules[1]?.id ?? "none", ...s)).code,
    ).toBe("no_capture");
  });
});
