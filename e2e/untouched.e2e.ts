import { createServer, type Server } from "node:http";
import type { ActionResults } from "@bsk/schema";
import { afterEach, describe, expect, it } from "vitest";
import { CdpClient, ExtensionPage, until, Workspace } from "./harness/index.js";

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["/worker.js", "fetch('/seen-worker').then(() => postMessage('worker'))"],
  ["/module.js", "postMessage('module')"],
  ["/outer.js", "const w = new Worker('/nested.js'); w.onmessage = (e) => postMessage(e.data)"],
  ["/nested.js", "postMessage('nested')"],
  ["/shared.js", "onconnect = (e) => e.ports[0].postMessage('shared')"],
  ["/service.js", "addEventListener('activate', (e) => e.waitUntil(clients.claim()))"],
]);

const PAGE = `<!doctype html><title>workers</title><p id="said"></p><script>
const said = (name) => { document.getElementById("said").textContent += name + " "; };
const listen = (worker) => { worker.onmessage = (event) => said(event.data); };
listen(new Worker(URL.createObjectURL(new Blob(["postMessage('blob')"]))));
listen(new Worker("/worker.js"));
listen(new Worker("/module.js", { type: "module" }));
listen(new Worker("/outer.js"));
listen(new SharedWorker("/shared.js").port);
new EventSource("/events").onmessage = ({ data }) => said(data);
const aborting = new AbortController();
fetch("/events", aborting).then((response) => response.text()).catch(() => said("aborted"));
setTimeout(() => aborting.abort(), 50);
navigator.serviceWorker.register("/service.js").then(() => said("service"));
</script>`;

describe("a tab beside those that are driven", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("is not attached while no session drives it", async () => {
    const url = await serve(closing);
    const workspace = await Workspace.create({ isDirect: true });
    closing.unshift(() => workspace.close());
    const { browser } = await workspace.json<ActionResults["browser/start"]>(
      ...["browser", "start", "--headless", "--cdp-port", "0"],
    );
    const cdp = await CdpClient.connect(browser.cdp_port ?? 0);
    closing.unshift(async () => cdp.close());
    await cdp.send("Target.createTarget", { url: `${url}?beside` });
    const s = ["--session", (await workspace.text("session", "start")).trim()];
    const page = await ExtensionPage.open(cdp, "popup.html");
    const attached = async (): Promise<readonly string[]> =>
      page.evaluate<string[]>(`chrome.debugger.getTargets().then((targets) => targets
        .filter(({ type, attached, url }) => type === "page" && attached && url.startsWith("http"))
        .map(({ url }) => new URL(url).search))`);

    await workspace.text("navigate", `${url}?driven`, ...s);
    expect(await attached()).toEqual(["?driven"]);
    await workspace.text("debug", "start", ...s);
    await workspace.text("click", "body", ...s);
    expect(await attached()).toEqual(["?driven"]);
    await workspace.text("session", "stop", s[1] ?? "");
    await until("nothing is attached", async () => (await attached()).length === 0);
  });
});

/** Whether bsk drives or records it, a page does what it does without. */
describe("a page with workers of every kind", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  it("has all of them running, driven alone, recorded and after a recording", async () => {
    const url = await serve(closing);
    const workspace = await Workspace.create({ isDirect: true });
    closing.unshift(() => workspace.close());
    const s = ["--session", await workspace.openSession()];
    const allRun = async (): Promise<void> => {
      await workspace.text("navigate", url, ...s);
      await until("every worker has spoken", async () => {
        const said = await workspace.text(
          "evaluate",
          "document.getElementById('said').textContent",
          ...s,
        );
        return [
          "blob",
          "worker",
          "module",
          "nested",
          "shared",
          "service",
          "event",
          "aborted",
        ].every((name) => said.includes(name));
      });
    };

    await allRun();
    await workspace.text("debug", "start", ...s);
    await allRun();

    const { code } = await workspace.run(["debug", "stop", ...s]);
    expect(code).toBe(0);
    await allRun();
  });
});

async function serve(closing: (() => Promise<unknown>)[]): Promise<string> {
  const server: Server = createServer((request, response) => {
    if (request.url === "/events") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: event\n\n");
      return;
    }
    const script = SCRIPTS.get(request.url ?? "");
    response.writeHead(200, {
      "content-type": script === undefined ? "text/html" : "text/javascript",
    });
    response.end(script ?? PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`;
}
