import { capabilities, type Plugin } from "@bsk/core";
import { formatCapabilities } from "../format/capabilities.js";
import { BUILD, VERSION } from "../version.js";
import type { CommandSpec } from "./CommandSpec.js";
import { action, fromAction } from "./fromAction.js";

/** With a session the extension answers; without, this build says what it knows of itself. */
export function debugCapabilities(plugins: readonly Plugin[]): CommandSpec {
  return fromAction(action("debug/capabilities"), async ({ params, call }) => {
    const answer =
      params.session === undefined
        ? capabilities({ plugins, extension: null })
        : await call("debug/capabilities", params);
    const value = { ...answer, cli: { version: VERSION, build: BUILD } };
    return { value, text: () => formatCapabilities(value) };
  });
}
