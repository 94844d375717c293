// `npm run docs`: writes what the command table says into docs/cli.md (whole) and cli/skill/SKILL.md (between markers).
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { flagName } from "../cli/dist/commands/flagName.js";
import { isJson } from "../cli/dist/commands/jsonFlag.js";
import { helpValue } from "../cli/dist/commands/parameters.js";
import { boundsOf } from "../cli/dist/commands/readValue.js";
import { createCommands } from "../cli/dist/index.js";
import { createPlugins } from "../plugins/all/dist/index.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Every command of this build. */
export const commands = () => [...createCommands(createPlugins()).values()];

/**
 * Files that the command table makes, by their place, with the text they must have.
 * @returns {Map<string, string>}
 */
export function documents() {
  const skill = "cli/skill/SKILL.md";
  return new Map([
    ["docs/cli.md", reference(commands())],
    [skill, withTables(readFileSync(join(root, skill), "utf8"), commands())],
  ]);
}

const HEAD = `# The command

Every command, its flags, defaults, bounds and examples. Written from the command table by \`npm run docs\`; do not edit.

Each command takes \`--json\` (the answer as JSON, errors too), \`--format ndjson\` (the rows of a list, one a line; where to read on goes to stderr), \`--quiet\` (nothing on stderr but errors) and \`--help\`. Ids may be short (\`n12\`) or long (\`d3f0c2a91b7e4:n12\`); a long one names its run. Exit codes: 0 done, 1 the user's error, 2 transport, 3 the browser, 4 time or busy, 5 version skew, 6 a budget exceeded.
`;

function reference(all) {
  const sections = all.map(section);
  return `${HEAD}\n${sections.join("\n")}`;
}

function section(spec) {
  const { words, summary, description, examples = [] } = spec;
  const rows = parametersOf(spec);
  return [
    `## bsk ${words}\n`,
    `${cell(summary)}${description ? ` ${cell(description)}` : ""}${spec.startsDaemon ? "" : " Starts no daemon."}\n`,
    "```sh",
    ...examples,
    "```\n",
    ...(rows.length === 0 ? [] : [markdownTable(["parameter", "value", "what"], rows), ""]),
  ].join("\n");
}

function parametersOf({ params, args = [] }) {
  const all = Object.entries(params.properties ?? {});
  const positional = args.map((name) => [name, params.properties[name]]);
  const flags = all.filter(([name]) => !args.includes(name));
  return [...positional, ...flags].flatMap(([name, schema]) => {
    const required = params.required?.includes(name) ? "required" : undefined;
    const fallback = schema.default === undefined ? undefined : `default ${schema.default}`;
    const notes = [required, fallback].filter(Boolean).join(", ");
    const text = `${cell(schema.description ?? "")}${notes ? ` (${notes})` : ""}`.trim();
    if (args.includes(name)) return [[`\`${name.toUpperCase()}\``, kindOf(schema), text]];
    const flag = `\`--${flagName(name, schema)}\``;
    if (!isJson(schema)) return [[flag, kindOf(schema), text]];
    return [
      [flag, "JSON", text],
      [flag.replace(/`$/, "-file`"), "a file", "The same from a file."],
    ];
  });
}

function kindOf(schema) {
  if (schema.type === "boolean") return "";
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(" ");
  const length = schema.maxLength === undefined ? "" : `≤ ${schema.maxLength} characters`;
  const bounds = schema.type === "integer" || schema.type === "number" ? boundsOf(schema) : length;
  const unit = schema.format === "duration" && bounds ? `${bounds} ms` : bounds;
  return [helpValue(schema), unit].filter(Boolean).join(", ");
}

/** Captured text never gets here; a bar would still end the cell. */
function cell(text) {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}

/** As the formatter aligns it. */
function markdownTable(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

const GROUPS = {
  debug: (words) => words.startsWith("debug "),
  session: (words) => /^(session|tab|browser|pair)\b/.test(words),
  page: (words) =>
    !/^(debug|session|tab|browser|daemon) |^(pair|status|doctor|completion|browsers|logs|plugin)\b/.test(
      words,
    ),
  other: (words) => /^daemon |^(status|doctor|completion|browsers|logs|plugin)\b/.test(words),
};

/**
 * The text with each `<!-- commands:NAME -->` table made anew.
 * @param {string} text
 * @param {ReturnType<typeof commands>} all
 * @returns {string}
 */
export function withTables(text, all) {
  return Object.entries(GROUPS).reduce((current, [name, holds]) => {
    const [start, end] = [`<!-- commands:${name} -->`, `<!-- /commands:${name} -->`];
    const [from, to] = [current.indexOf(start), current.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`no ${start} … ${end}`);
    const rows = all.filter(({ words }) => holds(words)).map(skillRow);
    const table = markdownTable(["command", "what it does"], rows);
    return `${current.slice(0, from + start.length)}\n\n${table}\n\n${current.slice(to)}`;
  }, text);
}

/** What must be typed; optional flags are for --help. */
function skillRow({ words, summary, params, args = [] }) {
  const isRequired = (name) => params.required?.includes(name);
  const names = args.map((name) =>
    isRequired(name) ? name.toUpperCase() : `[${name.toUpperCase()}]`,
  );
  const flags = Object.entries(params.properties ?? {})
    .filter(([name]) => isRequired(name) && name !== "session" && !args.includes(name))
    .map(([name, schema]) => `--${flagName(name, schema)} ${helpValue(schema)}`);
  return [`\`${["bsk", words, ...names, ...flags].join(" ")}\``, cell(summary)];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [file, text] of documents()) writeFileSync(join(root, file), text);
}
