import type { ActionResults, RequestRow } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until, Workspace } from "./harness/index.js";
import type { Acted, RuleRow, Rules } from "./harness/reports.js";
import { type Site, startControl } from "./sites/index.js";

/** The browser keeps a changed body and method through redirects of any origin. */
describe("where the server redirects what a rule changed", () => {
  let workspace: Workspace;
  let site: Site;
  let s: readonly string[];

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    site = await startControl();
    s = ["--session", await workspace.openSession()];
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${site.url}/`, ...s);
  });

  afterAll(async () => {
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
  const to = (url: string, status = 307): string =>
    `/to?${new URLSearchParams({ status: String(status), url })}`;
  const landed = (path: string): string[] =>
    site.log.filter((one) => one.path === path).map((one) => `${one.method} ${one.requestText}`);
  const change = { type: "modify", body: "changed" };

  it.each([
    ["to another origin", (url: string) => to(url)],
    ["there by way of its own", (url: string) => to(to(url, 308))],
  ])("refuses it %s, and says so", async (_way, way) => {
    const path = `/api/landed-${_way.length}`;
    const url = site.url + way(site.crossOrigin + path);
    const id = await add(url, change);

    expect(await page(`ask(${JSON.stringify(url)}, { method: "POST", body: "own" })`)).toBe(
      "failed TypeError",
    );

    expect(landed(path)).toEqual([]);
    expect(await rule(id)).toMatchObject({ hits: 1, failures: 1, state: "exhausted" });
    const sent = await recorded(encodeURIComponent(path));
    expect(sent).toMatchObject({ state: "failed", error: /where no rule reaches/ });
  });

  it("lets what it left alone on", async () => {
    const url = site.url + to(`${site.crossOrigin}/api/free`, 302);
    await add(url, change);

    await page(`ask(${JSON.stringify(url)}, { method: "POST", body: "own", mode: "no-cors" })`);

    expect(landed("/api/free")).toEqual(["GET "]);
  });

  it("lets it on to its own origin, whose record has what went there", async () => {
    const url = site.url + to("/api/kept");
    await add(url, change);

    await page(`ask(${JSON.stringify(url)}, { method: "POST", body: "own" })`);

    expect(landed("/api/kept")).toEqual(["POST changed"]);
    const sent = await until("the redirect's end", async () => {
      const row = await recorded("/api/kept");
      return row?.state === "complete" && row;
    });
    expect(sent).toMatchObject({
      traffic: "controlled",
      intervention: { state: "applied", changes: ["body"] },
    });
    const { request } = await workspace.json<ActionResults["debug/request"]>(
      ...["debug", "request", sent.id, "--part", "request", ...s],
    );
    expect(request.request_body).toMatchObject({ text: "changed" });
  });

  it("refuses a form's, too", async () => {
    const url = site.url + to(`${site.crossOrigin}/api/form`);
    await add(url, change, { match: { url, resource_type: "Document" } });

    await page(`(() => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: ${JSON.stringify(url)} });
      document.body.append(form);
      form.submit();
    })()`);

    await until(
      "the navigation's end",
      async () => (await recorded(encodeURIComponent("/api/form")))?.state === "failed",
    );
    expect(landed("/api/form")).toEqual([]);
    await workspace.text("navigate", `${site.url}/`, ...s);
  });
});
