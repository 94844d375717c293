// Builds every package: generated code is copied beside the compiled, then the extension and the CLI are bundled.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function copyValidators(folder) {
  const from = join(root, folder, "src", "generated");
  const to = join(root, folder, "dist", "generated");
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((file) => /validators\.(?:js|d\.ts)$/i.test(file))) {
    cpSync(join(from, name), join(to, name));
  }
}

copyValidators("schema");
for (const name of readdirSync(join(root, "plugins"))) {
  const folder = join("plugins", name);
  if (existsSync(join(root, folder, "src", "generated", "validators.js"))) copyValidators(folder);
}

const tsc = spawnSync(
  process.execPath,
  [join(root, "node_modules/typescript/bin/tsc"), "-b", ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: "inherit",
  },
);
if (tsc.status !== 0) process.exit(tsc.status ?? 1);

for (const script of ["extension/build.js", "cli/build.js"]) {
  const { build } = await import(pathToFileURL(join(root, script)).href);
  await build();
}
