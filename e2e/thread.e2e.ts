import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ActionResults, type Recording, validateRecording } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

type Operation = ActionResults["debug/operation"];

describe("a failing save, recorded and read at the shell", () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let recording: Recording;
  let session: string;
  let s: readonly string[];

  beforeAll(async () => {
    workspace = await Workspace.create({ isCounted: true });
    shop = await startShop();
    session = await workspace.openSession();
    s = ["--session", session];
    await workspace.text("debug", "start", ...s, "--name", "Save fails");
    await workspace.text("navigate", `${shop.url}/profile`, ...s);
    await workspace.text("fill", "[name=displayName]", "--value", "Ada L.", ...s);
    await workspace.text("click", "#save", ...s);
  });

  afterAll(async () => {
    await shop?.close();
    await workspace?.close();
  });

  it("answers what happened when Save was clicked", async () => {
    const { operations } = await workspace.json<ActionResults["debug/operations"]>(
      "debug",
      "operations",
      ...s,
    );
    const click = operations.find(({ method }) => method === "click");
    const { operation, evidence, requests, console } = await workspace.json<Operation>(
      "debug",
      "operation",
      click?.id ?? "none",
      ...s,
    );

    expect(operation).toMatchObject({
      source: "agent",
      state: "completed",
      target: 'button "Save"',
    });
    expect(requests.find(({ method }) => method === "POST")).toMatchObject({
      status: 422,
      relation: "window",
    });
    expect(console.map(({ level, text }) => `${level} ${text}`)).toContain("error save failed 422");
    expect(evidence.changes.added).toContain("Could not save");
    expect(evidence.fields.find(({ name }) => name === "displayName")).toMatchObject({
      before: { value: "Ada" },
      input: { value: "Ada L." },
      submitted: [{ value: "Ada L." }],
    });
  });

  it("says the same in text, short enough for a small context", async () => {
    const { operations } = await workspace.json<ActionResults["debug/operations"]>(
      "debug",
      "operations",
      ...s,
    );
    const id = operations.find(({ method }) => method === "click")?.id ?? "none";

    const text = await workspace.text("debug", "operation", id.slice(id.indexOf(":") + 1), ...s);

    for (const fact of [
      "Save",
      "POST",
      "422",
      "/api/profile",
      "name_required",
      "Ada L.",
      "Could not save",
      "save failed 422",
      "window",
    ]) {
      expect(text).toContain(fact);
    }
    expect(Buffer.byteLength(text)).toBeLessThan(2048);
    expect(text).not.toContain("initiator");
  });

  it("reads the error's code by pointer", async () => {
    const { requests } = await workspace.json<ActionResults["debug/requests"]>(
      ...["debug", "requests", "--url", "/api/profile", "--method", "POST"],
      ...s,
    );

    const text = await workspace.text(
      ...[
        "debug",
        "request",
        requests[0]?.id ?? "none",
        "--part",
        "response",
        "--pointer",
        "/error/code",
      ],
      ...s,
    );

    expect(text).toContain('"name_required"');
  });

  it("keeps a 64-bit id as it was sent", async () => {
    const { requests } = await workspace.json<ActionResults["debug/requests"]>(
      ...["debug", "requests", "--url", "/api/profile", "--method", "GET"],
      ...s,
    );

    const text = await workspace.text(
      "debug",
      "request",
      requests[0]?.id ?? "none",
      "--part",
      "response",
      ...s,
    );

    expect(text).toContain("9007199254740993123");
  });

  it("exports a document that its schema accepts and that holds every fact", async () => {
    const file = join(workspace.home, "run.json");
    await workspace.text("debug", "stop", ...s);
    await workspace.text("debug", "export", ...s, "--output", file);
    recording = JSON.parse(readFileSync(file, "utf8")) as Recording;

    expect(validateRecording(recording)).toBe(true);
    const post = recording.requests.find(({ method }) => method === "POST");
    expect(post).toMatchObject({
      status: 422,
      state: "not_read", // the page looks at the status alone
      request_body: { state: "available", text: '{"displayName":"Ada L."}' },
      response_body: { state: "available" },
    });
    expect(JSON.parse(post?.response_body.text ?? "{}")).toMatchObject({
      error: { code: "name_required" },
    });
    const click = recording.operations.find(({ method }) => method === "click");
    expect(click?.links).toContainEqual({ request_id: post?.id, relation: "window" });
    expect(recording.console.map(({ text }) => text)).toContain("save failed 422");
  });

  it("agrees with the server, request by request", () => {
    const served = shop.log
      .filter(({ path }) => path !== "/favicon.ico")
      .map(({ method, path, status }) => `${method} ${path} ${status}`);
    const recorded = recording.requests
      .filter(({ url, traffic }) => traffic === "page" && !url.endsWith("/favicon.ico"))
      .map(({ method, url, status }) => `${method} ${new URL(url).pathname} ${status}`);

    expect(recorded.sort()).toEqual(served.sort());
  });

  it("refuses to overwrite an export", async () => {
    const file = join(workspace.home, "run.json");

    const failure = await workspace.failure("debug", "export", ...s, "--output", file);

    expect(failure.code).toBe("file_exists");
  });

  it("stands in the session's history, and the profile's is for the person to open", async () => {
    const { runs, total } = await workspace.json<ActionResults["debug/history"]>(
      "debug",
      "history",
      ...s,
    );

    expect(total).toBe(1);
    expect(runs).toMatchObject([{ id: recording.run.id, state: "stopped", is_owned: true }]);
    expect(await workspace.failure("debug", "history", "--all", ...s)).toMatchObject({
      code: "history_not_allowed",
      exit_code: 1,
      hint: `bsk debug history --session ${session}`,
    });
  });

  it("pins a request of the run that has stopped", async () => {
    const post = recording.requests.find(({ method }) => method === "POST");

    const text = await workspace.text("debug", "pin", post?.id ?? "none", ...s);

    expect(text).toMatch(/1 pin\n.*POST.*pinned/);
    expect((await workspace.failure("debug", "pin", "n999", ...s)).code).toBe("request_not_found");
  });

  it("ends the session and keeps nothing of it reachable but the file that was exported", async () => {
    await workspace.text("session", "stop", session);

    const failure = await workspace.failure("debug", "requests", ...s);

    expect(failure).toMatchObject({ code: "session_not_found", exit_code: 1 });
    const file: unknown = JSON.parse(readFileSync(join(workspace.home, "run.json"), "utf8"));
    expect(file).toEqual(recording);
  });
});
