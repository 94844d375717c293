/** The catalogue of errors: one factory each, sorted by code. Exit codes: README of @bsk/cli. */
export interface ErrorDetails {
  readonly [name: string]: unknown;
}

export interface BskErrorOptions {
  readonly hint?: string;
  readonly exitCode: number;
  readonly data?: ErrorDetails;
  readonly cause?: unknown;
}

/** What any layer throws: what happened to which thing, and what to do next. */
export class BskError extends Error {
  override readonly name = "BskError";
  readonly code: string;
  readonly hint: string | undefined;
  /** 1 user, 2 transport, 3 browser or CDP, 4 timeout or busy, 5 version skew, 6 budget exceeded. */
  readonly exitCode: number;
  readonly data: ErrorDetails | undefined;

  constructor(code: string, message: string, options: BskErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.exitCode = options.exitCode;
    this.data = options.data;
  }
}

type Make = (
  code: string,
  exitCode: number,
) => (message: string, hint?: string, data?: ErrorDetails) => BskError;
const make: Make = (code, exitCode) => (message, hint, data) =>
  new BskError(code, message, {
    exitCode,
    ...(hint === undefined ? {} : { hint }),
    ...(data === undefined ? {} : { data }),
  });

const listRequests = (session: string): string => `bsk debug requests --session ${session}`;

