import type { ActionResults } from "@bsk/schema";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until, Workspace } from "./harness/index.js";
import { startSituations } from "./sites/index.js";

type Acted = ActionResults["page/click"];

let workspace: Workspace;
let site: Awaited<ReturnType<typeof startSituations>>;
let s: readonly string[];

beforeAll(async () => {
  site = await startSituations();
  workspace = await Workspace.create({ isDirect: true });
  await workspace.text("browser", "start", "--headless");
});

// The browser's question stays with its tab.
beforeEach(async () => {
  s = ["--session", (await workspace.text("session", "start")).trim()];
});

afterEach(() => workspace.text("session", "stop", s[1] ?? ""));

afterAll(async () => {
  await workspace?.close();
  await site?.close();
});

describe("a page that asks the person by a dialog", () => {
  it("shows what the answer led to, in the operation that gave it", async () => {
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${site.url}/applications`, ...s);
    const clicked = await workspace.json<Acted>("click", "#delete", ...s);
    const answered = await workspace.json<Acted>("dialog", "accept", ...s);
    const read = (id: string | undefined) =>
      workspace.json<ActionResults["debug/operation"]>("debug", "operation", id ?? "none", ...s);

    const { evidence } = await until("the page is read", async () => {
      const result = await read(answered.operation_id);
      return result.evidence.changes.added.length > 0 && result;
    });

    expect(evidence.changes).toMatchObject({ state: "available", added: ["deleted"], removed: [] });
    expect(evidence.gaps).toEqual([]);
    const before = await read(clicked.operation_id);
    expect(before.evidence.gaps).toEqual(["dialog_open"]);
  });
});

/** The browser takes the debugger off a tab whose page asks for a URL that extensions may not debug. */
describe("a page that asks for another application", () => {
  it.each([["link"], ["script"], ["frame"]])(
    "stays recorded and driven, and the hole is told: %s",
    async (way) => {
      const run = await workspace.json<ActionResults["debug/start"]>("debug", "start", ...s);
      await workspace.text("navigate", `${site.url}/applications`, ...s);

      const clicked = await workspace.json<Acted>("click", `#${way}`, ...s);
      await workspace.text("evaluate", "document.querySelector('#ask').click()", ...s);
      await workspace.text("debug", "wait-for", "--url", "/nowhere", ...s);
      const told = await until("its answer is on the page", async () => {
        const { tree } = await workspace.json<ActionResults["page/snapshot"]>("snapshot", ...s);
        return tree.includes("answered 404");
      });

      expect(told).toBe(true);
      expect(clicked).toMatchObject({ external_url: `bsk-nowhere:${way}` });
      expect(clicked.navigation).toBeUndefined();
      const { requests } = await workspace.json<ActionResults["debug/requests"]>(
        ...["debug", "requests", "--url", "/nowhere", ...s],
      );
      expect(requests).toMatchObject([{ status: 404, state: "complete" }]);
      const { evidence } = await workspace.json<ActionResults["debug/operation"]>(
        ...["debug", "operation", clicked.operation_id ?? "none", ...s],
      );
      expect(evidence.gaps).toContain("detached");
      const stopped = await workspace.json<ActionResults["debug/stop"]>("debug", "stop", ...s);
      expect(stopped.run).toMatchObject({ id: run.run.id, stop_reason: "requested" });
    },
  );

  it("says that the browser's question takes the input, and how it goes", async () => {
    await workspace.text("navigate", `${site.url}/applications`, ...s);
    await workspace.text("click", "#link", ...s);

    const failed = await until("the browser asks", async () => {
      const { code, stdout } = await workspace.run(["click", "#ask", ...s, "--json"]);
      return code === 0 ? undefined : (JSON.parse(stdout) as { code: string; hint: string });
    });

    expect(failed.code).toBe("input_unseen");
    expect(failed.hint).toMatch(/^bsk navigate about:blank --session \w{4} --tab-id \d+$/);
    await workspace.text(...failed.hint.split(" ").slice(1));
    await workspace.text("navigate-back", ...s);
    await workspace.text("click", "#ask", ...s);
    await until("the page heard it", async () => {
      const { tree } = await workspace.json<ActionResults["page/snapshot"]>("snapshot", ...s);
      return tree.includes("answered 404");
    });
  });
});
