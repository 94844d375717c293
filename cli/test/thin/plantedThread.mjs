// A command thread with commands that do what no command may.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { serveThread } from "../../dist/hosted/serveThread.js";
import { builtInCommands } from "../../dist/run.js";

const never = () => new Promise(() => {});
const said = (text) => ({ value: { text }, text: () => text });
const MEGABYTE = "x".repeat(1024 * 1024 - 1);

/** Says in a file how far it is. */
async function* flood(count, file) {
  for (let part = 1; part <= count; part++) {
    writeFileSync(file, String(part));
    yield `${MEGABYTE}\n`;
  }
}

const planted = {
  answer: async () => said("42"),
  boom: async () => {
    throw new Error("planted");
  },
  late: async () => {
    setTimeout(() => {
      throw new Error("planted, late");
    }, 10);
    await never();
  },
  reject: async () => {
    void Promise.reject(new Error("planted, unhandled"));
    await never();
  },
  hang: async ({ host }) => {
    host.err("hanging\n");
    setInterval(() => {}, 1000);
    await never();
  },
  spin: async ({ host }) => {
    host.err("spinning\n");
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (;;);
  },
  exit: async () => process.exit(7),
  code: async () => {
    process.exitCode = 9;
    return said("set");
  },
  chdir: async () => {
    process.chdir("/");
  },
  console: async () => {
    console.log("planted on stdout");
    console.error("planted on stderr");
    return said("spoke");
  },
  die: async () => {
    // What it takes to end a thread from inside: its memory, many times over.
    const all = [];
    for (;;) all.push(new Array(1e6).fill(all.length));
  },
  leave: async () => {
    setTimeout(() => {
      throw new Error("planted, left behind");
    }, 200);
    return said("left");
  },
  told: async ({ host }) => {
    host.signal.addEventListener("abort", () => writeFileSync(join(host.cwd, "aborted"), ""));
    host.err("waiting\n");
    await never();
  },
  facts: async ({ host }) => {
    const { cwd, env, isTTY, columns } = host;
    return said(JSON.stringify({ cwd, env, isTTY, columns, own: process.env }));
  },
  flood: async ({ host }) => {
    host.err("flooding\n");
    return { ...said(""), document: flood(100, join(host.cwd, "parts")) };
  },
};

const commands = new Map(builtInCommands());
for (const [words, run] of Object.entries(planted)) {
  const params = { type: "object", properties: {} };
  commands.set(words, { words, summary: words, params, startsDaemon: true, run });
}
serveThread(commands);
