import type { ActionResults, Recording } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until, Workspace } from "./harness/index.js";
import { type Site, startPassing } from "./sites/index.js";

/** One service worker serves every tab of its site. */
describe("a service worker that two tabs share", () => {
  let workspace: Workspace;
  let site: Site;
  let own: readonly string[];
  let other: readonly string[];

  beforeAll(async () => {
    site = await startPassing();
    workspace = await Workspace.create({ isDirect: true });
    own = ["--session", await workspace.openSession()];
    await workspace.text("debug", "start", ...own);
    await workspace.text("navigate", `${site.url}/`, ...own);
    await workspace.text("evaluate", "ready", ...own);
  });

  afterAll(async () => {
    await site?.close();
    await workspace?.close();
  });

  const ask = (s: readonly string[], ...args: readonly string[]) =>
    workspace.text("evaluate", `ask(${args.map((arg) => JSON.stringify(arg)).join(", ")})`, ...s);
  const recorded = async (): Promise<string[]> => {
    const { requests } = await workspace.json<ActionResults["debug/requests"]>(
      ...["debug", "requests", "--url", "/api/", "--all", "--limit", "100", ...own],
    );
    return requests.map(({ traffic, url }) => `${traffic} ${new URL(url).pathname}`);
  };

  it("is recorded with all that it does while the tab is alone", async () => {
    await ask(own, "/api/alone");

    await until("what it asked for itself", async () =>
      (await recorded()).includes("worker /api/of-the-worker"),
    );
    expect(await recorded()).toEqual(
      expect.arrayContaining(["page /api/alone", "worker /api/alone"]),
    );
  });

  it("brings nothing of the other tab into the run", async () => {
    other = ["--session", (await workspace.text("session", "start")).trim()];
    await workspace.text("navigate", `${site.url}/`, ...other);
    await workspace.text("evaluate", "ready", ...other);

    await ask(other, "/api/others", "private of the other tab");
    await ask(own, "/api/own", "mine");
    await ask(other, "/api/others-too");

    await until("the own one, passed on", async () =>
      (await recorded()).includes("worker /api/own"),
    );
    const { run } = await workspace.json<ActionResults["debug/stop"]>("debug", "stop", ...own);
    const recording = await workspace.json<Recording>("debug", "export", ...own);
    expect(run.coverage.map(({ flag }) => flag)).toContain("service_worker_shared");
    expect(site.log.map(({ path }) => path)).toContain("/api/others");
    expect(JSON.stringify(recording)).not.toMatch(/others|private of/);
  });

  it("stays out of what the tab's own log says", async () => {
    for (const verb of ["console", "network"]) {
      expect(await workspace.text(verb, ...own)).not.toContain("others");
    }
  });
});
