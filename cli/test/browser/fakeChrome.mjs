// A browser without a browser: answers the debugging pipe, and plays the extension that it "loads".
// FAKE_CHROME says what goes wrong: dies, wrong_id, silent, wrong_secret, deaf.
import { createHmac, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXTENSION_ID, PROTOCOL, proofText } from "@bsk/core";
import { WebSocket } from "ws";

const fault = process.env.FAKE_CHROME ?? "";
const flag = (name) =>
  process.argv.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
const profile = flag("--user-data-dir");

if (fault === "dies") {
  console.error("first line\nMissing X server or $DISPLAY");
  process.exit(1);
}

writeFileSync(join(profile, "argv.json"), JSON.stringify(process.argv.slice(2)));
const port = flag("--remote-debugging-port");
if (port !== undefined)
  writeFileSync(join(profile, "DevToolsActivePort"), "4242\n/devtools/browser/x");

const outgoing = createWriteStream("", { fd: 4 });
const incoming = createReadStream("", { fd: 3, encoding: "utf8" });
let held = "";
incoming.on("data", (text) => {
  const parts = (held + text).split("\0");
  held = parts.pop();
  for (const part of parts) answer(JSON.parse(part));
});
// A real browser ends with its pipe, too.
incoming.on("end", () => process.exit(0));

function answer({ id, method, params }) {
  const reply = (result) => outgoing.write(`${JSON.stringify({ id, result })}\0`);
  if (method === "Browser.getVersion") reply({ product: "Fake/1" });
  if (method === "Extensions.loadUnpacked") {
    reply({ id: fault === "wrong_id" ? "a".repeat(32) : EXTENSION_ID });
    if (fault !== "silent") connect(params.path);
  }
  if (method === "Browser.close" && fault !== "deaf") {
    reply({});
    process.exit(0);
  }
}

function connect(folder) {
  const pairing = JSON.parse(readFileSync(join(folder, "pairing.json"), "utf8"));
  const origin = `chrome-extension://${EXTENSION_ID}`;
  const socket = new WebSocket(`ws://127.0.0.1:${pairing.port}/extension`, { origin });
  const nonce = randomBytes(32).toString("hex");
  const { instance_id, secret } = pairing;
  const send = (frame) => socket.send(JSON.stringify(frame));
  socket.on("open", () =>
    send({
      type: "hello",
      protocol: PROTOCOL,
      instance_id,
      nonce,
      version: "1",
      build: "fake",
      product: "Fake/1",
    }),
  );
  socket.on("message", (data) => {
    const frame = JSON.parse(String(data));
    if (frame.type === "challenge") {
      const parts = {
        origin,
        instanceId: instance_id,
        clientNonce: nonce,
        serverNonce: frame.nonce,
      };
      const key = Buffer.from(fault === "wrong_secret" ? "00".repeat(32) : secret, "hex");
      send({
        type: "proof",
        proof: createHmac("sha256", key).update(proofText("extension", parts)).digest("hex"),
      });
    } else if (frame.method === "session/open") {
      send({ jsonrpc: "2.0", id: frame.id, result: { window_id: 1, tab_id: 2 } });
    } else if (frame.id !== undefined) {
      send({ jsonrpc: "2.0", id: frame.id, result: {} });
    }
  });
  socket.on("error", () => {});
  socket.on("close", () => setTimeout(() => connect(folder), 100));
}
