import type { Activity } from "@bsk/schema";

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
  borrowDenied: (tabId, why) =>
    make("borrow_denied", 1)(`Tab ${tabId} was not borrowed: ${why}.`, undefined, {
      tab_id: tabId,
    }),
  borrowTimeout: (tabId, ms) =>
    make("borrow_timeout", 4)(
      `Tab ${tabId} was not borrowed: nobody answered within ${ms} ms.`,
      undefined,
      { tab_id: tabId, ms },
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
  captureElsewhere: (tabId, session) =>
    make("capture_elsewhere", 1)(
      `Session ${session} is recording tab ${tabId}; it records one tab at a time.`,
      `bsk debug stop --session ${session}`,
      { session, tab_id: tabId },
    ),
  captureLimit: (limit, sessions) =>
    make("capture_limit", 1)(
      `${limit} captures are running; that is the limit. Stop one.`,
      sessions[0] === undefined ? "bsk session list" : `bsk debug stop --session ${sessions[0]}`,
      { limit, sessions },
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
  commandElsewhere: (why) =>
    make("command_elsewhere", 2)(`The command has to run in its own process: ${why}.`),
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
  dialogNotFound: (id, session) =>
    make("dialog_not_found", 1)(
      `The open dialog is not ${id}.`,
      `bsk dialog --session ${session}`,
      {
        dialog_id: id,
      },
    ),
  dialogOpen: (tabId, session) =>
    make("dialog_open", 1)(
      `A dialog of the page is open in tab ${tabId}; nothing was done.`,
      `bsk dialog accept --session ${session} --tab-id ${tabId}`,
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
  historyNotAllowed: (session) =>
    make("history_not_allowed", 1)(
      "The history of this browser profile is not open to agents; the person allows it in the extension's popup.",
      `bsk debug history --session ${session}`,
      { session },
    ),
  internal: (message, cause) =>
    new BskError("internal", `A fault in bsk: ${message}`, {
      exitCode: 3,
      hint: "bsk doctor",
      cause,
    }),
  invalidJson: (what) => make("invalid_json", 1)(`${what} is not JSON.`),
  invalidParams: (what, data, hint) => make("invalid_params", 1)(what, hint, data),
  invalidReplay: (place, why) =>
    make("invalid_replay", 1)(`${place}: ${why}.`, "bsk debug replay --help", { place }),
  invalidRule: (place, why) =>
    make("invalid_rule", 1)(`${place}: ${why}.`, "bsk debug rule_add --help", { place }),
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
  navigationPending: (tabId, session) =>
    make("navigation_pending", 4)(
      `Tab ${tabId} waits for the server of another page; until it answers, the page there says nothing.`,
      `bsk wait-for-navigation --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId },
    ),
  noBrowser: (headless) =>
    make("no_browser", 1)(
      "No browser is connected.",
      `bsk browser start${headless ? " --headless" : ""}`,
    ),
  noDialog: (tabId) =>
    make("no_dialog", 1)(`No dialog of tab ${tabId} is known that could be answered.`, undefined, {
      tab_id: tabId,
    }),
  noHistoryEntry: (direction) =>
    make("no_history_entry", 1)(`The tab's history has nothing to go ${direction} to.`, undefined, {
      direction,
    }),
  noTab: (session) =>
    make("no_tab", 1)(`Session ${session} has no tab.`, `bsk tab create --session ${session}`, {
      session,
    }),
  notASelect: (target, tag) =>
    make("not_a_select", 1)(
      `${target} is <${tag}>, not <select>: click it, then click an option.`,
      "bsk click --help",
      { target, tag },
    ),
  notBorrowed: (tabId, session) =>
    make("not_borrowed", 1)(
      `Tab ${tabId} is not borrowed by session ${session}.`,
      `bsk tab list --session ${session}`,
      { tab_id: tabId, session },
    ),
  notBuilt: (path, hint) =>
    make("not_built", 2)(`bsk is not built: ${path} is missing.`, hint, { path }),
  notFillable: (target, what, verb) =>
    make("not_fillable", 1)(
      `${target} is ${what}, which takes no text${verb === undefined ? "" : `: use bsk ${verb}`}.`,
      verb === undefined ? undefined : `bsk ${verb} --help`,
      { target, what },
    ),
  notManaged: (what) =>
    make("not_managed", 1)(
      `${what} works only in a browser that bsk started.`,
      "bsk browser start",
    ),
  notOwner: (what, session, hint = `bsk tab list --session ${session}`) =>
    make("not_owner", 1)(`${what} does not belong to session ${session}.`, hint, { session }),
  operationNotFound: (id, session) =>
    make("operation_not_found", 1)(
      `No operation ${id}.`,
      `bsk debug operations --session ${session}`,
      { id },
    ),
  optionNotFound: (target, value, session) =>
    make("option_not_found", 1)(
      `${target} has no option that can be chosen with the value or label ${JSON.stringify(value)}.`,
      `bsk snapshot --session ${session}`,
      { target, value },
    ),
  pageCrashed: (tabId, session) =>
    make("page_crashed", 3)(
      `The page in tab ${tabId} crashed.`,
      session === undefined ? undefined : `bsk reload --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId },
    ),
  pageDiscarded: (tabId, session) =>
    make("page_discarded", 3)(
      `The browser put the page in tab ${tabId} out of memory.`,
      `bsk reload --session ${session} --tab-id ${tabId}`,
      { tab_id: tabId },
    ),
  pageGone: (tabId, why) =>
    make("page_gone", 3)(`Tab ${tabId} ${why}.`, undefined, { tab_id: tabId, reason: why }),
  pageHung: (tabId, session, { ms, isDispatched = false }) =>
    make("page_hung", 4)(
      `The page in tab ${tabId} did not answer within ${ms} ms${isDispatched ? " after the input was sent" : ""}: it is busy, or waits for a dialog that opened before bsk was attached.`,
      `bsk tab close ${tabId} --session ${session}`,
      { tab_id: tabId, ms, dispatched: isDispatched },
    ),
  pairingBusy: () =>
    make("pairing_busy", 4)("Another `bsk pair` is waiting for its code.", "bsk pair"),
  pairingExpired: (ms) =>
    make("pairing_expired", 4)(
      `Nobody typed the code within ${Math.round(ms / 1000)} s.`,
      "bsk pair",
      { ms },
    ),
  pairingFailed: (reason) => make("pairing_failed", 2)(`Pairing failed: ${reason}`, "bsk pair"),
  pairingRefused: (tries) =>
    make("pairing_refused", 1)(
      `${tries} wrong codes were tried; this one cannot be used any more.`,
      "bsk pair",
      { tries },
    ),
  pinLimit: (limit, session) =>
    make("pin_limit", 1)(
      `${limit} requests of this run are pinned; that is the limit.`,
      listRequests(session),
      { limit },
    ),
  pinTooLarge: (id, units, limit) =>
    make("pin_too_large", 1)(
      `${id} takes ${units} characters; a pinned request may take ${limit}.`,
      undefined,
      { id, units, limit },
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
  replayBinary: (id) =>
    make("replay_binary", 1)(
      `${id} has a binary or multipart body, which is not sent.`,
      undefined,
      {
        id,
      },
    ),
  replayBodyUnsafe: (id, state, session) =>
    make("replay_body_unsafe", 1)(
      `The body of ${id} is not kept as it was sent (${state}); give a complete "body".`,
      `bsk debug request ${id} --session ${session} --part request`,
      { id, state },
    ),
  replayCrossOrigin: (what) =>
    make(
      "replay_cross_origin",
      1,
    )(`${what}; a replay stays within the origin of its source and of the page.`),
  replayKeyConflict: (key, id, session) =>
    make("replay_key_conflict", 1)(
      `The key ${key} belongs to a replay of ${id}; use another key.`,
      `bsk debug rules --session ${session}`,
      { key, source_request_id: id },
    ),
  replayLimit: (limit, session) =>
    make("replay_limit", 1)(
      `${limit} replays were made in this capture; that is the limit.`,
      `bsk debug rules --session ${session}`,
      { limit },
    ),
  replayMasked: (place) =>
    make("replay_masked", 1)(
      `${place} holds a redacted value; give the real one, or remove a header with null.`,
      undefined,
      { place },
    ),
  replaySourceControlled: (id, state, session) =>
    make("replay_source_controlled", 1)(
      `What ${id} sent is not known: a rule has its hand in it (${state}).`,
      `bsk debug request ${id} --session ${session}`,
      { id, state },
    ),
  replaySourceIncomplete: (id, session) =>
    make("replay_source_incomplete", 1)(
      `The headers of ${id} are not complete; reproduce the request.`,
      `bsk debug request ${id} --session ${session} --part headers`,
      { id },
    ),
  replayUrlIncomplete: (id, state, session) =>
    make("replay_url_incomplete", 1)(
      `The URL of ${id} is ${state}; give a complete "url" of the same origin.`,
      `bsk debug request ${id} --session ${session}`,
      { id, state },
    ),
  requestNotFound: (id, session) =>
    make("request_not_found", 1)(`No request ${id}.`, listRequests(session), { id }),
  requestPending: (id, session) =>
    make("request_pending", 1)(
      `${id} has not ended; only a finished request can be pinned.`,
      `${listRequests(session)} --state pending`,
      { id },
    ),
  ruleExhausted: (id) =>
    make("rule_exhausted", 1)(
      `Rule ${id} has had all its matches; add it again.`,
      "bsk debug rule_add --help",
      { id },
    ),
  ruleLimit: (limit, session) =>
    make("rule_limit", 1)(
      `This capture has had ${limit} rules, removed ones with them; start another capture.`,
      `bsk debug rules --session ${session}`,
      { limit },
    ),
  ruleNotFound: (id, session) =>
    make("rule_not_found", 1)(`No rule ${id}.`, `bsk debug rules --session ${session}`, { id }),
  ruleRemoved: (id, session) =>
    make("rule_removed", 1)(
      `Rule ${id} was removed; add it again.`,
      `bsk debug rules --session ${session}`,
      { id },
    ),
  runCapturing: (id) =>
    make("run_capturing", 1)(`Run ${id} is being recorded; stop it first.`, undefined, { id }),
  runDeleted: (id) =>
    make("run_not_found", 1)(`No run ${id} in this browser's history.`, undefined, { id }),
  runNotFound: (id, session) =>
    make("run_not_found", 1)(`No run ${id}.`, `bsk debug status --session ${session}`, { id }),
  runsUnsaved: (limit) =>
    make("runs_unsaved", 3)(
      `${limit} runs are in memory, and those that stopped could not be saved; export them, then end their sessions.`,
      "bsk session list",
      { limit },
    ),
  screenshotTooLarge: (bytes) =>
    make("screenshot_too_large", 1)(
      `The picture has ${bytes} bytes, more than one answer holds: take one element, or the viewport.`,
      "bsk screenshot --help",
      { bytes },
    ),
  sessionBusy: (session, activity) =>
    make("session_busy", 4)(
      `Session ${session} is running another browser command.`,
      `bsk debug wait --session ${session}${activity.command_id ? ` --command-id ${activity.command_id}` : ""}`,
      { session, dispatched: false, activity: { ...activity } },
    ),
  sessionNotFound: (session) =>
    make("session_not_found", 1)(`No session ${session}.`, "bsk session list", { session }),
  stateBroken: (path) =>
    make("state_broken", 2)(
      `${path} is not JSON: a daemon starts without what it said.`,
      "bsk daemon start",
      { path },
    ),
  storageFailed: (what, cause) =>
    new BskError("storage_failed", `Evidence storage: ${what}`, { exitCode: 3, cause }),
  tabBorrowed: (tabId, session) =>
    make("tab_borrowed", 1)(
      `Tab ${tabId} is a person's: it goes back, and is not closed.`,
      `bsk tab return ${tabId} --session ${session}`,
      { tab_id: tabId, session },
    ),
  tabNotBorrowable: (tabId, why) =>
    make("tab_not_borrowable", 1)(`Tab ${tabId} cannot be borrowed: ${why}.`, undefined, {
      tab_id: tabId,
      reason: why,
    }),
  tabNotFound: (tabId, session) =>
    make("tab_not_found", 1)(`No tab ${tabId}.`, `bsk tab list --session ${session}`, {
      tab_id: tabId,
    }),
  targetNotFound: (targetId, session) =>
    make("target_not_found", 1)(
      `No tab has the target id ${targetId}.`,
      `bsk tab list --session ${session} --json`,
      { target_id: targetId },
    ),
  timeout: (what, ms, data) =>
    make("timeout", 4)(`${what} took longer than ${ms} ms.`, undefined, { ...data, ms }),
  tooManyValues: (target, count) =>
    make("too_many_values", 1)(
      `${target} takes one option, and ${count} were given.`,
      "bsk select --help",
      { target, count },
    ),
  unknownKey: (name) =>
    make("unknown_key", 1)(`There is no key ${JSON.stringify(name)}.`, "bsk press --help"),
  unknownMethod: (method) => make("unknown_method", 5)(`Unknown method ${method}.`, "bsk --help"),
  urlNotAllowed: (why) => make("url_not_allowed", 1)(`That URL cannot be opened: ${why}.`),
  userAborted: (session) =>
    make("user_aborted", 2)(
      `A person stopped session ${session}.`,
      "Ask the person whether to go on; then repeat the command.",
      { session },
    ),
};

export interface ErrorCatalogue {
  answerTooLarge(bytes: number): BskError;
  bodyNotComplete(id: string, state: string): BskError;
  borrowDenied(tabId: number, why: string): BskError;
  borrowTimeout(tabId: number, ms: number): BskError;
  browserExists(name: string): BskError;
  browserNotFound(name: string): BskError;
  browserStartFailed(reason: string, hint?: string): BskError;
  budgetTooSmall(budget: number): BskError;
  cancelled(what: string): BskError;
  /** `sessions` have the running captures: whichever is to be stopped first comes first. */
  captureElsewhere(tabId: number, session: string): BskError;
  captureLimit(limit: number, sessions: readonly string[]): BskError;
  captureNotActive(session: string): BskError;
  captureStartFailed(reason: string, data?: ErrorDetails): BskError;
  cdpFailed(method: string, reason: string, data?: ErrorDetails): BskError;
  cdpTimeout(method: string, ms: number): BskError;
  commandElsewhere(why: string): BskError;
  daemonNotRunning(): BskError;
  daemonStartFailed(reason: string, hint?: string): BskError;
  daemonUnreachable(reason: string): BskError;
  debuggerBusy(tabId: number): BskError;
  dialogNotFound(id: string, session: string): BskError;
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
  historyNotAllowed(session: string): BskError;
  internal(message: string, cause?: unknown): BskError;
  invalidJson(what: string): BskError;
  invalidParams(what: string, data?: ErrorDetails, hint?: string): BskError;
  invalidReplay(place: string, why: string): BskError;
  invalidRule(place: string, why: string): BskError;
  malformedFrame(reason: string): BskError;
  multipleBrowsers(names: readonly string[]): BskError;
  navigationFailed(netError: string, data?: ErrorDetails): BskError;
  navigationPending(tabId: number, session: string): BskError;
  noBrowser(headless: boolean): BskError;
  noDialog(tabId: number): BskError;
  noHistoryEntry(direction: "back" | "forward"): BskError;
  noTab(session: string): BskError;
  notASelect(target: string, tag: string): BskError;
  /** `verb`: the one that can do it. */
  notBorrowed(tabId: number, session: string): BskError;
  notBuilt(path: string, hint: string): BskError;
  notFillable(target: string, what: string, verb?: string): BskError;
  notManaged(what: string): BskError;
  notOwner(what: string, session: string, hint?: string): BskError;
  operationNotFound(id: string, session: string): BskError;
  optionNotFound(target: string, value: string, session: string): BskError;
  /** Without a session there is no hint. */
  pageCrashed(tabId: number, session?: string): BskError;
  pageDiscarded(tabId: number, session: string): BskError;
  pageGone(tabId: number, why: string): BskError;
  pageHung(
    tabId: number,
    session: string,
    options: { readonly ms: number; readonly isDispatched?: boolean },
  ): BskError;
  pairingBusy(): BskError;
  pairingExpired(ms: number): BskError;
  pairingFailed(reason: string): BskError;
  pairingRefused(tries: number): BskError;
  pinLimit(limit: number, session: string): BskError;
  pinTooLarge(id: string, units: number, limit: number): BskError;
  pluginFailed(plugin: string, message: string, cause?: unknown): BskError;
  pluginInvalidResult(plugin: string, where: string): BskError;
  pointerNotFound(pointer: string, id: string): BskError;
  portTaken(port: number): BskError;
  protocolMismatch(theirs: string, ours: string): BskError;
  refStale(ref: string, session: string): BskError;
  replayBinary(id: string): BskError;
  replayBodyUnsafe(id: string, state: string, session: string): BskError;
  replayCrossOrigin(what: string): BskError;
  replayKeyConflict(key: string, id: string, session: string): BskError;
  replayLimit(limit: number, session: string): BskError;
  replayMasked(place: string): BskError;
  replaySourceControlled(id: string, state: string, session: string): BskError;
  replaySourceIncomplete(id: string, session: string): BskError;
  replayUrlIncomplete(id: string, state: string, session: string): BskError;
  requestNotFound(id: string, session: string): BskError;
  requestPending(id: string, session: string): BskError;
  ruleExhausted(id: string): BskError;
  ruleLimit(limit: number, session: string): BskError;
  ruleNotFound(id: string, session: string): BskError;
  ruleRemoved(id: string, session: string): BskError;
  runCapturing(id: string): BskError;
  runDeleted(id: string): BskError;
  runNotFound(id: string, session: string): BskError;
  runsUnsaved(limit: number): BskError;
  screenshotTooLarge(bytes: number): BskError;
  sessionBusy(session: string, activity: Activity): BskError;
  sessionNotFound(session: string): BskError;
  stateBroken(path: string): BskError;
  storageFailed(what: string, cause?: unknown): BskError;
  tabBorrowed(tabId: number, session: string): BskError;
  tabNotBorrowable(tabId: number, why: string): BskError;
  tabNotFound(tabId: number, session: string): BskError;
  targetNotFound(targetId: string, session: string): BskError;
  timeout(what: string, ms: number, data?: ErrorDetails): BskError;
  tooManyValues(target: string, count: number): BskError;
  unknownKey(name: string): BskError;
  unknownMethod(method: string): BskError;
  urlNotAllowed(why: string): BskError;
  userAborted(session: string): BskError;
}
