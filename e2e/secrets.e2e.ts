import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION_ID } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CdpClient, searchFiles, until, Workspace } from "./harness/index.js";
import { startMirror, startShop } from "./sites/index.js";

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
    workspace = await Workspace.create({ isDirect: true });
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
    worker = await attachWorker(cdp);
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

    const records = await readRecords(cdp, worker);
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

async function attachWorker(cdp: CdpClient): Promise<string> {
  const { targetId } = await until("the worker is a target", async () =>
    (await cdp.targets()).find(
      ({ type, url }) => type === "service_worker" && url.includes(EXTENSION_ID),
    ),
  );
  return cdp.attach(targetId);
}

/** All that the extension keeps, as JSON. */
function readRecords(cdp: CdpClient, worker: string): Promise<string> {
  return cdp.evaluate<string>(
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
}

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
    workspace = await Workspace.create({ isDirect: true });
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

describe("a password on a page that writes it everywhere", () => {
  /** "zebra" stays readable in every writing but base64, where it is one of the other three. */
  const FILLED = `O'Brien/ü+7 zebra&"<é>`;
  const PRESSED = "qZ7wonder";
  const LEAK = /zebra|plYnJh|6ZWJyY|emVicm|wonde|d29uZG|dvbmRl|3b25kZX/i;
  let workspace: Workspace;
  let site: Awaited<ReturnType<typeof startMirror>>;
  let cdp: CdpClient;
  let profile: string;
  let first: string;
  let second: string;
  let owned: readonly string[] = [];
  const said: string[] = [];
  let exported = "";

  const say = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await workspace.run([...args, ...owned]);
    said.push(`$ ${args[0]} ${args[1] ?? ""}\n${stdout}${stderr}`);
    return stdout;
  };

  beforeAll(async () => {
    workspace = await Workspace.create({ isDirect: true });
    site = await startMirror();
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    profile = browser.profile ?? "";
    cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    const session = (await workspace.text("session", "start")).trim();
    owned = ["--session", session];
    await workspace.text("navigate", `${site.url}/mirror`, ...owned);
    const { tabs } = await workspace.json<ActionResults["tab/list"]>("tab", "list", ...owned);
    first = String(tabs[0]?.tab_id);
    const made = await workspace.json<ActionResults["tab/create"]>(
      ...["tab", "create", "--url", `${site.url}/second`, ...owned],
    );
    second = String(made.tab.tab_id);
    const onFirst = (...args: string[]) => say(...args, "--tab-id", first);
    const onSecond = (...args: string[]) => say(...args, "--tab-id", second);
    const heard = (end: string) =>
      until("the second tab has heard it", async () =>
        (await workspace.text("evaluate", "document.title", "--tab-id", second, ...owned)).includes(
          end,
        ),
      );
    await onSecond("snapshot");
    await onFirst("debug", "start");
    await onFirst("snapshot");
    await onFirst("fill", "input", "--value", FILLED);
    await heard("zebra");
    await onSecond("snapshot");
    await onSecond("get-html");
    await onSecond("console");
    await onSecond("network");
    await say("tab", "list");
    for (const verb of ["snapshot", "get-html", "console", "network"]) await onFirst(verb);
    await onFirst("click", "button");
    await onFirst("navigate-back");
    await onFirst("reload");
    await onFirst("navigate-forward");
    await onFirst("navigate", `${site.url}/mirror`);
    await onFirst("focus", "input");
    for (const key of PRESSED) await onFirst("press", key);
    await heard(PRESSED);
    for (const verb of ["snapshot", "get-html", "console", "network"]) await onFirst(verb);
    await onSecond("snapshot");
    await say("tab", "list", "--json");
    await until("the last request is recorded", async () =>
      (await say("debug", "requests", "--all", "--limit", "100")).includes("/m/"),
    );
    for (const read of ["operations", "console", "pages", "summary", "aggregate"]) {
      await say("debug", read);
    }
    const { requests } = JSON.parse(
      await say("debug", "requests", "--all", "--limit", "100", "--json"),
    ) as ActionResults["debug/requests"];
    for (const { id } of requests
      .filter(({ url }) => /[/]m[/](json|form|html)/.test(url))
      .slice(0, 4)) {
      for (const part of ["headers", "request", "response"]) {
        await say("debug", "request", id, "--part", part, "--max-chars", "16384");
      }
    }
    await say("debug", "stop");
    const file = join(workspace.home, "mirror.json");
    await workspace.text("debug", "export", "--output", file, ...owned);
    exported = readFileSync(file, "utf8");
  }, 300_000);
  afterAll(async () => {
    cdp?.close();
    await site?.close();
    await workspace?.close();
  });

  it("was really sent", () => {
    const wire = site.log.map(({ path, requestText }) => path + requestText).join("\n");
    expect(wire).toContain("zebra");
    expect(wire).toContain(PRESSED);
  });

  it("is in nothing that was printed", () => {
    expect(said.filter((text) => LEAK.test(text))).toEqual([]);
    expect(said.join("\n")).toContain("[redacted");
  });

  it("is not in the operations: no key of it is told", () => {
    const operations = said.find((text) => text.startsWith("$ debug operations")) ?? "";
    expect(operations).toContain("[redacted] in textbox");
    expect(operations).not.toMatch(/press "?[a-z\d] in/i);
  });

  it("is not in the export, nor in what the extension keeps", async () => {
    expect(exported).toContain("/m/json");
    expect(exported).not.toMatch(LEAK);
    const records = await readRecords(cdp, await attachWorker(cdp));
    expect(records).toContain("/m/json");
    expect(records).not.toMatch(LEAK);
    expect(search(join(profile, "Default", "IndexedDB"), ["zebra", "wonde"])).toEqual([]);
  });
});
