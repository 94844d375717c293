// What `npm start` and `npm test` do first on any machine: install, build, find a browser. Needs Node alone.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

// The compiler would leave a cache in the system's temporary folder.
process.env.NODE_DISABLE_COMPILE_CACHE = "1";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a program in the clone, its output on ours. Ends this process with its exit code when it fails. */
export function must(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (status === 0) return;
  console.error(`error: ${command} ${args.join(" ")} failed${error ? `: ${error.message}` : ""}`);
  process.exit(status ?? 1);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`error: Node ${process.versions.node} is too old; bsk needs 20.19 or newer.`);
  process.exit(1);
}

/** `npm ci`, unless what is installed came from this very lock file. */
export function install() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".bsk-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  const npm = process.env.npm_execpath;
  const [command, before] = npm ? [process.execPath, [npm]] : ["npm", []];
  must(command, [...before, "ci", "--no-audit", "--no-fund"], {
    shell: !npm && process.platform === "win32",
  });
  writeFileSync(stamp, lock);
}

export function build() {
  must(process.execPath, ["scripts/build.mjs"]);
}

/** The browser's path. As root on Debian it is installed when there is none; elsewhere the one command is told. */
export async function findBrowser() {
  const { findBrowser: find } = await import(
    pathToFileURL(join(root, "cli/dist/browser/findBrowser.js")).href
  );
  const tryFind = async () => {
    try {
      return await find(undefined, process.env);
    } catch {
      return undefined;
    }
  };
  const found = await tryFind();
  if (found) return found;
  if (
    process.platform === "linux" &&
    process.getuid?.() === 0 &&
    existsSync("/etc/debian_version")
  ) {
    console.error("No browser found; installing chromium with apt-get …");
    const quiet = {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    };
    must("apt-get", ["update", "-qq"], quiet);
    must("apt-get", ["install", "-y", "-qq", "chromium"], quiet);
    const installed = await tryFind();
    if (installed) return installed;
  }
  console.error("error: no Chromium, Chrome or Edge found.");
  console.error("hint: sudo apt-get install -y chromium   (or set CHROME_PATH to the browser)");
  process.exit(1);
}
