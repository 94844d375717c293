import { SHELLS, type Shell } from "../completion/Shell.js";
import { writeCompletion } from "../completion/writeCompletion.js";
import type { CommandSpec } from "./CommandSpec.js";

/** The table is asked for when it is printed: this command stands in it too. */
export function completion(commands: () => ReadonlyMap<string, CommandSpec>): CommandSpec {
  return {
    words: "completion",
    summary: "Print the shell's completion of every command, flag and value.",
    description:
      "bash and zsh: put `source <(bsk completion bash)` (or zsh) into ~/.bashrc (or ~/.zshrc, after compinit). fish: `bsk completion fish > ~/.config/fish/completions/bsk.fish`.",
    examples: ["bsk completion bash", "bsk completion zsh", "bsk completion fish"],
    params: {
      type: "object",
      properties: { shell: { enum: [...SHELLS], description: "bash, zsh or fish." } },
      required: ["shell"],
    },
    args: ["shell"],
    startsDaemon: false,
    run: async ({ params }) => {
      const script = writeCompletion(params.shell as Shell, [...commands().values()]); // one of the enum
      return { value: { shell: params.shell, script }, text: () => script };
    },
  };
}
