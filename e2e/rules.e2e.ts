import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION_ID } from "@bsk/core";
import type { ActionResults, RequestRow, RunRecord } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, until, Workspace } from "./harness/index.js";
import { type Site, startControl, startShop } from "./sites/index.js";

interface Acted<Report> {
  readonly run: RunRecord;
  readonly report: Report;
}
interface RuleRow {
  readonly id: string;
  readonly state: string;
  readonly hits: number;
  readonly failures: number;
  readonly last_error?: string;
}
interface Rules {
  readonly rules: readonly RuleRow[];
  readonly replays: readonly { readonly id: string; readonly state: string }[];
}
interface Replay {
  readonly replay: { readonly id: string; readonly state: string; readonly error?: string };
  readonly request?: { readonly id: string; readonly status?: number };
  readonly repeated: boolean;
}

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
    workspace = await Workspace.create({ isCounted: true });
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
    const replay = JSON.stringify({ key: "attempt-1", body: '{"name":"Other"}' });

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

describe("a request in the hands of a rule", () => {
  let workspace: Workspace;
  let site: Site;
  let cdp: CdpClient;
  let session: string;
  let s: readonly string[];

  beforeAll(async () => {
    workspace = await Workspace.create();
    site = await startControl();
    const { browser } = await workspace.json<{ browser: { cdp_port: number } }>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    cdp = await CdpClient.connect(browser.cdp_port);
    session = (await workspace.text("session", "start")).trim();
    s = ["--session", session];
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${site.url}/`, ...s);
  });

  afterAll(async () => {
    cdp?.close();
    await site?.close();
    await workspace?.close();
  });

  const add = async (url: string, effect: object, more: object = {}): Promise<string> => {
    const rule = JSON.stringify({ match: { url }, effect, ...more });
    const { report } = await workspace.json<Acted<{ id: string }>>(
      ...["debug", "rule_add", "--rule", rule],
      ...s,
    );
    return report.id;
  };
  const served = (path: string): number =>
    site.log.filter((record) => record.path === path && record.method !== "OPTIONS").length;
  const crossServed = (): number =>
    site.log.filter(({ origin }) => origin === site.crossOrigin).length;
  const page = async <T>(expression: string): Promise<T> =>
    (await workspace.json<{ value: T }>("evaluate", expression, ...s)).value;
  const recorded = async (part: string): Promise<RequestRow | undefined> =>
    (
      await workspace.json<ActionResults["debug/requests"]>(
        "debug",
        "requests",
        "--url",
        part,
        ...s,
      )
    ).requests.at(-1);
  const rule = async (id: string): Promise<RuleRow | undefined> =>
    (await workspace.json<Acted<Rules>>("debug", "rules", ...s)).report.rules.find(
      (row) => row.id === id,
    );

  it("never reaches the server when it is blocked", async () => {
    await add(`${site.url}/api/blocked*`, { type: "block" });

    expect(await page("ask('/api/blocked?a=1')")).toBe("failed TypeError");

    expect(served("/api/blocked?a=1")).toBe(0);
    expect(await recorded("/api/blocked")).toMatchObject({
      state: "failed",
      traffic: "controlled",
      intervention: { type: "block", state: "applied" },
    });
  });

  it("never reaches the server when it is mocked, and is no server's answer in the evidence", async () => {
    await add(`${site.url}/api/mocked`, { type: "mock", status: 418, body: '{"mock":true}' });

    expect(await page("ask('/api/mocked')")).toBe('418 {"mock":true}');

    expect(served("/api/mocked")).toBe(0);
    expect(await recorded("/api/mocked")).toMatchObject({
      status: 418,
      traffic: "controlled",
      intervention: { type: "mock", state: "applied" },
    });
    expect(await workspace.text("debug", "requests", ...s)).toMatch(/\/api\/mocked +.*mock r2/);
  });

  it("takes XHR and fetch apart by what the browser says of the request", async () => {
    const url = `${site.url}/api/typed`;
    const match = { match: { url, resource_type: "XHR" }, effect: { type: "block" } };
    await workspace.text("debug", "rule_add", "--rule", JSON.stringify(match), ...s);

    expect(await page("ask('/api/typed')")).toBe('200 {"real":true}');
    const xhr =
      "new Promise((done) => { const x = new XMLHttpRequest(); x.onload = () => done('loaded'); x.onerror = () => done('failed'); x.open('GET', '/api/typed'); x.send(); })";
    expect(await page(xhr)).toBe("failed");

    expect(served("/api/typed")).toBe(1);
  });

  it("is aborted when a rule cannot change it without a guess", async () => {
    const id = await add(`${site.url}/api/renamed`, {
      type: "modify",
      json: { rename: { missing: "name" } },
    });

    const init = `{ method: "POST", headers: { "content-type": "application/json" }, body: '{"a":1}' }`;
    expect(await page(`ask('/api/renamed', ${init})`)).toBe("failed TypeError");

    expect(served("/api/renamed")).toBe(0);
    expect(await rule(id)).toMatchObject({
      failures: 1,
      last_error: expect.stringContaining("key"),
    });
    expect((await recorded("/api/renamed"))?.intervention).toMatchObject({ state: "failed" });
  });

  it("keeps every untouched byte and every header of the page when it is changed", async () => {
    await add(`${site.url}/api/changed`, {
      type: "modify",
      headers: { "x-added": "1", "x-page": null },
      json: { set: { b: "é" } },
    });

    const body = '{"id": 9007199254740993123, "b":1.0, "c":[1.50]}';
    const init = `{ method: "POST", headers: { "content-type": "application/json", "x-page": "2", "x-kept": "3" }, body: '${body}' }`;
    await page(`ask('/api/changed', ${init})`);

    const got = site.log.find(({ path }) => path === "/api/changed");
    expect(got?.requestText).toBe('{"id": 9007199254740993123, "b":"é", "c":[1.50]}');
    expect(got?.headers).toMatchObject({ "x-added": "1", "x-kept": "3" });
    expect(got?.headers["x-page"]).toBeUndefined();
  });

  it.each(["rule_disable", "rule_remove"])("is aborted while it waits, by %s", async (command) => {
    const path = `/api/slow-${command}`;
    const id = await add(`${site.url}${path}`, {
      type: "mock",
      status: 200,
      body: "{}",
      delay_ms: 10_000,
    });
    await page(`later('${path}')`);
    await until("the rule has it", async () => (await rule(id))?.hits === 1);

    await workspace.text("debug", command, id, ...s);

    await until(
      "the page has its error",
      async () => (await page("answer")) === "failed TypeError",
    );
    expect(served(path)).toBe(0);
    expect((await recorded(path))?.intervention).toMatchObject({ state: "cancelled" });
  });

  it("never goes to another origin, by a rule or by a replay", async () => {
    const source = await recorded("/api/changed");
    const cross = `${site.crossOrigin}/api/x`;
    const effect = { type: "modify", url: cross };
    const rule = JSON.stringify({ match: { url: `${site.url}/api/*` }, effect });
    const replay = (draft: object): Promise<{ code: string }> =>
      workspace.failure(
        ...["debug", "replay", source?.id ?? "none", "--replay", JSON.stringify(draft)],
        ...s,
      );

    expect((await workspace.failure("debug", "rule_add", "--rule", rule, ...s)).code).toBe(
      "invalid_rule",
    );
    expect((await replay({ key: "k1", url: cross })).code).toBe("replay_cross_origin");
    await workspace.text("navigate", `${site.crossOrigin}/`, ...s);
    const before = crossServed();
    expect((await replay({ key: "k2" })).code).toBe("replay_cross_origin");
    expect(crossServed()).toBe(before);
    expect(site.log.filter(({ path }) => path === "/api/x")).toEqual([]);
    await workspace.text("navigate", `${site.url}/`, ...s);
  });

  it("refuses the redirect of a replay", async () => {
    await page("ask('/away')");
    const source = await recorded("/away");
    const after = served("/api/after");

    const { report } = await workspace.json<Acted<Replay>>(
      ...["debug", "replay", source?.id ?? "none", "--replay", '{"key":"redirect"}'],
      ...s,
    );

    expect(report.replay.state).toBe("failed");
    expect(served("/api/after")).toBe(after);
  });

  it("is aborted when its page's capture stops, and the next one goes out", async () => {
    const id = await add(`${site.url}/api/stopped`, {
      type: "mock",
      status: 200,
      body: "{}",
      delay_ms: 10_000,
    });
    await page("later('/api/stopped')");
    await until("the rule has it", async () => (await rule(id))?.hits === 1);

    await workspace.text("debug", "stop", ...s);

    await until(
      "the page has its error",
      async () => (await page("answer")) === "failed TypeError",
    );
    expect(served("/api/stopped")).toBe(0);
    expect(await page("ask('/api/stopped')")).toBe('200 {"real":true}');
  });

  it("is failed by the next worker when its worker dies, and never reaches the server", async () => {
    await workspace.text("debug", "start", ...s);
    const effect = { type: "mock", status: 200, body: "{}", delay_ms: 10_000 };
    const id = await add(`${site.url}/api/orphan*`, effect, { times: 0 });
    const { targetId: tab } = (await cdp.targets()).find(({ url }) => url === `${site.url}/`) ?? {};
    const tabSession = await cdp.attach(tab ?? "none");
    const inPage = <T>(expression: string): Promise<T> => cdp.evaluate<T>(tabSession, expression);
    await inPage("later('/api/orphan1')");
    await until("the rule has it", async () => (await rule(id))?.hits === 1);

    const worker = (await cdp.targets()).find(
      ({ type, url }) => type === "service_worker" && url.includes(EXTENSION_ID),
    );
    await cdp.send("Target.closeTarget", { targetId: worker?.targetId });
    // What the page asks next wakes a worker; it is held as well.
    await inPage("void ask('/api/orphan2').then((text) => { window.second = text; })");

    await until("the page has both errors", async () => {
      const both = await inPage<string>("answer + ', ' + window.second");
      return both === "failed TypeError, failed TypeError";
    });
    expect([served("/api/orphan1"), served("/api/orphan2")]).toEqual([0, 0]);
    await until("the page is free again", async () => {
      return (await inPage("ask('/api/orphan3')")) === '200 {"real":true}';
    });
    const { report, run } = await workspace.json<Acted<Rules>>("debug", "rules", ...s);
    expect(run).toMatchObject({ state: "interrupted", active_rules: 0 });
    expect(report.rules).toMatchObject([{ state: "stopped" }]);
  });
});
