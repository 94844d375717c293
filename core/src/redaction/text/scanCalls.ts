import type { Edits } from "../Edits.js";
import { isKeyName } from "../keys/isKeyName.js";
import { keyRule } from "../keys/secretKey.js";
import { ruleForText } from "../keys/secretValue.js";
import { declareRules } from "../mask.js";
import { readValue } from "./readValue.js";

/** `setItem("token", "x")`, `["password", "x"]`: a quoted name, a comma, a quoted value. */
const PAIR =
  /(?:\b(?:set|append|add|put|store|save|write|header|cookie|define|attr|prop|field|send)\w{0,30}\s?\(|\[)\s{0,8}(["'`])([^"'`\n]{1,80})\1\s{0,8},\s{0,8}(?=["'`])/gi;
/** `--password x`. */
const FLAG = /(?<![\w-])--?([A-Za-z][\w-]{1,40})[ \t]{1,4}(?=[^\s-])/g;
/** `curl -u name:password`, `wget --user …`: only in a command of such a tool. */
const TOOL = /\b(?:curl|wget|http|https|xh|httpie)\s/;
const LOGIN =
  /(?<!\S)(?:-u|--user|--proxy-user|-U|-a|--auth)[ =]?["']?([^\s:"']{1,64}):([^\s"']{1,256})/g;
/** docs.oracle.com, JDBC thin driver: `jdbc:oracle:thin:name/password@host`. */
const ORACLE = /jdbc:oracle:(?:thin|oci):([^\s/@"']{1,64})\/([^\s@"']{1,128})(?=@)/g;
const SHORT = /\b(?:sshpass|mysql|mysqldump|mariadb)\b[^\n|;]{0,200}?\s-p ?(?=[^\s-])/g;

declareRules(["password"]);

/** Masks arguments: of script calls, and of commands. */
export function scanCalls(text: string, edits: Edits): void {
  if (/[([]\s{0,8}["'`]/.test(text)) scanScriptCalls(text, edits);
  for (const match of text.matchAll(ORACLE)) {
    const end = match.index + match[0].length;
    maskArgument(text, end - (match[2]?.length ?? 0), "password", edits);
  }
  if (!text.includes("-")) return;
  scanFlags(text, edits);
  if (TOOL.test(text)) {
    for (const match of text.matchAll(LOGIN)) {
      const end = match.index + match[0].length;
      maskArgument(text, end - (match[2]?.length ?? 0), "password", edits);
    }
  }
  if (/sshpass|mysql|mariadb/.test(text)) {
    for (const match of text.matchAll(SHORT)) {
      maskArgument(text, match.index + match[0].length, "password", edits);
    }
  }
}

function scanScriptCalls(text: string, edits: Edits): void {
  for (const match of text.matchAll(PAIR)) {
    const key = keyRule(match[2] ?? "");
    const value = readValue(text, match.index + match[0].length);
    const raw = text.slice(value.start, value.end);
    const rule = isKeyName(raw) ? undefined : ruleForText(key, raw);
    if (rule !== undefined) edits.mask(value.start, value.end, rule);
  }
}

function scanFlags(text: string, edits: Edits): void {
  for (const match of text.matchAll(FLAG)) {
    const key = keyRule(match[1] ?? "");
    if (key === undefined || !match[0].startsWith("--")) continue;
    maskArgument(text, match.index + match[0].length, key.rule, edits);
  }
}

function maskArgument(text: string, at: number, rule: string, edits: Edits): void {
  const value = readValue(text, at);
  const raw = text.slice(value.start, value.end);
  const masked = ruleForText({ rule, word: "", isGuarded: false, isPlural: false }, raw);
  if (masked !== undefined && !raw.startsWith("$")) edits.mask(value.start, value.end, masked);
}
