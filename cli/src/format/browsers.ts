import { counted, table } from "@bsk/core";
import type { ActionResults, BrowserInfo } from "@bsk/schema";
import { type FormatContext, startBrowser } from "./FormatContext.js";
import { cut } from "./shorten.js";

/** One row a browser: id, name, kind, state, product, what it serves. */
export function browserRows(browsers: readonly BrowserInfo[]): string[] {
  return table(
    browsers.map((browser) => [
      browser.id,
      cut(browser.name ?? "-", 40),
      browser.kind + (browser.headless ? " headless" : ""),
      browser.state,
      cut(browser.product ?? "-", 40),
      [
        browser.pid === undefined ? "" : `pid ${browser.pid}`,
        browser.cdp_port === undefined ? "" : `cdp ${browser.cdp_port}`,
        browser.sessions?.length ? `sessions ${browser.sessions.join(" ")}` : "",
      ]
        .filter(Boolean)
        .join("  "),
    ]),
  );
}

export function formatBrowserList(
  { browsers }: ActionResults["browser/list"],
  context: FormatContext,
): string {
  if (browsers.length === 0) return `0 browsers\nnext: ${startBrowser(context)}`;
  return browserRows(browsers).join("\n");
}

export function formatBrowserStart({ browser }: ActionResults["browser/start"]): string {
  return browserRows([browser]).join("\n");
}

export function formatBrowserForget({ forgotten }: ActionResults["browser/forget"]): string {
  return `forgotten ${cut(forgotten, 40)}`;
}

/** What was stopped, and what ended with it: recordings are lost with the profile, or stay in its history. */
export function formatBrowserStop(result: ActionResults["browser/stop"]): string {
  const { stopped, sessions = [], run_ids: runs, profile_kept: isKept } = result;
  if (stopped.length === 0) return "0 browsers stopped";
  const lines = [`stopped ${cut(stopped.join(" "), 400)}`];
  if (sessions.length === 0) return lines.join("\n");
  lines.push(`ended ${counted(sessions.length, "session")}: ${cut(sessions.join(" "), 400)}`);
  if (runs?.length === 0) return lines.join("\n");
  const what =
    runs === undefined
      ? "what they recorded (not known)"
      : `${counted(runs.length, "run")} (${cut(runs.join(" "), 400)})`;
  if (isKept !== true) lines.push(`gone with the profile: ${what}; export what is to stay before`);
  else {
    lines.push(`in the history of the kept profile: ${what}; its evidence page shows them`);
    lines.push(`next: bsk browser start --name ${cut(stopped.join(" "), 40)} --keep-profile`);
  }
  return lines.join("\n");
}
