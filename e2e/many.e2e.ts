import type { ActionResults, RequestRow } from "@bsk/schema";
import { afterEach, describe, expect, it } from "vitest";
import { until, Workspace } from "./harness/index.js";
import { startMany } from "./sites/index.js";

describe("a thousand requests on one page", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("has every lifecycle, or counts it as lost with a reason", async () => {
    const site = await startMany();
    closing.push(() => site.close());
    const workspace = await Workspace.create({ isDirect: true });
    closing.unshift(() => workspace.close());
    const s = ["--session", await workspace.openSession()];
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", site.pageUrl({ n: 1000, parallel: 20, start: "load" }), ...s);
    await until(
      "the page is done",
      async () => (await workspace.text("evaluate", "document.title", ...s)).includes("done 1000"),
      { deadlineMs: 60_000, everyMs: 500 },
    );
    const { run } = await workspace.json<ActionResults["debug/stop"]>("debug", "stop", ...s);

    const rows = await allRequests(workspace, s);

    const calls = rows.filter(({ url }) => url.includes("/api/many/"));
    const lost = run.counts.dropped_requests;
    expect(calls.length + lost).toBe(1000);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    expect(calls.filter(({ state, status }) => state !== "complete" || status !== 200)).toEqual([]);
    const bodies = calls.filter(({ response_body: body }) => body.state === "available").length;
    const explained = calls.filter(
      ({ response_body: body }) => body.state !== "available" && body.reason,
    ).length;
    expect(bodies + explained).toBe(calls.length);
    expect(lost === 0 || run.coverage.some(({ flag }) => flag === "evidence_storage_limit")).toBe(
      true,
    );
    console.log(`1,000 requests: ${calls.length} recorded, ${lost} lost, ${bodies} bodies`);
  });
});

async function allRequests(workspace: Workspace, s: readonly string[]): Promise<RequestRow[]> {
  const rows: RequestRow[] = [];
  for (let since = 0; ; ) {
    const page = await workspace.json<ActionResults["debug/requests"]>(
      ...["debug", "requests", "--limit", "100", "--budget", "262144", "--since", String(since)],
      ...["--fields", "status"],
      ...s,
    );
    if (page.requests.length === 0) return rows;
    rows.push(...page.requests);
    since = page.next_since;
  }
}
