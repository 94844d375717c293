import { errors } from "@bsk/core";
import { suggest } from "./suggest.js";

const GLOBAL_FLAGS: readonly string[] = ["--json", "--quiet", "-v", "-vv", "--verbose"];
const HELP: readonly string[] = ["--help", "-h"];

export type Route =
  | { readonly kind: "version" }
  /** Help of everything (no words), of a topic, or of one command. */
  | { readonly kind: "help"; readonly words: string }
  | { readonly kind: "command"; readonly words: string; readonly argv: readonly string[] };

/** Which command the words name. Throws `invalid_params` for an unknown one. */
export function route(argv: readonly string[], commands: readonly string[]): Route {
  const first = argv.findIndex((word) => !GLOBAL_FLAGS.includes(word));
  const globals = first === -1 ? argv : argv.slice(0, first);
  const rest = argv.slice(globals.length);
  if (rest[0] === "--version") return { kind: "version" };
  const isHelp = rest[0] === "help" || beforeDashes(rest).some((word) => HELP.includes(word));
  const words = (rest[0] === "help" ? rest.slice(1) : rest).filter(
    (word) => !HELP.includes(word) && !(isHelp && GLOBAL_FLAGS.includes(word)),
  );
  const command = longestMatch(words, commands);
  if (command !== undefined) {
    if (isHelp) return { kind: "help", words: command };
    const used = command.split(" ").length;
    return { kind: "command", words: command, argv: [...globals, ...rest.slice(used)] };
  }
  const topic = words[0];
  if (topic === undefined) return { kind: "help", words: "" };
  if (words.length === 1 && isTopic(topic, commands)) return { kind: "help", words: topic };
  throw unknownCommand(words, commands);
}

/** Whether JSON was asked for; also known when the rest cannot be parsed. */
export function wantsJson(argv: readonly string[]): boolean {
  const words = beforeDashes(argv);
  const format = words.find(
    (word, at) => word.startsWith("--format=") || words[at - 1] === "--format",
  );
  return words.includes("--json") || /^(?:--format=)?(?:nd)?json$/.test(format ?? "");
}

/** 0, 1 for `-v`, 2 for `-vv`. */
export function verbosityOf(argv: readonly string[]): number {
  const counts = beforeDashes(argv).map((word) =>
    word === "--verbose" ? 1 : (/^-(v{1,2})$/.exec(word)?.[1]?.length ?? 0),
  );
  return Math.min(
    2,
    counts.reduce((sum, count) => sum + count, 0),
  );
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

function longestMatch(words: readonly string[], commands: readonly string[]): string | undefined {
  for (let length = Math.min(words.length, 3); length > 0; length--) {
    const candidate = words.slice(0, length).join(" ");
    if (commands.includes(candidate)) return candidate;
  }
  return undefined;
}

function isTopic(word: string, commands: readonly string[]): boolean {
  return commands.some((command) => command.startsWith(`${word} `));
}

function unknownCommand(words: readonly string[], commands: readonly string[]): Error {
  const firstFlag = words.findIndex((word) => word.startsWith("-"));
  const typed = (firstFlag > 0 ? words.slice(0, firstFlag) : words).slice(0, 2);
  const name = typed.join(" ").slice(0, 64);
  const topic = typed[0] ?? "";
  const isBare = typed.length === 1 && isTopic(topic, commands);
  const later = words.map((word) => `${topic} ${word}`).find((one) => commands.includes(one));
  const meant = isBare ? later : (suggest(name, commands) ?? suggest(topic, commands));
  const close = meant === undefined ? "" : ` Did you mean ${JSON.stringify(`bsk ${meant}`)}?`;
  const fault = isBare
    ? `The command is missing after ${JSON.stringify(`bsk ${topic}`)}.`
    : `No command ${JSON.stringify(name)}.`;
  const help = isTopic(topic, commands) ? `bsk ${topic} --help` : "bsk --help";
  return errors.invalidParams(`${fault}${close}`, undefined, help);
}
