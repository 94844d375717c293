import { readdirSync, readFileSync } from "node:fs";
import { until } from "../../e2e/dist/harness/index.js";
import { median } from "../statistics.mjs";

/** Processes of this browser that run an extension's code. */
function extensionPids(folder) {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      return command.includes("--extension-process") && belongsTo(name, folder);
    } catch {
      return false; // it ended meanwhile
    }
  });
}

/** Whether it, or one of those it descends from, was started with the folder: renderers are told of none. */
function belongsTo(pid, folder) {
  for (let one = pid; Number(one) > 1; ) {
    if (readFileSync(`/proc/${one}/cmdline`, "utf8").includes(folder)) return true;
    [, one] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/status`, "utf8")) ?? [];
  }
  return false;
}

/** Bytes of the extension's process: what it shares is divided among those who share it. */
function proportionalBytes(pid) {
  const [, kib] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return Number(kib) * 1024;
}

/** The median over three seconds, once its garbage had time to be collected. */
async function settled(pid) {
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const samples = [];
  for (let index = 0; index < 7; index++) {
    samples.push(proportionalBytes(pid));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return median(samples);
}

/** Bytes of the worker's JavaScript heap that are in use once its garbage is collected. */
async function liveBytes(bench) {
  const worker = await bench.worker();
  const session = await bench.cdp.attach(worker.targetId);
  await bench.cdp.send("HeapProfiler.collectGarbage", {}, session);
  const { usedSize } = await bench.cdp.send("Runtime.getHeapUsage", {}, session);
  await bench.cdp.send("Target.detachFromTarget", { sessionId: session });
  return usedSize;
}

/** What a full capture adds to the extension's process. */
export async function measure(bench) {
  const pids = await until("the extension has a process", () => {
    const found = extensionPids(bench.workspace.home);
    return found.length > 0 ? found : undefined;
  });
  if (pids.length !== 1) throw new Error(`${pids.length} extension processes`);
  const [pid] = pids;
  const idleLive = await liveBytes(bench);
  const idle = await settled(pid);
  await bench.bsk("debug", "start");
  await bench.ask({ n: 2000, templates: 40 });
  const full = await settled(pid);
  const fullLive = await liveBytes(bench);
  const { run } = await bench.workspace.json("debug", "stop", "--session", bench.session);
  const stoppedLive = await liveBytes(bench);
  const mib = (bytes) => (bytes / 1024 / 1024).toFixed(1);
  const bars = { bar: 48 * 1024 * 1024, aim: 16 * 1024 * 1024 };
  return [
    {
      what: `extension memory with a full capture (${run.counts.requests} requests)`,
      against: "the same worker idle (PSS)",
      kind: "memory",
      value: full - idle,
      figures: `${mib(full)} / ${mib(idle)} MiB`,
      ...bars,
      note: "counts garbage that V8 has not collected yet; the process has no pressure to.",
    },
    {
      what: "the same, its JavaScript heap once garbage is collected",
      against: "the same worker idle",
      kind: "memory",
      value: fullLive - idleLive,
      figures: `${mib(fullLive)} / ${mib(idleLive)} MiB`,
      ...bars,
    },
    {
      what: "the same heap after the capture was stopped",
      against: "the same worker idle",
      kind: "memory",
      value: stoppedLive - idleLive,
      figures: `${mib(stoppedLive)} / ${mib(idleLive)} MiB`,
    },
  ];
}
