import type { ActionResults } from "@bsk/schema";
import { formatActivity, formatWait } from "./activity.js";
import {
  formatBrowserForget,
  formatBrowserList,
  formatBrowserStart,
  formatBrowserStop,
} from "./browsers.js";
import { formatCapabilities } from "./capabilities.js";
import { formatConsole } from "./console.js";
import type { FormatContext } from "./FormatContext.js";
import { formatOperations } from "./operations.js";
import {
  evaluateThrew,
  formatActed,
  formatDialog,
  formatEvaluate,
  formatFill,
  formatNavigate,
  formatSelect,
  formatSnapshot,
  formatWaitForElement,
  formatWaitForNavigation,
} from "./page.js";
import { formatPages } from "./pages.js";
import { formatMessages, formatNetwork } from "./passive.js";
import { formatRequest } from "./request.js";
import { formatHistory, formatPin, formatRuns, formatStart, formatStop } from "./runs.js";
import { formatSearch } from "./search.js";
import {
  formatSessionList,
  formatSessionStart,
  formatSessionStop,
  sessionStartNote,
} from "./sessions.js";
import { formatStatus } from "./status.js";
import { formatSummary } from "./summary.js";
import {
  formatTabBorrow,
  formatTabClose,
  formatTabCreate,
  formatTabList,
  formatTabReturn,
  formatTabSelect,
} from "./tabs.js";
import { formatTimeline } from "./timeline.js";
import { formatWaitFor } from "./waitFor.js";

type Formatters = {
  readonly [M in keyof ActionResults]?: (
    result: ActionResults[M],
    context: FormatContext,
  ) => string;
};
type Notes = {
  readonly [M in keyof ActionResults]?: (result: ActionResults[M]) => string | undefined;
};

/** Text of each action that is one call; the others are formatted by their own commands. */
const FORMATTERS: Formatters = {
  "browser/forget": formatBrowserForget,
  "browser/list": formatBrowserList,
  "browser/start": formatBrowserStart,
  "browser/stop": formatBrowserStop,
  "debug/activity": formatActivity,
  "debug/capabilities": formatCapabilities,
  "debug/console": formatConsole,
  "debug/history": formatHistory,
  "debug/operations": formatOperations,
  "debug/pages": formatPages,
  "debug/pin": formatPin,
  "debug/request": formatRequest,
  "debug/search": formatSearch,
  "debug/start": formatStart,
  "debug/status": formatRuns,
  "debug/stop": formatStop,
  "debug/summary": formatSummary,
  "debug/timeline": formatTimeline,
  "debug/unpin": formatPin,
  "debug/wait": formatWait,
  "debug/wait-for": formatWaitFor,
  "page/blur": formatActed,
  "page/click": formatActed,
  "page/console": formatMessages,
  "page/dialog": formatDialog,
  "page/evaluate": formatEvaluate,
  "page/fill": formatFill,
  "page/focus": formatActed,
  "page/hover": formatActed,
  "page/navigate": formatNavigate,
  "page/navigate-back": formatNavigate,
  "page/navigate-forward": formatNavigate,
  "page/network": formatNetwork,
  "page/press": formatActed,
  "page/reload": formatNavigate,
  "page/scroll-to": formatActed,
  "page/select": formatSelect,
  "page/snapshot": formatSnapshot,
  "page/wait-for-element": formatWaitForElement,
  "page/wait-for-navigation": formatWaitForNavigation,
  "page/wheel": formatActed,
  "session/list": formatSessionList,
  "session/start": formatSessionStart,
  "session/stop": formatSessionStop,
  "system/status": formatStatus,
  "tab/borrow": formatTabBorrow,
  "tab/close": formatTabClose,
  "tab/create": formatTabCreate,
  "tab/list": formatTabList,
  "tab/return": formatTabReturn,
  "tab/select": formatTabSelect,
};

/** What stderr says beside the text, unless --quiet. */
const NOTES: Notes = { "session/start": sessionStartNote };

/** What stderr says in any case. */
const WARNINGS: Notes = {
  "browser/start": ({ warnings }) => (warnings.length === 0 ? undefined : warnings.join("\n")),
  "page/evaluate": evaluateThrew,
};

/** A result as text. Without a formatter of its own it is JSON. */
export function formatResult<M extends keyof ActionResults>(
  method: M,
  result: ActionResults[M],
  context: FormatContext,
): string {
  return FORMATTERS[method]?.(result, context) ?? JSON.stringify(result, null, 2);
}

export function noteOf<M extends keyof ActionResults>(
  method: M,
  result: ActionResults[M],
): string | undefined {
  return NOTES[method]?.(result);
}

export function warningOf<M extends keyof ActionResults>(
  method: M,
  result: ActionResults[M],
): string | undefined {
  return WARNINGS[method]?.(result);
}
