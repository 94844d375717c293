import type { CommandSpec } from "../commands/CommandSpec.js";
import type { Shell } from "./Shell.js";
import { argumentWords, type CompletedFlag, flagsOf, nextWords } from "./words.js";

/** A script that completes these commands. Words of the table are plain; descriptions are quoted. */
export function writeCompletion(shell: Shell, commands: readonly CommandSpec[]): string {
  switch (shell) {
    case "bash":
      return bash(commands);
    case "zsh":
      return `#compdef bsk\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
    case "fish":
      return fish(commands);
    default:
      return shell satisfies never;
  }
}

/** Walks the words before the cursor to the command, then offers its flags, their values, or the next word. */
function bash(commands: readonly CommandSpec[]): string {
  const next = nextWords(commands);
  const known = [...new Set([...next.keys(), ...commands.map(({ words }) => words)])].filter(
    Boolean,
  );
  const options = commands.map((spec) => {
    const flags = flagsOf(spec).map(({ flag }) => flag);
    return [spec.words, flags, [...argumentWords(spec), ...(next.get(spec.words) ?? [])]] as const;
  });
  const topics = [...next].filter(([words]) => !commands.some((spec) => spec.words === words));
  return `_bsk() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" path="" flags="" words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${path:+$path }\${COMP_WORDS[i]}" in
      ${known.map(quoted).join("|")}) path="\${path:+$path }\${COMP_WORDS[i]}" ;;
    esac
  done
  case "$path|$prev" in
${valueCases(commands).join("\n")}
  esac
  case "$path" in
${topics.map(([words, parts]) => `    ${quoted(words)}) words="${parts.join(" ")}" ;;`).join("\n")}
${options.map(([words, flags, parts]) => `    ${quoted(words)}) flags="${flags.join(" ")}" words="${parts.join(" ")}" ;;`).join("\n")}
  esac
  if [ -z "$path" ]; then words="$words help"; flags="--help --version"; fi
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$cur")) ;;
  esac
}
complete -F _bsk bsk
`;
}

/** Where a flag stands before the cursor: what can stand behind it. Places with the same answer share a line. */
function valueCases(commands: readonly CommandSpec[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const spec of commands) {
    for (const { flag, value } of flagsOf(spec)) {
      if (value === "none") continue;
      const answer = valueAnswer(value);
      places.set(answer, [...(places.get(answer) ?? []), quoted(`${spec.words}|${flag}`)]);
    }
  }
  return [...places].map(
    ([answer, where]) => `    ${where.join("|")}) COMPREPLY=(${answer}); return ;;`,
  );
}

function valueAnswer(value: Exclude<CompletedFlag["value"], "none">): string {
  if (value === "any") return "";
  return `$(compgen ${value === "file" ? "-f" : `-W "${value.join(" ")}"`} -- "$cur")`;
}

function fish(commands: readonly CommandSpec[]): string {
  const next = nextWords(commands);
  const known = [...new Set([...next.keys(), ...commands.map(({ words }) => words)])].filter(
    Boolean,
  );
  const words = [...next].map(
    ([before, parts]) =>
      `complete -c bsk -f -n '__bsk_at ${quoted(before)}' -a '${parts.join(" ")}'`,
  );
  const flags = commands.flatMap((spec) => [
    ...flagsOf(spec).map(
      ({ flag, description, value }) =>
        `complete -c bsk -f -n '__bsk_at ${quoted(spec.words)}' -l ${flag.slice(2)}${fishValue(value)} -d ${fishText(description)}`,
    ),
    ...argumentWords(spec).map(
      (word) => `complete -c bsk -f -n '__bsk_at ${quoted(spec.words)}' -a ${word}`,
    ),
  ]);
  return `function __bsk_at
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim -- "$path $word")
    contains -- "$longer" ${known.map(quoted).join(" ")}; and set path "$longer"
  end
  test "$path" = "$argv[1]"
end
complete -c bsk -f
${[...words, ...flags].join("\n")}
`;
}

function fishValue(value: CompletedFlag["value"]): string {
  if (value === "none") return "";
  if (value === "file") return " -r -F";
  return value === "any" ? " -x" : ` -x -a '${value.join(" ")}'`;
}

function fishText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** Words of the table are letters, digits, spaces and dashes. */
function quoted(words: string): string {
  return `"${words}"`;
}
