import { type PluginCommand, type PluginReport, shortId, table } from "@bsk/core";
import type { ObjectSchema, ParameterSchema, RunRecord } from "@bsk/schema";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { oneLine } from "./printable.js";
import { runLine } from "./runLine.js";
import { sameFlags } from "./sameFlags.js";
import { cut, cutMiddle } from "./shorten.js";

interface AnalyzerResult {
  readonly run: RunRecord;
  readonly report: PluginReport;
}

const MAX_COLUMNS = 10;

/** A plugin's report as its own lines, else as tables made from its schema. */
export function formatReport(
  command: PluginCommand,
  { run, report }: AnalyzerResult,
  context: FormatContext,
): string {
  const flags = sessionFlag(context) + runFlag(context);
  const lines = command.format
    ? command.format(report, flags).map(oneLine)
    : schemaLines(report, command.result);
  const { next_offset } = report;
  const next = `next: bsk debug ${command.name}${sameFlags(context, ["offset"])} --offset ${next_offset}`;
  return [runLine(run), ...lines, ...(typeof next_offset === "number" ? [next] : [])].join("\n");
}

/** Numbers and words as `name value`, each list of objects as a table of its scalar properties. */
export function schemaLines(report: PluginReport, schema: ObjectSchema): string[] {
  const lines: string[] = [];
  const values = new Map(Object.entries(report));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = values.get(name);
    if (value === undefined || name === "next_offset") continue;
    if (Array.isArray(value)) lines.push(...listLines(name, value, property));
    else lines.push(`${name} ${cell(value)}`);
  }
  return lines;
}

function listLines(name: string, list: readonly unknown[], { items }: ParameterSchema): string[] {
  const columns = scalarColumns(items);
  if (columns.length === 0 || list.length === 0) {
    return [`${name} ${list.length === 0 ? "0" : list.map(cell).join(", ")}`];
  }
  const rows = list.map((item) => {
    const values = new Map(Object.entries(item ?? {}));
    return columns.map((column) => cell(values.get(column)));
  });
  return [`${name} ${list.length}`, ...table([columns, ...rows]).map((row) => `  ${row}`)];
}

function scalarColumns(items: ParameterSchema | undefined): string[] {
  const { properties } = items ?? {};
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties)
    .filter(([, property]) => !["object", "array"].includes(String(typeOf(property))))
    .map(([name]) => name)
    .slice(0, MAX_COLUMNS);
}

function typeOf(property: unknown): unknown {
  return typeof property === "object" && property !== null && "type" in property
    ? property.type
    : "";
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "-";
  if (typeof value === "string")
    return cutMiddle(/^d[0-9a-f]{12}:\w+$/.test(value) ? shortId(value) : value, 72);
  if (typeof value === "number") return String(Math.round(value * 100) / 100);
  return cut(typeof value === "object" ? JSON.stringify(value) : String(value), 160);
}
