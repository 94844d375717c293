import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until, Workspace } from "./harness/index.js";
import { startVitals, type VitalsSite } from "./sites/index.js";

interface Report {
  readonly report: {
    readonly duplicates: readonly {
      readonly method: string;
      readonly url: string;
      readonly count: number;
      readonly operation_ids: readonly string[];
    }[];
    readonly analysis: {
      readonly groups: number;
      readonly uncomparable: number;
      readonly uncomparable_reasons: { readonly body_masked: number };
    };
  };
}

describe("a page that asks for the same more than once", () => {
  let workspace: Workspace;
  let site: VitalsSite;
  let s: readonly string[];

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    site = await startVitals();
    s = ["--session", await workspace.openSession()];
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${site.url}/twice`, ...s);
    await workspace.text("click", "#load", ...s);
    await until("all was answered", async () =>
      (await workspace.text("evaluate", "document.title", ...s)).includes("done"),
    );
  });

  afterAll(async () => {
    await site?.close();
    await workspace?.close();
  });

  it("has its equal requests grouped, with the click that they followed", async () => {
    const { report } = await workspace.json<Report>(
      "debug",
      "duplicates",
      "--window-ms",
      "5000",
      ...s,
    );

    expect(report.duplicates.map(({ method, url, count }) => [method, url, count])).toEqual([
      ["GET", `${site.url}/api/list?page=1`, 3],
      ["POST", `${site.url}/api/save`, 2],
    ]);
    expect(report.duplicates.every(({ operation_ids: ids }) => ids.length === 1)).toBe(true);
    expect(report.analysis.groups).toBe(2);
    // Two logins whose passwords are masked: whether they were equal, nobody knows any more.
    expect(report.analysis.uncomparable_reasons.body_masked).toBe(2);
  });

  it("has them in text, and agrees with the aggregate on what there was", async () => {
    const text = await workspace.text("debug", "duplicates", "--window-ms", "5000", ...s);
    const rows = await workspace.text("debug", "aggregate", "--url", "/api/", ...s);

    expect(text).toContain("×3  GET");
    expect(text).toContain("body_masked 2");
    expect(text).not.toContain("hunter2");
    expect(rows).toMatch(/^ *4 .*\/api\/list/m);
  });
});
