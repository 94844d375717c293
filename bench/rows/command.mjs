import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../../e2e/dist/harness/index.js";
import { interleave, ratio } from "../statistics.mjs";

const RUN = join(ROOT, "cli", "bin", "run.js");

/** Milliseconds from spawn to the end of its output. */
function timed(args, env) {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.resume();
    child.stderr.resume();
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(performance.now() - from);
      else reject(new Error(`${args.join(" ")}: exit ${code}`));
    });
  });
}

/** A read command as a user runs it: process to process, to the extension and back. */
export async function measure(bench) {
  await bench.bsk("debug", "start");
  await bench.ask({ n: 300, templates: 40 });
  const env = { ...bench.env, NODE_V8_COVERAGE: "" };
  const session = ["--session", bench.session];
  const list = [RUN, "debug", "requests", ...session];
  const cases = {
    node: () => timed(["-e", "0"], env),
    net: () => timed(["-e", "require('node:net')"], env),
    status: () => timed([RUN, "status"], env),
    list: () => timed(list, env),
    json: () => timed([...list, "--json"], env),
    summary: () => timed([RUN, "debug", "summary", ...session], env),
    whole: () => timed(list, { ...env, BSK_THIN: "off" }),
  };
  await interleave(cases, 2); // the daemon's threads start, the machine's caches fill
  const ms = await interleave(cases, bench.isQuick ? 5 : 40);
  await bench.bsk("debug", "stop");
  const row = (what, name, rest = {}) => ({
    what,
    against: "`node -e 0`",
    ...ratio(ms[name], ms.node),
    ...rest,
  });
  const promise = { bar: 1.8, aim: 1.25, note: partsOf(ms) };
  return [
    row("`bsk debug requests` of 300 requests, end to end", "list", promise),
    row("`bsk debug requests --json`, end to end", "json", promise),
    row("`bsk debug summary`, end to end", "summary", promise),
    row("`bsk status` (CLI → daemon → CLI)", "status", promise),
    row("the same list without the daemon's help (`BSK_THIN=off`)", "whole"),
    row("Node with its net module, nothing of bsk", "net"),
  ];
}

function partsOf(ms) {
  const of = (name) => ratio(ms[name], ms.node).value.toFixed(2);
  return `of it, Node with its net module is × ${of("net")}; the daemon alone (\`status\`) makes × ${of("status")}.`;
}
