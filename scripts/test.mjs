// `npm test`: installs, builds, checks, runs unit, property and end-to-end tests with coverage.
// The last line is `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { build, checkNode, findBrowser, install, root } from "./prepare.mjs";

checkNode();
install();
// Tools keep their caches in the clone.
process.env.XDG_CACHE_HOME = join(root, "node_modules", ".cache");
process.env.BSK_WHOLE_BUNDLE = "1"; // so that the commands and daemons that tests start count for coverage
build();
process.env.CHROME_PATH = await findBrowser();

const bin = (name) => join(root, "node_modules", name);
const run = (args) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status === 0;

let passed = 0;
let failed = 0;
function count(name, ok) {
  if (ok) passed += 1;
  else failed += 1;
  console.log(`${ok ? "ok    " : "FAILED"} ${name}`);
}

/** Every generated file with a hash of its content. */
function generated() {
  const plugins = readdirSync(join(root, "plugins")).map((name) => `plugins/${name}/src/generated`);
  const folders = ["schema/src/generated", ...plugins].filter((folder) =>
    existsSync(join(root, folder)),
  );
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  files.push("plugins/all/tsconfig.json");
  return files
    .map(
      (file) =>
        `${file} ${createHash("sha256")
          .update(readFileSync(join(root, file)))
          .digest("hex")}`,
    )
    .join("\n");
}

const before = generated();
count(
  "generated files are what `npm run gen` writes",
  run(["schema/generate.js"]) && generated() === before,
);
count("types of the tests", run([bin("typescript/bin/tsc"), "-p", "tsconfig.tests.json"]));
count("format and lint", run([bin("@biomejs/biome/bin/biome"), "check", "."]));

const report = join(root, "coverage", "vitest.json");
rmSync(report, { force: true }); // one of an earlier run would be counted if this one dies
const testsOk = run([
  bin("c8/bin/c8.js"),
  "--config",
  "coverage.config.json",
  process.execPath,
  bin("vitest/vitest.mjs"),
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);
const results = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
passed += results?.numPassedTests ?? 0;
failed += results?.numFailedTests ?? 0;
const skipped = (results?.numPendingTests ?? 0) + (results?.numTodoTests ?? 0);
count(
  "every test file ran, coverage is over its bars",
  testsOk && results?.success === true && coreIsCovered(),
);

/** c8 holds the bar over everything; core has its own. */
function coreIsCovered() {
  if (process.argv.length > 2) return true;
  const { total: _total, ...files } = JSON.parse(
    readFileSync(join(root, "coverage/coverage-summary.json"), "utf8"),
  );
  const core = Object.entries(files).filter(([file]) => file.startsWith(join(root, "core", "src")));
  const sum = (key) => core.reduce((all, [, { lines }]) => all + lines[key], 0);
  const percent = (100 * sum("covered")) / sum("total");
  console.log(`core: ${percent.toFixed(1)} % of lines (bar 95)`);
  return percent >= 95;
}

// Once more at the end, where whoever reads a log of a quarter of an hour looks first.
for (const { name, assertionResults } of results?.testResults ?? []) {
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status !== "failed") continue;
    console.log(`red: ${relative(root, name)} › ${fullName}`);
    console.log(failureMessages.join("\n").split("\n").slice(0, 12).join("\n").slice(0, 1500));
  }
}
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);
