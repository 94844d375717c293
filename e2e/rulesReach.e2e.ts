import { EXTENSION_ID } from "@bsk/core";
import type { ActionResults, RequestRow } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, until, Workspace } from "./harness/index.js";
import type { Acted, LongReplay, Replay, RuleRow, Rules } from "./harness/reports.js";
import { type Site, startControl, startLong } from "./sites/index.js";

const MOST_BYTES = 256 * 1024;
const MOST_MS = 15_000;
const HELD = { type: "mock", status: 200, body: "{}", delay_ms: 10_000 };

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
  const recorded = async (part: string): Promise<RequestRow | undefined> => {
    const listed = ["debug", "requests", "--url", part, ...s];
    return (await workspace.json<ActionResults["debug/requests"]>(...listed)).requests.at(-1);
  };
  const rule = async (id: string): Promise<RuleRow | undefined> =>
    (await workspace.json<Acted<Rules>>("debug", "rules", ...s)).report.rules.find(
      (row) => row.id === id,
    );

  const failures = async (): Promise<number> => {
    const told = await workspace.json<ActionResults["debug/summary"]>("debug", "summary", ...s);
    return told.summary.requests.by_state.failed ?? 0;
  };

  const replay = <Report = Replay>(
    source: RequestRow | undefined,
    draft: object,
  ): Promise<Acted<Report>> =>
    workspace.json<Acted<Report>>(
      ...["debug", "replay", source?.id ?? "none", "--replay", JSON.stringify(draft)],
      ...s,
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
      response_body: { state: "available" },
    });
    const part = ["--part", "response"];
    const answer = await workspace.json<ActionResults["debug/request"]>(
      ...["debug", "request", (await recorded("/api/mocked"))?.id ?? "none", ...part, ...s],
    );
    expect(answer.request.response_body.text).toBe('{"mock":true}');
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

  it("of a type, is answered of a worker too, and of a page that goes away", async () => {
    const match = { url: `${site.url}/api/typed-in-*`, resource_type: "Fetch" };
    const id = await add(match.url, { type: "mock", status: 200, body: "{}" }, { match, times: 0 });
    const script = `fetch("${site.url}/api/typed-in-worker").then(() => postMessage("answered"), () => postMessage("failed"))`;
    const inWorker = `new Promise((done) => { new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}]))).onmessage = ({ data }) => done(data); })`;

    expect(await page(inWorker)).toBe("answered");
    expect(await recorded("/api/typed-in-worker")).toMatchObject({
      worker: { type: "dedicated" },
      intervention: { type: "mock", state: "applied" },
    });
    // Of this one the browser may not say whether it is fetch or XHR: then it is aborted.
    await page(
      "addEventListener('pagehide', () => fetch('/api/typed-in-passing', { method: 'POST', keepalive: true, body: 'x' })); 1",
    );
    await workspace.text("navigate", `${site.url}/`, ...s);

    await until("the rule has had the second too", async () => (await rule(id))?.hits === 2);
    expect([served("/api/typed-in-worker"), served("/api/typed-in-passing")]).toEqual([0, 0]);
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
    const refused = (draft: object): Promise<{ code: string }> =>
      workspace.failure(
        ...["debug", "replay", source?.id ?? "none", "--replay", JSON.stringify(draft)],
        ...s,
      );

    expect((await workspace.failure("debug", "rule_add", "--rule", rule, ...s)).code).toBe(
      "invalid_rule",
    );
    expect((await refused({ key: "k1", url: cross })).code).toBe("replay_cross_origin");
    await workspace.text("navigate", `${site.crossOrigin}/`, ...s);
    const before = crossServed();
    expect((await refused({ key: "k2" })).code).toBe("replay_cross_origin");
    expect(crossServed()).toBe(before);
    expect(site.log.filter(({ path }) => path === "/api/x")).toEqual([]);
    await workspace.text("navigate", `${site.url}/`, ...s);
  });

  it("refuses the redirect of a replay", async () => {
    await page("ask('/away')");
    const source = await recorded("/away");
    const after = served("/api/after");

    const { report } = await replay(source, { key: "redirect" });

    expect(report.replay.state).toBe("failed");
    expect(served("/api/after")).toBe(after);
  });

  it("sends the cookies of its page as a replay, by no function of the page", async () => {
    await page("document.cookie = 'who=ada'; ask('/api/cookies')");
    const source = await recorded("/api/cookies");
    const spoiled =
      "window.kept = fetch; window.fetch = () => Promise.reject(new Error('mine')); 1";
    await page(`document.cookie = 'who=bob'; ${spoiled}`);

    const { report } = await replay(source, { key: "cookies" });
    await page("window.fetch = window.kept; 1");

    expect(report.replay.state).toBe("complete");
    const got = site.log.filter(({ path }) => path === "/api/cookies");
    expect(got.map(({ headers }) => headers.cookie)).toEqual(["who=ada", "who=bob"]);
  });

  it("has a replay in its hands too, and both marks stay", async () => {
    const init = `{ method: "POST", headers: { "content-type": "application/json" }, body: '{"a":1}' }`;
    await page(`ask('/api/both', ${init})`);
    const source = await recorded("/api/both");
    const id = await add(`${site.url}/api/both`, { type: "modify", json: { set: { b: 2 } } });

    const { report } = await replay(source, { key: "both" });

    const bodies = site.log.filter(({ path }) => path === "/api/both");
    expect(bodies.map(({ requestText }) => JSON.parse(requestText))).toEqual([
      { a: 1 },
      { a: 1, b: 2 },
    ]);
    expect(await rule(id)).toMatchObject({ hits: 1, failures: 0 });
    const sent = await recorded("/api/both");
    expect(sent?.id).toBe(report.request?.id);
    expect(sent).toMatchObject({
      traffic: "replayed",
      replay_id: report.replay.id,
      replay_from: source?.id,
      intervention: { type: "modify", state: "applied", changes: [expect.stringContaining("b")] },
    });
    expect(source?.intervention).toBeUndefined();
  });

  it("reads 256 KiB of an answer and waits 15 s for it, as a replay", async () => {
    const long = await startLong();
    await workspace.text("navigate", `${long.url}/`, ...s);
    await page("fetch('/api/source').then((response) => response.text())");
    const source = await recorded("/api/source");
    const stateOf = (path: string): string | undefined =>
      long.log.find((record) => record.path === path)?.state;
    try {
      const endless = await replay<LongReplay>(source, {
        key: "endless",
        url: `${long.url}/api/endless`,
      });

      expect(endless.report).toMatchObject({
        replay: { state: "complete" },
        response: { status: 200, bytes: MOST_BYTES, truncated: true },
      });
      await until("the server is left", () => stateOf("/api/endless") === "aborted");

      const silent = await replay<LongReplay>(source, {
        key: "silent",
        url: `${long.url}/api/silent`,
      });

      const { started_at: start, finished_at: end = 0, ...ended } = silent.report.replay;
      expect(ended).toMatchObject({
        state: "failed",
        error: "No answer within 15 s. It may have been sent.",
      });
      expect(end - start).toBeGreaterThanOrEqual(MOST_MS);
      expect(end - start).toBeLessThan(2 * MOST_MS);
      await until("the server is left", () => stateOf("/api/silent") === "aborted");
    } finally {
      await workspace.text("navigate", `${site.url}/`, ...s);
      await long.close();
    }
  });

  it("is at its end when its page is left, however long the rule would hold it", async () => {
    const id = await add(`${site.url}/api/left`, HELD);
    await page("later('/api/left')");
    await until("the rule has it", async () => (await rule(id))?.hits === 1);

    await workspace.text("navigate", `${site.url}/`, ...s);

    const isSettled = async () => (await recorded("/api/left"))?.intervention?.state !== "pending";
    await until("it is settled", isSettled, { deadlineMs: 5_000 });
    expect(await recorded("/api/left")).toMatchObject({
      state: "failed",
      error: "net::ERR_ABORTED: the page had given the request up",
      intervention: { state: "cancelled" },
    });
    expect(served("/api/left")).toBe(0);
  });

  it("is failed by the bound of 32 in hand, and says so wherever failures are counted", async () => {
    const id = await add(`${site.url}/api/crowd*`, { ...HELD, delay_ms: 1_000 }, { times: 0 });
    const before = await failures();

    const crowd = "Promise.all([...Array(60).keys()].map((n) => ask('/api/crowd' + n)))";
    const answers = await page<string[]>(crowd);

    expect(answers.filter((answer) => answer === "failed TypeError")).toHaveLength(28);
    const reason = "rules have 32 requests in hand already";
    expect(await rule(id)).toMatchObject({ hits: 60, failures: 28, last_error: reason });
    const listed = ["debug", "requests", "--url", "/api/crowd", "--all", "--limit", "100", ...s];
    const rows = (await workspace.text(...listed)).split("\n");
    expect(rows.filter((row) => row.endsWith(`(failed) net::ERR_ABORTED: ${reason}`))).toHaveLength(
      28,
    );
    expect((await failures()) - before).toBe(28);
    expect([...Array(60).keys()].some((n) => served(`/api/crowd${n}`) > 0)).toBe(false);
  });

  it("is aborted when its page's capture stops, and the next one goes out", async () => {
    const id = await add(`${site.url}/api/stopped`, HELD);
    await page("later('/api/stopped')");
    await until("the rule has it", async () => (await rule(id))?.hits === 1);

    await workspace.text("debug", "stop", ...s);

    const isFailed = async () => (await page("answer")) === "failed TypeError";
    await until("the page has its error", isFailed);
    expect(served("/api/stopped")).toBe(0);
    expect(await page("ask('/api/stopped')")).toBe('200 {"real":true}');
  });

  it.each([
    ["its tab", "url"],
    ["a frame of another process", "crossOrigin"],
  ] as const)(
    "is failed by the next worker when its worker dies, in %s, and never reaches the server",
    async (_where, which) => {
      await workspace.text("debug", "start", ...s);
      const path = `/api/orphan-${which}`;
      const id = await add(`${site[which]}${path}*`, HELD, { times: 0 });
      if (which === "crossOrigin") {
        const src = JSON.stringify(`${site.crossOrigin}/`);
        await page(
          `new Promise((done) => { const frame = document.createElement("iframe"); frame.onload = done; frame.src = ${src}; document.body.append(frame); }).then(() => 1)`,
        );
      }
      const target = (await cdp.targets()).find(({ url }) => url === `${site[which]}/`);
      const document = await cdp.attach(target?.targetId ?? "none");
      const inside = <T>(expression: string): Promise<T> => cdp.evaluate<T>(document, expression);
      await inside(`later('${path}1')`);
      await until("the rule has it", async () => (await rule(id))?.hits === 1);

      const worker = (await cdp.targets()).find(
        ({ type, url }) => type === "service_worker" && url.includes(EXTENSION_ID),
      );
      await cdp.send("Target.closeTarget", { targetId: worker?.targetId });
      // What the page asks next wakes a worker; it is held as well.
      await inside(`void ask('${path}2').then((text) => { window.second = text; })`);

      await until("the page has both errors", async () => {
        const both = await inside<string>("answer + ', ' + window.second");
        return both === "failed TypeError, failed TypeError";
      });
      expect([served(`${path}1`), served(`${path}2`)]).toEqual([0, 0]);
      await until("the page is free again", async () => {
        return (await inside(`ask('${path}3')`)) === '200 {"real":true}';
      });
      const { report, run } = await workspace.json<Acted<Rules>>("debug", "rules", ...s);
      expect(run).toMatchObject({ state: "interrupted", active_rules: 0 });
      expect(report.rules).toMatchObject([{ state: "stopped" }]);
    },
  );
});
