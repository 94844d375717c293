import { createServer, type ServerResponse } from "node:http";
import type { ActionResults } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until, Workspace } from "./harness/index.js";

type Activity = ActionResults["debug/activity"];
type Wait = ActionResults["debug/wait"];

interface Busy {
  readonly code: string;
  readonly exit_code: number;
  readonly hint: string;
  readonly data: { readonly dispatched: boolean; readonly activity: Activity["activity"] };
}

/** A script that ends when the test lets its request be answered. */
const HELD = ["evaluate", "fetch('/held').then((answer) => answer.text())", "--timeout", "2m"];

describe("a session that runs a command", () => {
  let workspace: Workspace;
  let s: readonly string[];
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/held") held.push(response);
    else response.end("<title>held</title>");
  });

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    s = ["--session", await workspace.openSession()];
    await workspace.text("navigate", `http://127.0.0.1:${port}/`, ...s);
  });

  afterAll(async () => {
    await workspace?.close();
    server.closeAllConnections();
    server.close();
  });

  it("says so beside the slot, and can be waited for as session_busy says", async () => {
    const before = Date.now();
    const script = workspace.run([...HELD, ...s], { deadlineMs: 110_000 });
    await until("the page has asked", () => held.length === 1);
    const { activity } = await workspace.json<Activity>("debug", "activity", ...s);
    const { code, stdout } = await workspace.run(["click", "body", ...s, "--json"]);
    const busy = JSON.parse(stdout) as Busy;
    const poll = await workspace.json<Wait>("debug", "wait", "--wait-ms", "0", ...s);

    expect(activity).toMatchObject({ state: "running", method: "page/evaluate" });
    expect(activity.started_at).toBeGreaterThanOrEqual(before);
    expect(activity.elapsed_ms).toBeGreaterThanOrEqual(0);
    expect(code).toBe(4);
    expect(busy).toMatchObject({
      code: "session_busy",
      data: { dispatched: false, activity: { command_id: activity.command_id } },
    });
    expect(poll).toMatchObject({ wait_complete: false, wait_timed_out: true });

    // One that gives up leaves the command alone.
    const controller = new AbortController();
    const given = workspace.run(["debug", "wait", "--wait-ms", "60000", ...s, "-vv"], {
      signal: controller.signal,
      onOutput: (text) => {
        if (text.includes("debug/wait with")) controller.abort();
      },
    });
    expect((await given).code).not.toBe(0);
    const { activity: still } = await workspace.json<Activity>("debug", "activity", ...s);
    expect(still).toMatchObject({ state: "running", command_id: activity.command_id });

    const hint = [...busy.hint.split(" ").slice(1), "--wait-ms", "60000", "--json"];
    const waiting = workspace.run(hint, { deadlineMs: 90_000 });
    held.pop()?.end("let go");
    const { stdout: waited, code: waitCode } = await waiting;

    expect(waitCode).toBe(0);
    expect(JSON.parse(waited)).toMatchObject({ wait_complete: true, wait_timed_out: false });
    expect(await script).toMatchObject({ code: 0, stdout: expect.stringContaining("let go") });
    expect(await workspace.json<Activity>("debug", "activity", ...s)).toEqual({
      activity: { state: "idle" },
    });
  });

  it("waits for no capture and no session that is not there", async () => {
    expect((await workspace.failure("debug", "wait", "--session", "zzzz")).code).toBe(
      "session_not_found",
    );
    expect((await workspace.failure("debug", "wait", "--wait-ms", "60001", ...s)).code).toBe(
      "invalid_params",
    );
    expect(await workspace.text("debug", "wait", ...s)).toBe("complete  now idle\n");
  });
});

describe("the log and the list of browsers", () => {
  it("are there for a person who looks for them", async () => {
    const workspace = await Workspace.create();
    try {
      await workspace.text("daemon", "start");
      await workspace.text("session", "list");

      expect(await workspace.text("logs", "-n", "2")).toMatch(/session\/list \d+ ms ok\n/);
      expect(await workspace.text("browsers")).toBe(await workspace.text("browser", "list"));
      const { stderr } = await workspace.run(["session", "list", "-v"]);
      expect(stderr).toMatch(/bsk: daemon pid \d+, port \d+/);
    } finally {
      await workspace.close();
    }
  });
});
