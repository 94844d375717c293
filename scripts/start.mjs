// `npm start`: from a clone to the evidence of a failing save. `npm start -- <url> [--for 30s]` records that site.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build, checkNode, findBrowser, install, root } from "./prepare.mjs";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { for: { type: "string" }, keep: { type: "boolean", default: false } },
});
const [url] = positionals;

checkNode();
install();
build();
const chromePath = await findBrowser();

const home = mkdtempSync(join(tmpdir(), "bsk-demo-"));
const env = {
  ...process.env,
  BSK_HOME: home,
  BSK_PORT: String(await freePort()),
  CHROME_PATH: chromePath,
};
const bin = join(root, "cli", "bin", "run.js");

/** A port that was free a moment ago: never the user's own daemon's. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** One bsk command; its output is returned and, unless quiet, shown as the reader would see it. */
function bsk(args, { quiet = false } = {}) {
  if (!quiet)
    console.log(
      `\n$ bsk ${args.map((arg) => (/^[\w@.:/=#-]+$/.test(arg) ? arg : `'${arg}'`)).join(" ")}`,
    );
  return new Promise((resolve, reject) => {
    // Its own group, so that Ctrl-C reaches this script alone and the report is still written.
    const child = spawn(process.execPath, [bin, ...args], {
      env,
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    let out = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
      if (!quiet) process.stdout.write(chunk);
    });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0
        ? resolve(out)
        : reject(new Error(`bsk ${args.join(" ")} ended with exit code ${code}`)),
    );
  });
}

const headless =
  process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

async function openSession(visible) {
  await bsk(["browser", "start", ...(visible && !headless ? [] : ["--headless"])]);
  return (await bsk(["session", "start"])).trim();
}

/** Where exports stay: in the clone, out of git. */
function exportPath(name) {
  const folder = join(root, ".bsk-demo");
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}-${new Date().toISOString().replace(/[:.]/g, "-")}.json`);
}

async function report(session, name) {
  const s = ["--session", session];
  await bsk(["debug", "summary", ...s]);
  await bsk(["debug", "aggregate", ...s]);
  await bsk(["debug", "stop", ...s]);
  const file = exportPath(name);
  await bsk(["debug", "export", ...s, "--output", file]);
  await bsk(["session", "stop", session]);
  return file;
}

async function demo() {
  const { startShop } = await import(pathToFileURL(join(root, "e2e/dist/sites/index.js")).href);
  const shop = await startShop();
  try {
    const session = await openSession(false);
    const s = ["--session", session];
    await bsk(["debug", "start", ...s, "--name", "Save fails"]);
    await bsk(["navigate", `${shop.url}/login`, ...s]);
    await bsk(["fill", "[name=username]", "--value", "ada", ...s]);
    await bsk(["fill", "[name=password]", "--value", "correct horse battery", ...s], {
      quiet: true,
    });
    await bsk(["click", "button", ...s]);
    await bsk(["navigate", `${shop.url}/list`, ...s]);
    await bsk(["wait-ms", "1500ms"]); // one endpoint takes 1.2 s
    await bsk(["navigate", `${shop.url}/profile`, ...s]);
    await bsk(["fill", "[name=displayName]", "--value", "Ada L.", ...s]);
    await bsk(["click", "#save", ...s]);
    await bsk(["debug", "operations", ...s]);
    const { operations } = JSON.parse(
      await bsk(["debug", "operations", "--json", ...s], { quiet: true }),
    );
    const click = operations.filter(({ method }) => method === "click").at(-1);
    await bsk(["debug", "operation", shortId(click.id), ...s]);
    const save = click.request_ids.at(-1);
    await bsk([
      "debug",
      "request",
      shortId(save),
      ...s,
      "--part",
      "response",
      "--pointer",
      "/error/code",
    ]);
    return await report(session, "shop");
  } finally {
    await shop.close();
  }
}

const shortId = (id) => id.slice(id.indexOf(":") + 1);

async function record(target) {
  const session = await openSession(true);
  await bsk(["debug", "start", "--session", session, "--name", "npm start"]);
  await bsk(["navigate", target, "--session", session]);
  await untilStopped();
  return report(session, "site");
}

/** Ctrl-C, or `--for`; without a TTY and without `--for`, 30 seconds. */
function untilStopped() {
  const text = flags.for ?? (process.stdin.isTTY ? undefined : "30s");
  const [, amount, unit] = /^(\d+)(ms|s|m)?$/.exec(text ?? "") ?? [];
  if (text && !amount) throw new Error(`--for ${text}: say 500ms, 30s or 2m`);
  const ms = amount ? Number(amount) * { ms: 1, s: 1000, m: 60_000 }[unit ?? "s"] : undefined;
  console.log(`\nRecording ${ms ? `for ${text}` : "until Ctrl-C"} …`);
  return new Promise((resolve) => {
    const timer = ms && setTimeout(resolve, ms);
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.once(signal, () => {
        clearTimeout(timer);
        process.on(signal, () => {}); // the report is being written: another Ctrl-C must not cut it
        resolve();
      });
    }
  });
}

let file;
try {
  file = await (url ? record(url) : demo());
} finally {
  await bsk(["browser", "stop"], { quiet: true }).catch(() => {});
  await bsk(["daemon", "stop"], { quiet: true }).catch(() => {});
  if (flags.keep) console.log(`\nKept: ${home}`);
  else rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
console.log(`\nExport: ${relative(process.cwd(), file) || file}`);
console.log(
  `Put bsk on your PATH: npm link --workspace cli   (or: alias bsk='node ${relative(process.cwd(), bin)}')`,
);
