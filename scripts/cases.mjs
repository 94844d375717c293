// Runs redaction over a file of cases: `node scripts/cases.mjs FILE.jsonl [--out OUT.jsonl]`.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = join(root, "core/dist/redaction/index.js");
const DECODING_ROUNDS = 5;
const CONTENT_TYPES = new Map([
  ["json", "application/json"],
  ["graphql", "application/json"],
  ["form", "application/x-www-form-urlencoded"],
  ["multipart", "multipart/form-data"],
]);

class UnreadableCases extends Error {}

/** Reads the cases; a line that is no case is named and ends the run. */
function readCases(file) {
  const cases = [];
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
    if (line.trim() === "") continue;
    const entry = parseLine(line, `${file}:${index + 1}`);
    cases.push(entry);
  }
  return cases;
}

function parseLine(line, place) {
  let entry;
  try {
    entry = JSON.parse(line);
  } catch (error) {
    throw new UnreadableCases(`${place}: not JSON: ${error.message}`);
  }
  for (const name of ["id", "kind", "input"]) {
    if (typeof entry?.[name] !== "string") {
      throw new UnreadableCases(`${place}: "${name}" must be a string`);
    }
  }
  return entry;
}

/** What redaction leaves of a case's input; null when it drops the body. */
function redact(redaction, entry) {
  switch (entry.kind) {
    case "header":
      return redactHeaderLine(redaction, entry.input);
    case "url":
      return redaction.redactUrl(entry.input);
    case "text":
    case "console":
      return redaction.redactText(entry.input);
    case "field":
      return redactFieldText(redaction, entry.input);
    case "json":
    case "graphql":
    case "form":
    case "multipart": {
      const type = entry.contentType ?? CONTENT_TYPES.get(entry.kind);
      const result = redaction.redactBody(entry.input, type);
      return "omitted" in result ? null : result.text;
    }
    default:
      throw new UnreadableCases(`${entry.id}: unknown kind "${entry.kind}"`);
  }
}

function redactHeaderLine(redaction, line) {
  const colon = line.indexOf(":");
  if (colon < 0) return redaction.redactText(line);
  const gap = /^[ \t]*/.exec(line.slice(colon + 1))[0].length;
  const start = colon + 1 + gap;
  return line.slice(0, start) + redaction.redactHeader(line.slice(0, colon), line.slice(start));
}

function redactFieldText(redaction, text) {
  const field = JSON.parse(text);
  const before = JSON.stringify(field);
  const after = JSON.stringify(redaction.redactField(field));
  return before === after ? text : after;
}

/** The text and what reading it as percent-encoded or JSON-escaped gives, again and again. */
function decodings(text) {
  const seen = new Set([text]);
  for (let round = 0; round < DECODING_ROUNDS; round += 1) {
    const before = seen.size;
    for (const known of [...seen]) {
      seen.add(decodePercent(known));
      seen.add(decodePercent(known.replaceAll("+", " ")));
      seen.add(decodeEscapes(known));
    }
    if (seen.size === before) break;
  }
  return [...seen];
}

function decodePercent(text) {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return Buffer.from(run.replaceAll("%", ""), "hex").toString("latin1");
    }
  });
}

function decodeEscapes(text) {
  return text.replace(/\\(?:u([\da-f]{4})|(["\\/]))/gi, (_all, hex, literal) =>
    hex === undefined ? literal : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** What is wrong with an output, as sentences; empty when the case passes. */
function faults(entry, output) {
  if (output === null) {
    return entry.expect === "omit" || entry.expect === "either" ? [] : ["the body was dropped"];
  }
  if (entry.expect === "omit") return ["the body had to be dropped"];
  const secrets = entry.secrets ?? [];
  if (secrets.length === 0) return output === entry.input ? [] : [`changed to ${output}`];
  const forms = decodings(output);
  const found = [];
  for (const secret of secrets) {
    if (forms.some((form) => form.includes(secret))) found.push(`leaks ${secret}`);
  }
  for (const kept of entry.keep ?? []) {
    if (!output.includes(kept)) found.push(`lost ${kept}`);
  }
  return found.length > 0 ? [...found, `output: ${output}`] : [];
}

function groupOf(entry) {
  if ((entry.secrets ?? []).length === 0) return "benign";
  return entry.hard === true ? "hard" : "secret";
}

function judge(cases, redaction) {
  const counts = { secret: [0, 0], hard: [0, 0], benign: [0, 0] };
  const outputs = [];
  for (const entry of cases) {
    const output = redact(redaction, entry);
    const wrong = faults(entry, output);
    const count = counts[groupOf(entry)];
    count[1] += 1;
    if (wrong.length === 0) count[0] += 1;
    else console.log(`${entry.id}: ${wrong.join("; ")}`);
    outputs.push(JSON.stringify({ id: entry.id, output }));
  }
  return { counts, outputs };
}

async function main(args) {
  const out = args.indexOf("--out");
  const outFile = out >= 0 ? args[out + 1] : undefined;
  const file = args.find((arg, index) => !arg.startsWith("--") && (out < 0 || index !== out + 1));
  if (file === undefined || (out >= 0 && outFile === undefined)) {
    throw new UnreadableCases("usage: node scripts/cases.mjs FILE.jsonl [--out OUT.jsonl]");
  }
  if (!existsSync(built)) spawnSync("npm", ["run", "build"], { cwd: root, stdio: "inherit" });
  const cases = readCases(file);
  const { counts, outputs } = judge(cases, await import(built));
  if (outFile !== undefined) writeFileSync(outFile, outputs.map((line) => `${line}\n`).join(""));
  const { secret, hard, benign } = counts;
  const changed = benign[1] - benign[0];
  console.log(
    `secret clean ${secret[0]}/${secret[1]}, hard ${hard[0]}/${hard[1]}, benign changed ${changed}`,
  );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof UnreadableCases || error.code !== undefined;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}
