import { createServer } from "node:net";
import { join } from "node:path";
import type { ActionResults } from "@bsk/schema";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, freePort, until, Workspace } from "./harness/index.js";
import { startHostile, startShop } from "./sites/index.js";

/** Nothing may take longer than 5 s to fail; the rest is for starting a process on a busy machine. */
const LIMIT = { deadlineMs: 8_000 };

describe("bad input", () => {
  const closing: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  /** One with a browser, for the tests that need no more than a session of their own in it. */
  let driven: Workspace;
  let cdpPort = 0;
  beforeAll(async () => {
    driven = await Workspace.create();
    const { browser } = await driven.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    cdpPort = browser.cdp_port ?? 0;
  });
  afterAll(() => driven?.close());
  const sessionOf = async (made: Workspace): Promise<string> =>
    (await made.text("session", "start")).trim();

  async function workspace(): Promise<Workspace> {
    const made = await Workspace.create();
    closing.push(() => made.close());
    return made;
  }

  async function failure(
    made: Workspace,
    args: readonly string[],
  ): Promise<{ code: string; hint?: string }> {
    const { code, stdout } = await made.run([...args, "--json"], LIMIT);
    expect(code).not.toBe(0);
    const report = JSON.parse(stdout) as { code: string; hint?: string; exit_code: number };
    expect(report.exit_code).toBe(code);
    return report;
  }

  /** Types the hint as it was printed. */
  async function typed(made: Workspace, hint: string | undefined): Promise<number | null> {
    expect(hint).toMatch(/^bsk /);
    const { code } = await made.run((hint ?? "").split(" ").slice(1));
    return code;
  }

  it("says that there is no browser, with the command that starts one", async () => {
    const made = await workspace();

    const report = await failure(made, ["session", "start"]);

    expect(report.code).toBe("no_browser");
    expect(await typed(made, report.hint)).toBe(0);
    expect((await made.text("session", "start")).trim()).toMatch(/^[a-z]{4}$/);
  });

  it("names an unknown session, a wrong id, a wrong run and a wrong tab, each by its own code", async () => {
    const made = driven;
    const s = ["--session", await sessionOf(made)];

    expect((await failure(made, ["debug", "requests", "--session", "zzzz"])).code).toBe(
      "session_not_found",
    );
    const noCapture = await failure(made, ["debug", "requests", ...s]);
    expect(noCapture.code).toBe("no_capture");
    expect(await typed(made, noCapture.hint)).toBe(0);
    const noRequest = await failure(made, ["debug", "request", "n999", ...s]);
    expect(noRequest.code).toBe("request_not_found");
    expect(await typed(made, noRequest.hint)).toBe(0);
    expect((await failure(made, ["debug", "operation", "a999", ...s])).code).toBe(
      "operation_not_found",
    );
    expect(
      (await failure(made, ["debug", "requests", "--run-id", "d000000000000", ...s])).code,
    ).toBe("run_not_found");
    expect(
      (await failure(made, ["navigate", "about:blank", "--tab-id", "999999", ...s])).code,
    ).toBe("tab_not_found");
    expect((await failure(made, ["click", "#nothing", "--timeout", "300ms", ...s])).code).toBe(
      "element_not_found",
    );
    expect((await failure(made, ["click", "@e7", ...s])).code).toMatch(
      /ref_stale|element_not_found/,
    );
    expect((await failure(made, ["navigate", "file:///etc/passwd", ...s])).code).toBe(
      "url_not_allowed",
    );
    expect((await failure(made, ["debug", "requests", "--limit", "1000", ...s])).code).toBe(
      "invalid_params",
    );
    expect((await failure(made, ["debug", "requests", "--no-such-flag", ...s])).code).toBe(
      "invalid_params",
    );
  });

  it("tells a refused port from a page that answers 404", async () => {
    const made = driven;
    const shop = await startShop();
    closing.unshift(() => shop.close());
    const s = ["--session", await sessionOf(made)];

    const refused = await failure(made, [
      "navigate",
      `http://127.0.0.1:${await freePort()}/`,
      ...s,
    ]);
    const missing = await made.json<ActionResults["page/navigate"]>(
      "navigate",
      `${shop.url}/no-such-page`,
      ...s,
    );

    expect(refused.code).toBe("navigation_failed");
    expect(missing.status).toBe(404);
  });

  it("names a port that another program uses", async () => {
    const made = await workspace();
    const other = createServer().listen(made.port, "127.0.0.1");
    closing.unshift(() => new Promise((resolve) => other.close(resolve)));
    await until("the port is taken", () => other.listening);

    const report = await failure(made, ["daemon", "start"]);

    expect(report.code).toBe("port_taken");
    expect(report.hint).toMatch(/^bsk daemon start --port \d+$/);
    // Typed as it is, but for the number: on a shared machine the next port may be somebody's.
    expect(await typed(made, `bsk daemon start --port ${await freePort()}`)).toBe(0);
  });

  it("fails a command at once when the page is closed in the middle of it", async () => {
    const made = driven;
    const hostile = await startHostile();
    closing.unshift(() => hostile.close());
    const cdp = await CdpClient.connect(cdpPort);
    closing.unshift(() => cdp.close());
    const session = await sessionOf(made);
    const { tab } = await made.json<ActionResults["tab/create"]>(
      "tab",
      "create",
      "--session",
      session,
    );
    const waiting = made.run([
      "navigate",
      `${hostile.url}/hang`,
      "--timeout",
      "60s",
      "--session",
      session,
      "--json",
    ]);
    await until("the page hangs", () => hostile.log.some(({ path }) => path.startsWith("/hang")));

    await cdp.send("Target.closeTarget", { targetId: tab.target_id });

    const { code, stdout } = await waiting;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ code: "page_gone" });
    expect((await made.text("session", "list")).includes(session)).toBe(true);
  });

  it("names a browser that is gone, and goes on with a new one", async () => {
    const made = driven; // after this it has another browser
    const session = await sessionOf(made);
    await made.text("browser", "stop");

    const report = await failure(made, ["tab", "list", "--session", session]);

    expect(report.code).toMatch(
      /^(extension_disconnected|extension_not_connected|session_not_found)$/,
    );
    expect(await made.openSession()).toMatch(/^[a-z]{4}$/);
  });

  it("names a browser that is not there to start", async () => {
    const made = await workspace();
    await made.text("daemon", "start");

    const report = await failure(made, [
      "browser",
      "start",
      "--headless",
      "--chrome-path",
      join(made.home, "no-browser"),
    ]);

    expect(report.code).toBe("browser_start_failed");
  });
});
