// Run by build.js in a process of its own: what V8 compiled while these commands ran is kept beside the program.
import { readFileSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { dirname } from "node:path";
import { Script } from "node:vm";

const [, , program, cache] = process.argv;
const script = new Script(Module.wrap(readFileSync(program, "utf8")), { filename: program });
const module = { exports: {} };
script.runInThisContext()(
  module.exports,
  createRequire(program),
  module,
  program,
  dirname(program),
);

const host = {
  cwd: "/",
  env: {},
  isTTY: false,
  columns: 80,
  home: "/",
  signal: new AbortController().signal,
  out: () => {},
  err: () => {},
  drained: async () => {},
  openDaemon: async () => ({ warnings: [], close: () => {}, call: async () => ({}) }),
};
const COMMANDS = [
  ["debug", "capabilities"],
  ["debug", "requests", "--session", "abcd", "--limit", "5"],
  ["debug", "summary", "--session", "abcd", "--json"],
];
for (const argv of COMMANDS) await module.exports.run(argv, host);
writeFileSync(cache, script.createCachedData());
