import type { ActionResults, RequestRow } from "@bsk/schema";
import { afterEach, describe, expect, it } from "vitest";
import { until, Workspace } from "./harness/index.js";
import { startMany } from "./sites/index.js";

describe("much on one page", () => {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("has every lifecycle of a thousand requests, or counts it as lost with a reason", async () => {
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

  it("names the bound where there are more workers than are recorded, in this run alone", async () => {
    const site = await startMany();
    closing.push(() => site.close());
    const workspace = await Workspace.create({ isDirect: true });
    closing.unshift(() => workspace.close());
    const s = ["--session", await workspace.openSession()];
    await workspace.text("navigate", site.pageUrl({ n: 1, start: "button" }), ...s);
    await workspace.text("debug", "start", ...s);

    await workspace.text("evaluate", MORE_WORKERS, ...s);

    const limit = { flag: "child_capture_limit", count: 3 };
    const { operations } = await workspace.json<ActionResults["debug/operations"]>(
      ...["debug", "operations", ...s],
    );
    const { evidence } = await workspace.json<ActionResults["debug/operation"]>(
      ...["debug", "operation", operations[0]?.id ?? "none", ...s],
    );
    expect(evidence.gaps).toContain(limit.flag);
    const scripts = await until("the others' scripts are complete", async () => {
      // In one answer: read page by page, a row that changes in between comes twice.
      const { requests: rows } = await workspace.json<ActionResults["debug/requests"]>(
        ...["debug", "requests", "--limit", "100", "--budget", "262144", ...s],
      );
      return rows.filter(({ state }) => state === "complete").length === 32 && rows;
    });
    expect(scripts.filter(({ state }) => state !== "complete")).toMatchObject(
      Array(3).fill({ state: "open", response_body: { reason: limit.flag } }),
    );
    const { run } = await workspace.json<ActionResults["debug/stop"]>("debug", "stop", ...s);
    expect(run.coverage).toContainEqual(expect.objectContaining(limit));
    await workspace.text("evaluate", "for (const one of workers) one.terminate()", ...s);
    await workspace.text("debug", "start", ...s);
    const next = await workspace.json<ActionResults["debug/stop"]>("debug", "stop", ...s);
    expect(next.run.coverage.map(({ flag }) => flag)).not.toContain(limit.flag);
  });
});

/** Three past the bound, each with an answer of its own script. */
const MORE_WORKERS = `globalThis.workers = Array.from({ length: 35 }, () => new Worker("/worker.js"));
Promise.all(workers.map((one) => new Promise((done) => { one.onmessage = done; }))).then(() => 1)`;

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
