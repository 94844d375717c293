import { createECDH } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ActionResults } from "@bsk/schema";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { OwnBrowser, type OwnPage, ROOT, until, Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

type Listed = ActionResults["browser/list"]["browsers"];

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Person {
  readonly workspace: Workspace;
  readonly browser: OwnBrowser;
  readonly popup: OwnPage;
  readonly popupUrl: string;
}

async function person(folder?: string): Promise<Person> {
  const workspace = await Workspace.create();
  closing.push(() => workspace.close());
  const { browser, extensionId } = await OwnBrowser.start(folder);
  closing.push(() => browser.close());
  const popupUrl = `chrome-extension://${extensionId}/popup.html`;
  return { workspace, browser, popup: await browser.open(popupUrl), popupUrl };
}

interface PairCommand {
  /** As it is printed. */
  readonly code: string;
  readonly result: Promise<{
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
  readonly stop: () => void;
}

/** `bsk pair`, up to the line with the code. */
async function pairCommand(workspace: Workspace, ...args: string[]): Promise<PairCommand> {
  const controller = new AbortController();
  let printed = "";
  const result = workspace.run(["pair", ...args], {
    deadlineMs: 90_000,
    signal: controller.signal,
    onOutput: (text) => {
      printed += text;
    },
  });
  closing.push(async () => {
    controller.abort();
    await result;
  });
  const code = await until("the code is printed", () => /^code (\S+)/m.exec(printed)?.[1]);
  return { code, result, stop: () => controller.abort() };
}

async function typeCode(page: OwnPage, code: string, port: number): Promise<void> {
  await page.type("#port", String(port));
  await page.type("#code", code);
  await page.click("#pair-button");
}

function listed(workspace: Workspace): Promise<Listed> {
  return workspace
    .json<ActionResults["browser/list"]>("browser", "list")
    .then(({ browsers }) => browsers);
}

/** Wrong codes, as the daemon counted them. */
function refusals({ home }: Workspace): number {
  const log = readFileSync(join(home, "daemon.log"), "utf8");
  return log.split("pairing turned away: a wrong code").length - 1;
}

/** How an upgrade of a WebSocket is answered. */
function upgrade(port: number, path: string, origin: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { origin });
    socket.on("open", () => {
      socket.terminate();
      resolve("open");
    });
    socket.on("unexpected-response", (_request, response) => {
      resolve(String(response.statusCode));
      socket.terminate();
    });
    socket.on("error", () => resolve("error"));
  });
}

/** Another extension: the same code under another key, hence another id. */
function otherExtension(): string {
  const folder = mkdtempSync(join(tmpdir(), "bsk-other-"));
  closing.push(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(ROOT, "extension", "dist", "unpacked"), folder, { recursive: true });
  const file = join(folder, "manifest.json");
  const { key: _key, ...manifest } = JSON.parse(readFileSync(file, "utf8")) as { key: string };
  writeFileSync(file, JSON.stringify(manifest));
  return folder;
}

