import { capabilities, type Plugin } from "@bsk/core";
import { formatCapabilities } from "../format/capabilities.js";
import type { CommandSpec } from "./CommandSpec.js";
import { action, callAndShow, fromAction } from "./fromAction.js";

/** With a session the extension answers; without, this build says what it knows of itself. */
export function debugCapabilities(plugins: readonly Plugin[]): CommandSpec {
  return fromAction(action("debug/capabilities"), async (invocation) => {
    if (invocation.params.session !== undefined) {
      return await callAndShow("debug/capabilities", invocation);
    }
    const own = capabilities({ plugins, extension: null });
    const note =
      "This CLI's own schema; no browser was asked. With --session its extension answers.";
    const value = { ...own, note };
    return { value, text: () => formatCapabilities(value) };
  });
}
