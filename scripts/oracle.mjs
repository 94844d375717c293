// `npm run oracle`: plays the trap site in a real browser and holds each run against what the server saw.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build, checkNode, findBrowser, install, root } from "./prepare.mjs";

checkNode();
install();
build();
const cli = join(root, "e2e", "dist", "oracle", "cli.js");
const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, CHROME_PATH: await findBrowser() },
});
process.exit(status ?? 1);
