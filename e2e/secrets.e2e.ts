import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION_ID } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, searchFiles, until, Workspace } from "./harness/index.js";
import { startShop } from "./sites/index.js";

const PASSWORD = "hunter2-Zx81-canary-pw";
const DATABASE = "bsk-evidence";

describe("secrets of a login", () => {
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let cdp: CdpClient;
  let worker: string;
  let profile: string;
  let secrets: readonly string[];
  let exported: string;
  let printed = "";
  let session: string;

  const text = async (...args: string[]): Promise<string> => {
    const out = await workspace.text(...args, "--session", session);
    printed += out;
    return out;
  };

  beforeAll(async () => {
    workspace = await Workspace.create();
    shop = await startShop();
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    profile = browser.profile ?? "";
    cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    session = (await workspace.text("session", "start")).trim();
    await text("debug", "start", "--name", "Login");
    await text("navigate", `${shop.url}/login`);
    await text("fill", "[name=username]", "--value", "ada");
    await text("fill", "[name=password]", "--value", PASSWORD);
    await text("snapshot");
    await text("click", "button");
    await until("the login went through", async () =>
      (await text("debug", "requests", "--all", "--limit", "100")).includes("/api/profile"),
    );
    await text("navigate", `${shop.url}/list`);
    await until("the list is loaded", async () =>
      (await text("evaluate", "document.querySelector('#status').textContent")).includes(
        "All loaded",
      ),
    );
    await text("snapshot");
    for (const read of ["requests", "operations", "console", "pages", "summary", "aggregate"]) {
      await text("debug", read);
    }
    const { requests } = JSON.parse(
      await text("debug", "requests", "--json", "--limit", "100"),
    ) as ActionResults["debug/requests"];
    const login = requests.filter(({ url }) => /login$|\/r\/1$|large$/.test(url));
    for (const { id } of login) {
      for (const part of ["headers", "request", "response"]) {
        await text("debug", "request", id, "--part", part, "--max-chars", "16384");
      }
    }
    const { operations } = JSON.parse(
      await text("debug", "operations", "--json"),
    ) as ActionResults["debug/operations"];
    for (const { id } of operations) await text("debug", "operation", id);
    const file = join(workspace.home, "secrets.json");
    await text("debug", "stop");
    await text("debug", "export", "--output", file);
    exported = readFileSync(file, "utf8");
    secrets = [PASSWORD, ...Object.values(shop.secrets)];
    const { targetId } = await until("the worker is a target", async () =>
      (await cdp.targets()).find(
        ({ type, url }) => type === "service_worker" && url.includes(EXTENSION_ID),
      ),
    );
    worker = await cdp.attach(targetId);
  });

  afterAll(async () => {
    cdp?.close();
    await shop?.close();
    await workspace?.close();
  });

  it("were really sent", () => {
    const wire = shop.log
      .map((record) =>
        JSON.stringify([
          record.headers,
          record.requestText,
          record.responseHeaders,
          record.responseText,
        ]),
      )
      .join("\n");

    for (const secret of secrets) expect(wire).toContain(secret);
  });

  it("are not in the export, which holds the exchange", () => {
    for (const secret of secrets) expect(exported).not.toContain(secret);
    expect(exported).toContain("/api/login");
    expect(exported).toContain("[redacted:");
    expect(exported).toContain("shop_session");
  });

  it("are not in anything that was printed", () => {
    for (const secret of secrets) expect(printed).not.toContain(secret);
  });

  it("are not in the extension's storage: bytes on disk and every record read back", async () => {
    const controls = ["bsk-control-latin", "bsk-control-wide-ä€", "bsk-control-large"];
    await cdp.evaluate(
      worker,
      `(async () => {
        const open = indexedDB.open("control", 1);
        open.onupgradeneeded = () => open.result.createObjectStore("kept");
        const db = await new Promise((ok, no) => { open.onsuccess = () => ok(open.result); open.onerror = no; });
        const tx = db.transaction("kept", "readwrite", { durability: "strict" });
        tx.objectStore("kept").put(${JSON.stringify(controls[0])}, 1);
        tx.objectStore("kept").put(${JSON.stringify(controls[1])}, 2);
        tx.objectStore("kept").put({ text: "x".repeat(100 * 1024) + ${JSON.stringify(controls[2])} }, 3);
        await new Promise((ok, no) => { tx.oncomplete = ok; tx.onerror = no; });
        db.close();
      })()`,
    );
    const storage = [
      "IndexedDB",
      "Local Extension Settings",
      "Sync Extension Settings",
      "Extension State",
    ].map((name) => join(profile, "Default", name));

    const found = storage.flatMap((folder) => search(folder, controls));
    for (const control of controls) expect(found.join("\n")).toContain(control);
    expect(storage.flatMap((folder) => search(folder, secrets))).toEqual([]);

    const records = await cdp.evaluate<string>(
      worker,
      `(async () => {
        const open = indexedDB.open(${JSON.stringify(DATABASE)});
        const db = await new Promise((ok, no) => { open.onsuccess = () => ok(open.result); open.onerror = no; });
        const all = [];
        for (const name of db.objectStoreNames) {
          const request = db.transaction(name).objectStore(name).getAll();
          all.push(...await new Promise((ok, no) => { request.onsuccess = () => ok(request.result); request.onerror = no; }));
        }
        db.close();
        all.push(await chrome.storage.local.get(null), await chrome.storage.session.get(null));
        return JSON.stringify(all);
      })()`,
    );
    expect(records).toContain("/api/login");
    for (const secret of secrets) expect(records).not.toContain(secret);
  });

  it("are not in BSK_HOME outside the browser's own profile files, and the search can find", () => {
    writeFileSync(join(workspace.home, "control.txt"), Buffer.from("bsk-home-control", "utf16le"));

    const hits = searchFiles(workspace.home, [...secrets, "bsk-home-control"]).filter(
      (hit) => !hit.startsWith(profile),
    );

    expect(hits).toHaveLength(1);
    expect(hits[0]).toContain("bsk-home-control (UTF-16LE)");
  });
});

