// Bundles the CLI: the command with its code cache, and one module each for the daemon and the browser's keeper.
import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as esbuild } from "esbuild";
import { buildId } from "../scripts/buildId.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const out = join(dist, "bundle");

/** With this, nothing is left out: an end-to-end run then counts for coverage, line by line. */
const isWhole = process.env.BSK_WHOLE_BUNDLE === "1";

const shared = {
  bundle: true,
  platform: "node",
  target: "node20",
  // Through the maps of `dist`, back to src/*.ts: c8 counts spawned processes by them.
  sourcemap: "linked",
  sourcesContent: false, // a counted process copies the whole map into its counts
  legalComments: "none",
  logLevel: "warning",
  treeShaking: !isWhole,
  banner: { js: isWhole ? "/* whole bundle */" : "" },
};

const commonJs = {
  ...shared,
  format: "cjs",
  // A CommonJS file has no import.meta; what asks for it falls back to __filename.
  logOverride: { "empty-import-meta": "silent" },
};

/** Needs the compiled `dist` of every package. */
export async function build() {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const { version } = JSON.parse(await readFile(join(here, "package.json"), "utf8"));
  const define = { BSK_VERSION: JSON.stringify(version), BSK_BUILD: JSON.stringify(buildId()) };
  await Promise.all([
    esbuild({
      ...commonJs,
      define,
      // Loaded by every command: small also where the rest is whole, and then not counted.
      treeShaking: true,
      banner: {},
      entryPoints: { bsk: join(dist, "bin.js"), thread: join(dist, "threadBin.js") },
      outdir: out,
      outExtension: { ".js": ".cjs" },
    }),
    esbuild({
      ...commonJs,
      define,
      entryPoints: [join(dist, "main.js")],
      outfile: join(out, "main.cjs"),
    }),
    esbuild({
      ...shared,
      define,
      entryPoints: {
        daemon: join(dist, "daemon", "main.js"),
        keeper: join(dist, "browser", "keeper.js"),
      },
      outdir: out,
      outExtension: { ".js": ".mjs" },
      format: "esm",
      // Their CommonJS dependencies ask for Node's own modules by require.
      banner: {
        js: `${shared.banner.js}import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
      },
    }),
  ]);
  writeCodeCache();
}

function writeCodeCache() {
  const files = [join(out, "main.cjs"), join(out, "main.cache")];
  const { status, error } = spawnSync(
    process.execPath,
    [join(here, "writeCodeCache.js"), ...files],
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  if (status !== 0) throw error ?? new Error(`writeCodeCache.js ended with ${status}`);
}
