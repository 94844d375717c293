import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";

/** Above this many waiting processes a core, a figure says little. */
const QUIET = 0.7;

const times = (value) => `× ${value.toFixed(2)}`;
const kibibytes = (value) => `${(value / 1024).toFixed(1)} KiB`;
const mebibytes = (value) => `${value >= 0 ? "+" : ""}${(value / 1024 / 1024).toFixed(1)} MiB`;
const SHOWN = { ratio: times, bytes: kibibytes, memory: mebibytes };

function verdict({ value, bar, aim }) {
  if (bar === undefined) return "printed";
  if (aim !== undefined && value <= aim) return "aim";
  return value <= bar ? "bar" : "MISSED";
}

/** The machine, and how busy it is now. */
export function machine(browser) {
  const [{ model }] = cpus();
  const gib = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${model}, ${gib} GiB, ${process.platform}; Node ${process.versions.node}; ${browser}`;
}

export const load = () => loadavg()[0];

export function isBusy(loads) {
  return Math.max(...loads) > QUIET * cpus().length;
}

/** One line a row, for the terminal. */
export function line(row) {
  const show = SHOWN[row.kind ?? "ratio"];
  const limits = row.bar === undefined ? "" : `  bar ${show(row.bar)}  aim ${show(row.aim)}`;
  const load = row.load === undefined ? "" : `  load ${row.load.toFixed(1)}`;
  return `${verdict(row).padEnd(7)} ${show(row.value).padEnd(11)} ${row.what}  [${row.figures}]${limits}${load}`;
}

/** The whole page. */
export function markdown(rows, { browser, commit, isQuick }) {
  const show = (row, key) =>
    row[key] === undefined ? "—" : `≤ ${SHOWN[row.kind ?? "ratio"](row[key])}`;
  const table = rows.map((row) =>
    [
      row.what,
      row.against ?? "—",
      SHOWN[row.kind ?? "ratio"](row.value),
      row.figures,
      String(row.n ?? 1),
      show(row, "bar"),
      show(row, "aim"),
      verdict(row),
      row.load === undefined ? "—" : row.load.toFixed(1),
    ].join(" | "),
  );
  const notes = rows.flatMap(({ what, note, ...row }) =>
    note && (verdict(row) === "MISSED" || row.isAlwaysNoted) ? [`- **${what}**: ${note}`] : [],
  );
  const busy = isBusy(rows.map(({ load = 0 }) => load))
    ? ["**The machine did other work at the same time** (column load): the ratios are noisy.", ""]
    : [];
  return [
    "# Results of `npm run bench`",
    "",
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}${isQuick ? ", `--quick`: too few samples to rely on" : ""}.`,
    machine(browser),
    "",
    ...busy,
    "Ratios are of medians of interleaved runs; `figures` are median and p95 of both sides.",
    "",
    "| what | against | result | figures | n | bar | aim | verdict | load |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...table.map((cells) => `| ${cells} |`),
    "",
    "Not measured yet: aggregate over `--input` (the option does not exist yet).",
    "",
    ...(notes.length > 0 ? ["## Notes", "", ...notes, ""] : []),
  ].join("\n");
}

export function commitId(root) {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: root,
      encoding: "utf8",
    }).trim();
  } catch {
    return "unknown";
  }
}