describe("a person's own browser", () => {
  it("is paired by typing the printed code, and then driven like any other", async () => {
    const { workspace, popup } = await person();
    const shop = await startShop();
    closing.push(() => shop.close());
    const pairing = await pairCommand(workspace, "--name", "mine");
    const typed = pairing.code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l");

    await typeCode(popup, typed, workspace.port);
    const { code, stdout } = await pairing.result;

    expect(code).toBe(0);
    expect(pairing.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(stdout).toContain("paired");
    expect(await listed(workspace)).toMatchObject([
      { name: "mine", kind: "user", state: "connected" },
    ]);
    const session = (await workspace.text("session", "start")).trim();
    const s = ["--session", session];
    await workspace.text("debug", "start", ...s);
    await workspace.text("navigate", `${shop.url}/profile`, ...s);
    const { run } = await workspace.json<ActionResults["debug/stop"]>("debug", "stop", ...s);
    expect(run.counts.requests).toBeGreaterThan(0);
    await workspace.text("session", "stop", session);

    // The secret and the code are nowhere that anybody reads.
    const secrets = JSON.parse(readFileSync(join(workspace.home, "browsers.json"), "utf8")) as {
      secret: string;
    }[];
    const log = readFileSync(join(workspace.home, "daemon.log"), "utf8");
    for (const text of [secrets[0]?.secret ?? "none", pairing.code, pairing.code.replace("-", "")])
      expect(log).not.toContain(text);
  });

  it("finds its daemon again, and is forgotten by either side", async () => {
    const { workspace, popup } = await person();
    const first = await pairCommand(workspace);
    await typeCode(popup, first.code, workspace.port);
    expect((await first.result).code).toBe(0);
    await workspace.text("daemon", "stop");
    await workspace.text("daemon", "start");
    await until("it is connected again", async () =>
      (await listed(workspace)).some(({ state }) => state === "connected"),
    );

    await popup.click("#unpair");
    await until("the daemon has forgotten it", async () => (await listed(workspace)).length === 0);
    await until("the popup offers to pair", async () =>
      (await popup.text()).includes("Not paired"),
    );

    const second = await pairCommand(workspace, "--name", "again");
    await typeCode(popup, second.code, workspace.port);
    expect((await second.result).code).toBe(0);
    await workspace.text("browser", "forget", "again");
    expect(await listed(workspace)).toEqual([]);
    const failure = await workspace.failure("session", "start");
    expect(failure.code).toBe("no_browser");
    await until("the extension knows", async () => (await popup.text()).includes("Not paired"));
  });

  it("is not paired by a wrong code; five of them burn the right one", async () => {
    const { workspace, popup } = await person();
    const pairing = await pairCommand(workspace);
    const wrong = pairing.code.startsWith("0") ? "11111-11111" : "00000-00000";

    for (let n = 1; n <= 5; n++) {
      await typeCode(popup, wrong, workspace.port);
      await until(`try ${n} was refused`, () => refusals(workspace) === n);
      await until(`the popup says so`, async () => (await popup.text()).includes("not the code"));
    }
    const { code, stderr } = await pairing.result;

    expect(code).toBe(1);
    expect(stderr).toContain("5 wrong codes");
    await typeCode(popup, pairing.code, workspace.port);
    await until("the right code is worth nothing now", async () =>
      (await popup.text()).includes(`no bsk pair waits on port ${workspace.port}`),
    );
    expect(await listed(workspace)).toEqual([]);
  });

  it("leaves path /pair to extensions, and only while a command waits", async () => {
    const workspace = await Workspace.create();
    closing.push(() => workspace.close());
    await workspace.text("daemon", "start");
    const other = `chrome-extension://${"abcdefghijklmnop".repeat(2)}`;

    expect(await upgrade(workspace.port, "/pair", other)).toBe("403");
    const pairing = await pairCommand(workspace);
    expect(await upgrade(workspace.port, "/pair", other)).toBe("open");
    for (const origin of ["http://evil.test", "https://evil.test", "null"]) {
      expect(await upgrade(workspace.port, "/pair", origin)).toBe("403");
    }
    expect(await upgrade(workspace.port, "/extension", other)).toBe("403");
    pairing.stop();
    const { code } = await pairing.result;

    expect(code).toBe(2);
    await until(
      "the path is closed again",
      async () => (await upgrade(workspace.port, "/pair", other)) === "403",
    );
  });

  it("keeps another extension out once it is paired", async () => {
    const { workspace, popup } = await person();
    const pairing = await pairCommand(workspace);
    await typeCode(popup, pairing.code, workspace.port);
    await pairing.result;
    const { browser, extensionId } = await OwnBrowser.start(otherExtension());
    closing.push(() => browser.close());
    const stranger = await browser.open(`chrome-extension://${extensionId}/popup.html`);

    await typeCode(stranger, pairing.code, workspace.port);
    await until("the stranger is refused", async () =>
      (await stranger.text()).includes("no bsk pair waits"),
    );
    const answer = await stranger.value<string>(
      `new Promise((resolve) => {
        const socket = new WebSocket("ws://127.0.0.1:${workspace.port}/extension");
        socket.onopen = () => resolve("open");
        socket.onerror = () => resolve("refused");
      })`,
    );

    expect(extensionId).not.toBe("jbpmglmkbjjeiaiaddnadcnbighgbidm");
    expect(answer).toBe("refused");
    expect(await listed(workspace)).toHaveLength(1);
  });

  it("does not believe a program that took the port and cannot know the code", async () => {
    const { popup } = await person();
    const frames: string[] = [];
    const impostor = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    await new Promise((resolve) => impostor.once("listening", resolve));
    closing.push(() => impostor.close());
    impostor.on("connection", (socket) => {
      socket.on("message", (data) => {
        const frame = JSON.parse(String(data)) as { type: string; proof?: string };
        frames.push(frame.type);
        const key = createECDH("prime256v1").generateKeys("hex", "uncompressed");
        const offer = {
          type: "pair_offer",
          protocol: "1.0",
          public_key: key,
          nonce: "ab".repeat(32),
        };
        // It can only send back what it got.
        const accept = { type: "pair_accept", proof: frame.proof };
        socket.send(JSON.stringify(frame.type === "pair_hello" ? offer : accept));
      });
    });
    const address = impostor.address();
    const port = typeof address === "object" && address ? address.port : 0;

    await typeCode(popup, "ABCDE-FGH12", port);
    await until("it is refused", async () =>
      (await popup.text()).includes("the program on that port did not print this code"),
    );

    expect(frames).toEqual(["pair_hello", "pair_confirm"]);
    const stored = await popup.value<object>("chrome.storage.local.get('pairing')");
    expect(stored).toEqual({});
  });
});
