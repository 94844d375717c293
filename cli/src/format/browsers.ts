import { table } from "@bsk/core";
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

export function formatBrowserStop({ stopped }: ActionResults["browser/stop"]): string {
  return stopped.length === 0 ? "0 browsers stopped" : `stopped ${cut(stopped.join(" "), 400)}`;
}