/** One factory for each error. Captured text is never part of a hint. */
export const errors: ErrorCatalogue = {
  answerTooLarge: (bytes) =>
    make("answer_too_large", 1)(`The answer is larger than ${bytes} bytes.`, undefined, { bytes }),
  bodyNotComplete: (id, state) =>
    make("body_not_complete", 1)(
      `The body of ${id} is ${state}; a pointer needs a complete JSON body.`,
      undefined,
      { id, state },
    ),
  browserExists: (name) =>
    make("browser_exists", 1)(`A managed browser named "${name}" is running.`, "bsk browser list", {
      name,
    }),
  browserNotFound: (name) =>
    make("browser_not_found", 1)(`No browser "${name}".`, "bsk browser list", { name }),
  browserStartFailed: (reason, hint) =>
    make("browser_start_failed", 3)(`The browser did not start: ${reason}`, hint),
  budgetTooSmall: (budget) =>
    make("budget_too_small", 1)(`The answer does not fit into ${budget} bytes.`, undefined, {
      budget,
    }),
  cancelled: (what) => make("cancelled", 2)(`${what} was cancelled.`),
  captureLimit: (limit) =>
    make("capture_limit", 1)(
      `${limit} captures are running; that is the limit.`,
      "bsk session list",
      { limit },
    ),
  captureNotActive: (session) =>
    make("no_capture", 1)(
      `Session ${session} has no running capture.`,
      `bsk debug start --session ${session}`,
      { session },
    ),
  captureStartFailed: (reason, data) =>
    make("capture_start_failed", 3)(`Capture did not start: ${reason}`, undefined, data),
  cdpFailed: (method, reason, data) =>
    make("cdp_failed", 3)(`${method}: ${reason}`, undefined, data),
  cdpTimeout: (method, ms) =>
    make("cdp_timeout", 4)(`The browser did not answer ${method} within ${ms} ms.`, "bsk doctor", {
      method,
      ms,
    }),
  daemonNotRunning: () =>
    make("daemon_not_running", 2)("No daemon is running.", "bsk daemon start"),
  daemonStartFailed: (reason, hint) =>
    make("daemon_start_failed", 2)(`The daemon did not start: ${reason}`, hint),
  daemonUnreachable: (reason) =>
    make("daemon_unreachable", 2)(`The daemon does not answer: ${reason}`, "bsk doctor"),
  debuggerBusy: (tabId) =>
    make("debugger_busy", 3)(`Another debugger is attached to tab ${tabId}.`, "bsk doctor", {
      tab_id: tabId,
    }),
  dialogOpen: (tabId, session) =>
    make("dialog_open", 1)(
      `A dialog of the page is open in tab ${tabId}; nothing was done.`,
      `bsk tab close ${tabId} --session ${session}`,
      { tab_id: tabId, dispatched: false },
    ),
  elementNotActionable: (target, why) =>
    make("element_not_actionable", 3)(`${target} is ${why}.`, undefined, { target, reason: why }),
  elementNotFound: (target, session) =>
    make("element_not_found", 1)(`No element for ${target}.`, `bsk snapshot --session ${session}`, {
      target,
    }),
  evidenceNotDeclared: (plugin, what) =>
    make("evidence_not_declared", 1)(
      `Plugin "${plugin}" reads ${what} but does not declare it.`,
      undefined,
      { plugin, what },
    ),
  exportNotFound: (id) =>
    make("export_not_found", 1)(`No prepared export ${id}.`, undefined, { id }),
  extensionGone: (browser) =>
    make("extension_disconnected", 2)(
      `Browser ${browser} is not connected any more.`,
      "bsk doctor",
      { browser },
    ),
  extensionNotConnected: (browser) =>
    make("extension_not_connected", 2)(
      `Browser ${browser} runs, but its extension is not connected.`,
      "bsk doctor",
      { browser },
    ),
  fileExists: (path) =>
    make("file_exists", 1)(`${path} exists; nothing was overwritten.`, undefined, { path }),
  fileUnreadable: (path, reason) =>
    make("file_unreadable", 1)(`${path} cannot be read: ${reason}`, undefined, { path }),
  fileUnwritable: (path, reason) =>
    make("file_unwritable", 1)(`${path} cannot be written: ${reason}`, undefined, { path }),
  internal: (message, cause) =>
    new BskError("internal", `A fault in bsk: ${message}`, {
      exitCode: 3,
      hint: "bsk doctor",
      cause,
    }),
  invalidJson: (what) => make("invalid_json", 1)(`${what} is not JSON.`),
  invalidParams: (what, data, hint) => make("invalid_params", 1)(what, hint, data),
  malformedFrame: (reason) => make("malformed_frame", 2)(`A frame is not valid: ${reason}`),
  multipleBrowsers: (names) =>
    make("multiple_browsers", 1)(
      `${names.length} browsers are connected.`,
      `bsk session start --browser ${names[0] ?? ""}`,
      { browsers: names },
    ),
  navigationFailed: (netError, data) =>
    make("navigation_failed", 3)(`The navigation failed: ${netError}`, undefined, {
      ...data,
      net_error: netError,
    }),
  noBrowser: (headless) =>
    make("no_browser", 1)(
      "No browser is connected.",
      `bsk browser start${headless ? " --headless" : ""}`,
    ),
  noTab: (session) =>
    make("no_tab", 1)(`Session ${session} has no tab.`, `bsk tab create --session ${session}`, {
      session,
    }),
  notOwner: (what, session) =>
    make("not_owner", 1)(
      `${what} does not belong to session ${session}.`,
      `bsk tab list --session ${session}`,
      { session },
    ),
  operationNotFound: (id, session) =>
    make("operation_not_found", 1)(
      `No operation ${id}.`,
      `bsk debug operations --session ${session}`,
      { id },
    ),
  pageGone: (tabId, why) =>
    make("page_gone", 3)(`Tab ${tabId} ${why}.`, undefined, { tab_id: tabId, reason: why }),
  pageHung: (tabId, session, ms) =>
    make("page_hung", 4)(
      `The page in tab ${tabId} did not answer within ${ms} ms: it is busy, or waits for a dialog.`,
      `bsk tab close ${tabId} --session ${session}`,
      { tab_id: tabId, ms },
    ),
  pluginFailed: (plugin, message, cause) =>
    new BskError("plugin_failed", `Plugin "${plugin}" failed: ${message}`, {
      exitCode: 3,
      data: { plugin },
      cause,
    }),
  pluginInvalidResult: (plugin, where) =>
    make("plugin_invalid_result", 3)(
      `Plugin "${plugin}" returned what its schema forbids (${where}).`,
      undefined,
      { plugin },
    ),
  pointerNotFound: (pointer, id) =>
    make("pointer_not_found", 1)(`${id} has nothing at the pointer.`, undefined, { id, pointer }),
  portTaken: (port) =>
    make("port_taken", 2)(
      `Port ${port} is used by another program.`,
      `bsk daemon start --port ${port < 65535 ? port + 1 : 52861}`,
      { port },
    ),
  protocolMismatch: (theirs, ours) =>
    make("protocol_mismatch", 5)(
      `The other side speaks protocol ${theirs}, this one ${ours}.`,
      "bsk daemon stop",
      { theirs, ours },
    ),
  refStale: (ref, session) =>
    make("ref_stale", 1)(
      `${ref} is not of the latest snapshot of this page.`,
      `bsk snapshot --session ${session}`,
      {
        ref,
      },
    ),
  requestNotFound: (id, session) =>
    make("request_not_found", 1)(`No request ${id}.`, listRequests(session), { id }),
  runCapturing: (id) =>
    make("run_capturing", 1)(`Run ${id} is being recorded; stop it first.`, undefined, { id }),
  runDeleted: (id) =>
    make("run_not_found", 1)(`No run ${id} in this browser's history.`, undefined, { id }),
  runNotFound: (id, session) =>
    make("run_not_found", 1)(`No run ${id}.`, `bsk debug status --session ${session}`, { id }),
  sessionBusy: (session, activity) =>
    make("session_busy", 4)(
      `Session ${session} is running another browser command.`,
      `bsk session list`,
      { session, dispatched: false, activity },
    ),
  sessionNotFound: (session) =>
    make("session_not_found", 1)(`No session ${session}.`, "bsk session list", { session }),
  storageFailed: (what, cause) =>
    new BskError("storage_failed", `Evidence storage: ${what}`, { exitCode: 3, cause }),
  tabNotFound: (tabId, session) =>
    make("tab_not_found", 1)(`No tab ${tabId}.`, `bsk tab list --session ${session}`, {
      tab_id: tabId,
    }),
  timeout: (what, ms, data) =>
    make("timeout", 4)(`${what} took longer than ${ms} ms.`, undefined, { ...data, ms }),
  unknownMethod: (method) => make("unknown_method", 5)(`Unknown method ${method}.`, "bsk --help"),
  urlNotAllowed: (why) => make("url_not_allowed", 1)(`That URL cannot be opened: ${why}.`),
};

