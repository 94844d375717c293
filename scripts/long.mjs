// `npm run long`: the long tables that `npm test` only draws a share from, every row of them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, checkNode, findBrowser, install, root } from "./prepare.mjs";

const FILES = [
  "core/test/hooks.test.ts",
  "e2e/doctor.e2e.ts",
  "e2e/panelHostile.e2e.ts",
  "e2e/oracle.e2e.ts",
  "e2e/situations.",
];

checkNode();
install();
build();
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const files = process.argv.length > 2 ? process.argv.slice(2) : FILES;
const { status } = spawnSync(process.execPath, [vitest, "run", ...files], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, BSK_LONG: "1", CHROME_PATH: await findBrowser() },
});
process.exit(status ?? 1);
