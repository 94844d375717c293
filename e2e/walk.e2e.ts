import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

/** A wait answers a cancel within 250 ms; the process that waited has its own end to come to. */
const WITH_EXIT_MS = 1000;

/** The walk that the floor gives as its example, from `session start` to `session stop`, one command each. */
describe("the walk by hand", () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;

  beforeAll(async () => {
    workspace = await Workspace.create();
    shop = await startShop();
    await workspace.text("browser", "start", "--headless");
  });

  afterAll(async () => {
    await shop?.close();
    await workspace?.close();
  });

  it("works with short ids, text in and text out", async () => {
    const bsk = (line: string): Promise<string> => workspace.text(...line.split(" "));
    const session = (await bsk("session start")).trim();
    expect(session).toMatch(/^[a-z]{4}$/);
    await workspace.text("debug", "start", "--session", session, "--name", "Save fails");
    await bsk(`navigate ${shop.url}/profile --session ${session}`);
    const tree = await bsk(`snapshot --session ${session}`);
    const refOf = (name: string): string =>
      /@e\d+/.exec(tree.split("\n").find((line) => line.includes(name)) ?? "")?.[0] ?? tree;
    await workspace.text(
      "fill",
      refOf('textbox "Display name"'),
      "--value",
      "Bob",
      "--session",
      session,
    );
    await bsk(`click ${refOf('button "Save"')} --session ${session}`);

    const operations = await bsk(`debug operations --session ${session}`);
    const operation = /^(a\d+)\b.*click/m.exec(operations)?.[1] ?? operations;
    const story = await bsk(`debug operation ${operation} --session ${session}`);
    const request = /\b(n\d+)\s+POST/.exec(story)?.[1] ?? story;
    expect(await bsk(`debug request ${request} --session ${session} --part response`)).toContain(
      "name_required",
    );
    expect(
      await bsk(
        `debug request ${request} --session ${session} --part response --pointer /error/code`,
      ),
    ).toContain("name_required");
    expect(await bsk(`debug request ${request} --session ${session} --part headers`)).toContain(
      "content-type",
    );
    expect(await bsk(`debug console --session ${session}`)).toContain("save failed 422");
    expect(await bsk(`debug pages --session ${session}`)).toContain("/profile");
    await bsk(`debug stop --session ${session}`);
    await bsk(`debug export --session ${session} --output website-debug.json`);
    expect(
      JSON.parse(readFileSync(join(workspace.home, "website-debug.json"), "utf8")),
    ).toMatchObject({
      version: 1,
    });
    await bsk(`session stop ${session}`);
    expect(await bsk("session list")).not.toContain(session);
  });

  it("finds in a run what was looked for, by time, by text and by waiting", async () => {
    const session = (await workspace.text("session", "start")).trim();
    const s = ["--session", session];
    const debug = (...args: string[]): Promise<string> => workspace.text("debug", ...args, ...s);
    await debug("start");
    await workspace.text("navigate", `${shop.url}/profile`, ...s);
    await workspace.text("fill", "[name=displayName]", "--value", "Grace H.", ...s);

    // Waiting holds nobody up: the click that it waits for is a command of the same session.
    const waiting = debug("wait-for", "--url", "/api/profile", "--method", "POST");
    await workspace.text("click", "#save", ...s);
    const came = await waiting;
    expect(came).toMatch(/^n\d+ +POST +422 /m);
    const post = /^(n\d+) +POST/m.exec(came)?.[1] ?? came;
    expect(await debug("wait-for", "--method", "POST", "--status", "422")).toContain(
      "it was there already",
    );
    const late = ["debug", "wait-for", "--url", "/api/profile", "--status", "204"];
    const failure = await workspace.failure(...late, "--timeout", "300ms", ...s);
    expect(failure).toMatchObject({ code: "wait_timeout", exit_code: 4 });
    expect(failure.message).toContain(`${post} 422`);
    const other = await workspace.failure("debug", "wait-for", "--operation", "a99", ...s);
    expect(other.code).toBe("operation_not_found");

    const timeline = await debug("timeline");
    const places = ["navigate", "fill", "click", "POST 422", "save failed 422"].map((fact) =>
      timeline.indexOf(fact),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, next) => one - next));
    const click = /(a\d+) +click/.exec(timeline)?.[1] ?? timeline;
    const ofClick = await debug("timeline", "--operation", click, "--ends");
    expect(ofClick).toContain(`${post} `);
    expect(ofClick).not.toContain("fill");
    const first = await debug("timeline", "--limit", "2");
    expect(await workspace.text(...next(first))).toMatch(/^ *\+\d+ms/m);

    const found = await debug("search", "NAME_REQUIRED", "--in", "body");
    expect(found).toContain("«name_required»");
    expect(await workspace.text(...next(found))).toContain('name_required","message"');
    expect(await debug("search", 'code":\\s*"name_\\w+', "--regex")).toContain("1 match");
    expect(await debug("search", "Grace H.")).toMatch(/request body at \d+/);
    const broken = await workspace.failure("debug", "search", "a(?=b", "--regex", ...s);
    expect(broken.code).toBe("invalid_pattern");

    const summary = await debug("summary");
    for (const fact of ["requests", "complete", "http errors 1", `${post} POST 422`, "near 1"])
      expect(summary).toContain(fact);
    expect(Buffer.byteLength(summary)).toBeLessThan(1536);
    const operation = await debug("operation", click);
    for (const fact of [
      '"Grace H."',
      `submitted /displayName "Grace H." (${post})`,
      'body {"error":{"code":"name_required","message":"name is required"}}',
      'error "save failed 422"',
      '+ "Could not save"',
      "gaps ",
      "next: bsk debug request",
    ])
      expect(operation).toContain(fact);
    expect(Buffer.byteLength(operation)).toBeLessThan(2048);

    const password = `Tr0ub4dor-${session}-x9`;
    await workspace.text("navigate", `${shop.url}/login`, ...s);
    await workspace.text("fill", "[name=username]", "--value", "grace", ...s);
    await workspace.text("fill", "[name=password]", "--value", password, ...s);
    await workspace.text("click", "button", ...s);
    await debug("wait-for", "--url", "/api/login", "--status", "200");
    expect(await debug("search", password)).toContain("0 matches");
    expect(await debug("search", shop.secrets.bearer)).toContain("0 matches");
    expect(await debug("search", "[redacted:", "--in", "body")).toContain("/api/login");
    expect(readFileSync(join(workspace.home, "daemon.log"), "utf8")).not.toContain(password);

    // Ctrl-C ends a wait at once; the end of the capture does, too, and is its own answer.
    const abort = new AbortController();
    let abortedAt = 0;
    const cancelled = await workspace.run(["debug", "wait-for", "--url", "/never", "-v", ...s], {
      signal: abort.signal,
      onOutput: (text) => {
        if (!text.includes("connect")) return;
        abortedAt = performance.now();
        abort.abort();
      },
    });
    expect(performance.now() - abortedAt).toBeLessThan(WITH_EXIT_MS);
    expect(cancelled.code).not.toBe(0);
    const ended = workspace.failure("debug", "wait-for", "--url", "/never", ...s);
    await debug("stop");
    expect((await ended).code).toBe("capture_ended");
    await workspace.text("session", "stop", session);
  });

  /** The command that an answer names as the next. */
  function next(answer: string): string[] {
    const [, command = ""] = /next: bsk (.*)$/m.exec(answer) ?? [];
    return command.split(" ");
  }
});
