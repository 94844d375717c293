import type { CommandSpec } from "./CommandSpec.js";
import { action, fromAction } from "./fromAction.js";

/** `bsk browser list` under its short name. */
export const browsers: CommandSpec = {
  ...fromAction(action("browser/list")),
  words: "browsers",
  examples: ["bsk browsers"],
};