export interface ErrorCatalogue {
  answerTooLarge(bytes: number): BskError;
  bodyNotComplete(id: string, state: string): BskError;
  browserExists(name: string): BskError;
  browserNotFound(name: string): BskError;
  browserStartFailed(reason: string, hint?: string): BskError;
  budgetTooSmall(budget: number): BskError;
  cancelled(what: string): BskError;
  captureLimit(limit: number): BskError;
  captureNotActive(session: string): BskError;
  captureStartFailed(reason: string, data?: ErrorDetails): BskError;
  cdpFailed(method: string, reason: string, data?: ErrorDetails): BskError;
  cdpTimeout(method: string, ms: number): BskError;
  daemonNotRunning(): BskError;
  daemonStartFailed(reason: string, hint?: string): BskError;
  daemonUnreachable(reason: string): BskError;
  debuggerBusy(tabId: number): BskError;
  dialogOpen(tabId: number, session: string): BskError;
  elementNotActionable(target: string, why: string): BskError;
  elementNotFound(target: string, session: string): BskError;
  evidenceNotDeclared(plugin: string, what: string): BskError;
  exportNotFound(id: string): BskError;
  extensionGone(browser: string): BskError;
  extensionNotConnected(browser: string): BskError;
  fileExists(path: string): BskError;
  fileUnreadable(path: string, reason: string): BskError;
  fileUnwritable(path: string, reason: string): BskError;
  internal(message: string, cause?: unknown): BskError;
  invalidJson(what: string): BskError;
  invalidParams(what: string, data?: ErrorDetails, hint?: string): BskError;
  malformedFrame(reason: string): BskError;
  multipleBrowsers(names: readonly string[]): BskError;
  navigationFailed(netError: string, data?: ErrorDetails): BskError;
  noBrowser(headless: boolean): BskError;
  noTab(session: string): BskError;
  notOwner(what: string, session: string): BskError;
  operationNotFound(id: string, session: string): BskError;
  pageGone(tabId: number, why: string): BskError;
  pageHung(tabId: number, session: string, ms: number): BskError;
  pluginFailed(plugin: string, message: string, cause?: unknown): BskError;
  pluginInvalidResult(plugin: string, where: string): BskError;
  pointerNotFound(pointer: string, id: string): BskError;
  portTaken(port: number): BskError;
  protocolMismatch(theirs: string, ours: string): BskError;
  refStale(ref: string, session: string): BskError;
  requestNotFound(id: string, session: string): BskError;
  runCapturing(id: string): BskError;
  runDeleted(id: string): BskError;
  runNotFound(id: string, session: string): BskError;
  sessionBusy(session: string, activity: ErrorDetails): BskError;
  sessionNotFound(session: string): BskError;
  storageFailed(what: string, cause?: unknown): BskError;
  tabNotFound(tabId: number, session: string): BskError;
  timeout(what: string, ms: number, data?: ErrorDetails): BskError;
  unknownMethod(method: string): BskError;
  urlNotAllowed(why: string): BskError;
}
