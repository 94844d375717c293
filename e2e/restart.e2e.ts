import type { ActionResults } from "@bsk/schema";
import { afterEach, describe, expect, it } from "vitest";
import { CdpClient, ExtensionPage, freePort, isAlive, until, Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

/** The browser may end the extension's worker at any moment; what it had recorded is on disk. */
describe("a run whose worker was killed", () => {
  const closing: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("is interrupted, says so, and is read again by its session", async () => {
    const workspace = await Workspace.create();
    const shop = await startShop();
    closing.push(
      () => workspace.close(),
      () => shop.close(),
    );
    const port = await freePort();
    await workspace.text("browser", "start", "--headless", "--cdp-port", String(port));
    const s = ["--session", (await workspace.text("session", "start")).trim()];
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${shop.url}/profile`, ...s);
    const before = await workspace.json<ActionResults["debug/requests"]>("debug", "requests", ...s);
    await until("all of it is on disk", async () => {
      const { runs } = await workspace.json<ActionResults["debug/status"]>("debug", "status", ...s);
      return (runs[0]?.durable_sequence ?? 0) >= before.next_since;
    });

    await killWorker(port, closing);

    const after = await until(
      "the next worker gives the run",
      async () => {
        const { code, stdout } = await workspace.run(["debug", "requests", ...s, "--json"]);
        return code === 0 ? (JSON.parse(stdout) as ActionResults["debug/requests"]) : undefined;
      },
      { deadlineMs: 60_000, everyMs: 500 },
    );
    expect(after.run).toMatchObject({ state: "interrupted", stop_reason: "worker_restarted" });
    expect(after.run.coverage.map(({ flag }) => flag)).toContain("interrupted_checkpoint");
    const ids = new Set(after.requests.map(({ id }) => id));
    expect(before.requests.filter(({ id }) => !ids.has(id))).toEqual([]);
    // The session itself goes on.
    await workspace.text("debug", "start", ...s);
  });
});

/** The profile stays, with what is on its disk; nothing in it had time to end. */
describe("a run whose browser was killed", () => {
  const closing: (() => Promise<unknown> | unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("is interrupted by the browser's restart, with all that its durable sequence covered", async () => {
    const workspace = await Workspace.create();
    const shop = await startShop();
    closing.push(
      () => workspace.close(),
      () => shop.close(),
    );
    const port = await freePort();
    const start = ["browser", "start", "--headless", "--cdp-port", String(port)];
    const { browser } = await workspace.json<ActionResults["browser/start"]>(...start);
    const s = ["--session", (await workspace.text("session", "start")).trim()];
    const { run } = await workspace.json<ActionResults["debug/start"]>("debug", "start", ...s);
    await workspace.text("navigate", `${shop.url}/profile`, ...s);
    // It is in the middle of it: requests come and go as the browser dies.
    await workspace.text("evaluate", "void setInterval(() => fetch('/api/profile'), 20)", ...s);
    const list = ["debug", "requests", "--limit", "100", "--budget", "262144", ...s];
    const before = await until("there is much of it", async () => {
      const found = await workspace.json<ActionResults["debug/requests"]>(...list);
      return found.requests.length > 20 && found;
    });
    const { runs } = await workspace.json<ActionResults["debug/status"]>("debug", "status", ...s);
    const durable = runs[0]?.durable_sequence ?? 0;

    process.kill(browser.pid ?? 0, "SIGKILL");
    await until("the browser is gone", async () => {
      const { browsers } = await workspace.json<ActionResults["browser/list"]>("browser", "list");
      return (browsers.length === 0 && !isAlive(browser.pid ?? 0)) || undefined;
    });
    const { warnings } = await workspace.json<ActionResults["browser/start"]>(...start);
    expect(warnings.join(" ")).toContain("took up its profile");

    const cdp = await CdpClient.connect(port);
    closing.unshift(() => cdp.close());
    const page = await ExtensionPage.open(cdp, `panel.html?run=${run.id}`);
    await page.reads("Interrupted: the browser restarted");
    expect(await page.text()).not.toContain("Recording");
    const saved =
      await page.evaluate<readonly { id: string; sequence: number; state: string }[]>(SAVED);
    const covered = before.requests.filter(({ sequence }) => sequence <= durable);
    expect(covered.length).toBeGreaterThan(10);
    const sequences = new Map(saved.map(({ id, sequence }) => [id, sequence]));
    expect(covered.filter(({ id, sequence }) => (sequences.get(id) ?? 0) < sequence)).toEqual([]);
    expect(saved.filter(({ state }) => state === "pending" || state === "open")).toEqual([]);
  });
});

/** The requests in the extension's database. */
const SAVED = `new Promise((done, failed) => {
  const opening = indexedDB.open("bsk-evidence");
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction("records").objectStore("records").getAll();
    reading.onsuccess = () => done(reading.result.filter(({ record }) => record === "request"));
    reading.onerror = () => failed(reading.error);
  };
})`;

async function killWorker(
  port: number,
  closing: (() => Promise<unknown> | unknown)[],
): Promise<void> {
  const cdp = await CdpClient.connect(port);
  closing.unshift(() => cdp.close());
  const worker = (await cdp.targets()).find(({ type, url }) =>
    type === "service_worker" ? url.endsWith("/background.js") : false,
  );
  await cdp.send("Target.closeTarget", { targetId: worker?.targetId ?? "" });
}
