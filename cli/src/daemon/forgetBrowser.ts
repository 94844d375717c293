import type { DaemonState } from "./DaemonState.js";
import type { PairedBrowser } from "./PairedBrowsers.js";

/** The extension shows it; there is nothing to come back to. */
const FORGOTTEN = 4006;

/** Takes a browser's secret away. Its connection ends, its extension ends its sessions by itself. */
export function forgetBrowser(
  {
    paired,
    extensions,
    sessions,
    lost,
  }: Pick<DaemonState, "extensions" | "lost" | "paired" | "sessions">,
  { instance_id: id }: PairedBrowser,
): void {
  paired.remove(id);
  sessions.removeAllOf(id, "its browser was unpaired");
  extensions.get(id)?.close(FORGOTTEN, "forgotten");
  lost.back(id);
}
