// `npm start`: from a clone to the evidence of a failing save. `npm start -- <url> [--for 30s]` records that site.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build, checkNode, findBrowser, install, root } from "./prepare.mjs";

const USAGE = `npm start                       a save that fails, on the built-in demo site
npm start -- URL [--for 30s]    record that site until Ctrl-C, or for so long
                 [--keep]       keep the browser's profile and data folder`;

const { url, forMs, keep } = readArguments(process.argv.slice(2));

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

/** Ctrl-C is heard from here on: whatever was started is stopped, and a recording is still written. */
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop.abort());
// Whoever read this has gone, as `head` does: what was started is still to be stopped.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort());

function readArguments(argv) {
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { for: { type: "string" }, keep: { type: "boolean" }, help: { type: "boolean" } },
    });
    if (values.help) {
      console.log(USAGE);
      process.exit(0);
    }
    const [target] = positionals;
    if (positionals.length > 1) throw new Error("one URL, please");
    if (target && !/^https?:\/\//.test(target)) throw new Error(`${target} is no http(s) URL`);
    const [whole, amount, unit = "s"] = /^(\d+)(ms|s|m)?$/.exec(values.for ?? "") ?? [];
    if (values.for && !whole) throw new Error(`--for ${values.for}: say 500ms, 30s or 2m`);
    // Nobody can press Ctrl-C without a terminal.
    const fallback = process.stdin.isTTY ? undefined : 30_000;
    const forMs = whole ? Number(amount) * { ms: 1, s: 1000, m: 60_000 }[unit] : fallback;
    return { url: target, forMs, keep: values.keep ?? false };
  } catch (error) {
    console.error(`error: ${error.message}\n${USAGE}`);
    process.exit(1);
  }
}

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

class Stopped extends Error {}

const quoted = (arg) => (/^[\w@.:/=-]+$/.test(arg) ? arg : `'${arg}'`);

/**
 * One bsk command; its output is returned and, unless quiet, shown as the reader would see it; `secret` is not.
 * After Ctrl-C only what `isEnding` says is still run.
 */
function bsk(args, { quiet = false, isEnding = false, secret } = {}) {
  if (stop.signal.aborted && !isEnding) throw new Stopped("stopped");
  const told = args.map((arg) => (arg === secret ? "'…'" : quoted(arg))).join(" ");
  if (!quiet) console.log(`\n$ bsk ${told}`);
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
      code === 0 ? resolve(out) : reject(new Error(`bsk ${told} ended with exit code ${code}`)),
    );
  });
}

const headless =
  process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

async function openSession(visible) {
  const shown = visible && !headless ? [] : ["--headless"];
  await bsk(["browser", "start", ...shown, ...(keep ? ["--keep-profile"] : [])]);
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
  const file = exportPath(name);
  const commands = [
    ["debug", "summary", ...s],
    ["debug", "aggregate", ...s],
    ["debug", "stop", ...s],
    ["debug", "export", ...s, "--output", file],
    ["session", "stop", session],
  ];
  for (const command of commands) await bsk(command, { isEnding: true });
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
    const secret = "correct horse battery";
    await bsk(["fill", "[name=password]", "--value", secret, ...s], { secret });
    await bsk(["click", "button", ...s]);
    await bsk(["navigate", `${shop.url}/list`, ...s]);
    await bsk(["wait-for-element", "#status:not(:empty)", ...s]); // one endpoint takes 1.2 s
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

/** Ctrl-C, or the time that was asked for. */
function untilStopped() {
  console.log(`\nRecording ${forMs ? `for ${forMs / 1000} s` : "until Ctrl-C"} …`);
  return new Promise((resolve) => {
    // The timer also keeps this process alive: a signal alone does not.
    const timer = setTimeout(resolve, forMs ?? 2 ** 31 - 1);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (stop.signal.aborted) end();
    else stop.signal.addEventListener("abort", end, { once: true });
  });
}

async function end() {
  const last = { quiet: true, isEnding: true };
  await bsk(["browser", "stop"], last).catch(() => {}); // none was started, or it is gone
  await bsk(["daemon", "stop"], last).catch(() => {});
  if (keep) console.log(`\nKept: ${home}`);
  else rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

try {
  const file = await (url ? record(url) : demo());
  console.log(`\nExport: ${relative(process.cwd(), file) || file}`);
  const alias = `alias bsk='node ${relative(process.cwd(), bin)}'`;
  console.log(`Put bsk on your PATH: npm link --workspace cli   (or: ${alias})`);
} catch (error) {
  if (!(error instanceof Stopped)) console.error(`error: ${error.message}`);
  process.exitCode = stop.signal.aborted ? 130 : 1;
} finally {
  await end();
}
process.exit(); // a signal handler must not keep it
