import type { Comparison, Finding, Gap } from "./compare/Comparison.js";
import type { TrapPage } from "./site/TrapPage.js";

/** What came of one page. */
export interface PageResult {
  readonly page: TrapPage;
  readonly comparison: Comparison;
}

/** Every page in a few lines: what differs in full, gaps and limits by kind. */
export function describe({ page, comparison }: PageResult): string {
  const { server, run, matched, gaps, limits, findings } = comparison;
  const traps = page.traps.length > 0 ? ` (traps ${page.traps.join(", ")})` : "";
  const lines = [
    `${page.name}${traps}: ${server} on the server, ${run} in the run, ${matched} matched`,
  ];
  for (const [kind, count] of byKind(gaps)) lines.push(`  gap ${kind} ×${count}`);
  for (const { trap, url } of limits) lines.push(`  standing limit ${trap}: ${cut(url)}`);
  for (const finding of findings) lines.push(...linesOf(finding));
  return lines.join("\n");
}

/** The last line. */
export function lastLine(results: readonly PageResult[]): string {
  const sum = (count: (comparison: Comparison) => number): number =>
    results.reduce((total, { comparison }) => total + count(comparison), 0);
  const of = (kind: Finding["kind"]): number =>
    sum(({ findings }) => findings.filter((finding) => finding.kind === kind).length);
  return `oracle: ${sum(({ server }) => server)} on the server, ${sum(({ run }) => run)} in the run, ${sum(({ matched }) => matched)} matched, ${sum(({ gaps }) => gaps.length)} gaps, ${sum(({ limits }) => limits.length)} standing limits, ${of("unexplained")} unexplained, ${of("invented")} invented`;
}

/** Whether nothing is unexplained or invented. */
export function isClean(results: readonly PageResult[]): boolean {
  return results.every(({ comparison }) => comparison.findings.length === 0);
}

function linesOf({ kind, what, url, server, run, record }: Finding): readonly string[] {
  const id = record?.split(":").at(-1) ?? "no record";
  const said = kind === "invented" ? kind : `${kind} ${what}`;
  return [
    `  ${said}: ${cut(url)} (${id})`,
    `    server: ${oneLine(server)}`,
    `    run:    ${oneLine(run)}`,
  ];
}

function byKind(gaps: readonly Gap[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of gaps) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function cut(url: string): string {
  return url.length <= 160 ? url : `${url.slice(0, 150)}… (${url.length} characters)`;
}

/** Bodies of a page are hostile text to a terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
