import type { BrowserInfo } from "@bsk/schema";
import type { DaemonState } from "./DaemonState.js";
import type { PairedBrowser } from "./PairedBrowsers.js";

type State = BrowserInfo["state"];

function stateOf({ extensions, managed }: DaemonState, id: string): State {
  return extensions.get(id)?.state ?? (managed.isStarting(id) ? "starting" : "not_connected");
}

/** A browser as lists show it; its secret stays here. */
export function describeBrowser(state: DaemonState, browser: PairedBrowser): BrowserInfo {
  const { instance_id: id, name, kind } = browser;
  const extension = state.extensions.get(id);
  const kept = state.managed.keptBrowser(id);
  const product = extension?.hello.product ?? kept?.product;
  return {
    id,
    name,
    kind,
    state: stateOf(state, id),
    ...(product === undefined ? {} : { product }),
    ...(extension
      ? { extension_version: extension.hello.version, last_seen_at: extension.lastSeenAt }
      : {}),
    ...(kept ? { headless: kept.headless, pid: kept.pid, profile: kept.profile } : {}),
    ...(kept?.cdp_port === undefined ? {} : { cdp_port: kept.cdp_port }),
    sessions: [...state.sessions.of(id)],
  };
}

/** Every paired browser. */
export function describeBrowsers(state: DaemonState): BrowserInfo[] {
  return state.paired.all().map((browser) => describeBrowser(state, browser));
}