function search(folder: string, texts: readonly string[]): string[] {
  try {
    return searchFiles(folder, texts);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

describe("a password that was typed before anything recorded", () => {
  const SHORT_ID = "Zx81 horse battery";
  let workspace: Workspace;
  let shop: Awaited<ReturnType<typeof startShop>>;
  let session: string;
  const text = (...args: string[]) => workspace.text(...args, "--session", session);

  beforeAll(async () => {
    workspace = await Workspace.create();
    shop = await startShop();
    session = await workspace.openSession();
    await text("navigate", `${shop.url}/login`);
    await text("fill", "[name=password]", "--value", SHORT_ID);
  });
  afterAll(async () => {
    await shop?.close();
    await workspace?.close();
  });

  /** The page says it, and sends it, under a name that tells nothing. */
  const say = (name: string) =>
    text(
      "evaluate",
      `{ const { value } = document.querySelector('[name=password]');
        console.log('${name}', value); void fetch('/${name}?note=' + encodeURIComponent(value)); 1 }`,
    );

  it("is in no row of console and network", async () => {
    await say("early");

    const rows = await until("both rows are there", async () => {
      const said = (await text("console")) + (await text("network"));
      return said.includes("early [") && said.includes("/early?note=") ? said : undefined;
    });
    expect(rows).not.toMatch(/horse|battery/);
    expect(shop.log.some(({ path }) => path.includes("horse"))).toBe(true);
  });

  it("is in no record of a capture that starts afterwards", async () => {
    await text("debug", "start");
    await say("later");
    await until("the request is recorded", async () =>
      (await text("debug", "requests")).includes("/later"),
    );
    const kept =
      (await text("debug", "console")) +
      (await text("debug", "requests", "--json")) +
      (await text("debug", "stop"));

    expect(kept).toContain("later [redacted:secret_field]");
    expect(kept).not.toMatch(/horse|battery/);
  });
});
