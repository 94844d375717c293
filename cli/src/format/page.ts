import { shortId } from "@bsk/core";
import type {
  ActionResults,
  FileChooserMode,
  OpenDialog,
  OpenedTab,
  StartedDownload,
} from "@bsk/schema";
import { type FormatContext, sessionFlag } from "./FormatContext.js";
import { indented } from "./printable.js";
import { cut, cutMiddle, quote } from "./shorten.js";

/** What every verb may add: the operation of a capture, what began or opened, and the tab that is recorded instead. */
interface Effects {
  readonly operation_id?: string;
  readonly opened_tabs?: readonly OpenedTab[];
  readonly recorded_tab_id?: number;
  readonly matches?: number;
  readonly file_chooser?: FileChooserMode;
  readonly unchecked?: ActionResults["page/click"]["unchecked"];
  readonly navigation?: { readonly url: string };
  readonly external_url?: string;
  readonly download?: StartedDownload;
  readonly dialog?: OpenDialog;
}

const WHY: Readonly<Record<NonNullable<Effects["unchecked"]>, string>> = {
  document_gone: "its document is gone",
  frame: "it went into a frame of another origin",
  not_heard: "nothing was heard of the wheel",
};

/** What `evaluate --max-chars` may ask for. */
const MOST_CHARS = 1_048_576;

function effects(result: Effects, context: FormatContext): string[] {
  const { operation_id, navigation, external_url, download, dialog, unchecked, file_chooser } =
    result;
  return [
    ...matchesLines(result),
    ...(unchecked === undefined ? [] : [`not checked whether the page saw it: ${WHY[unchecked]}`]),
    ...(file_chooser === undefined
      ? []
      : [
          `file chooser for ${file_chooser} opened, and was closed again: no verb chooses files, a script can set them (DataTransfer)`,
          "next: bsk evaluate --help",
        ]),
    ...(navigation ? [`navigating to ${cutMiddle(navigation.url, 160)}`] : []),
    ...(external_url === undefined
      ? []
      : [`asked another application to open ${cutMiddle(external_url, 160)}; the page stays`]),
    ...(download
      ? [
          `download ${quote(download.name, 80)} from ${cutMiddle(download.url, 160)}; the page stays`,
        ]
      : []),
    ...tabLines(result, context),
    ...dialogLines(dialog, context, operation_id),
    ...(operation_id === undefined || dialog !== undefined
      ? []
      : [`next: bsk debug operation ${shortId(operation_id)}${sessionFlag(context)}`]),
  ];
}

/** That a selector meant more than what was taken. */
export function matchesLines({ matches }: { readonly matches?: number }): string[] {
  return matches === undefined ? [] : [`first of ${matches} matches`];
}

function tabLines(
  { operation_id, opened_tabs = [], recorded_tab_id }: Effects,
  context: FormatContext,
): string[] {
  return [
    ...opened_tabs.flatMap(({ tab_id, active }) => {
      const now = active ? ", the session's active tab now" : "";
      const unrecorded = operation_id === undefined ? "" : "; it is not recorded";
      return [`opened tab ${tab_id}${now}${unrecorded}`];
    }),
    ...(recorded_tab_id === undefined
      ? []
      : [
          `not recorded: the session's capture records tab ${recorded_tab_id}`,
          `next: bsk tab select ${recorded_tab_id}${sessionFlag(context)}`,
        ]),
  ];
}

function dialogLines(
  dialog: OpenDialog | undefined,
  context: FormatContext,
  operation?: string,
): string[] {
  if (!dialog) return [];
  const { default_text: text } = dialog;
  const holds = text === undefined ? "" : ` holds ${quote(text, 80)}`;
  const during = operation === undefined ? "" : `  during ${shortId(operation)}`;
  return [
    `dialog open: ${dialog.id} ${cut(dialog.type, 20)} ${quote(dialog.message, 160)}${holds}${during}`,
    `next: bsk dialog accept${sessionFlag(context)}${tabFlag(context)}`,
  ];
}

/** The page that hung, and what went down with it. */
export function endedLines(
  [first, ...others]: readonly number[] = [],
  context: FormatContext,
): string[] {
  if (first === undefined) return [];
  return [
    "the page hung: its process was ended",
    ...others.flatMap((tabId) => [
      `tab ${tabId} shared it, and its page crashed`,
      `next: bsk reload${sessionFlag(context)} --tab-id ${tabId}`,
    ]),
  ];
}

function tabFlag({ params }: FormatContext): string {
  return typeof params.tab_id === "number" ? ` --tab-id ${params.tab_id}` : "";
}

export function formatNavigate(
  result: ActionResults["page/navigate"],
  context: FormatContext,
): string {
  const { url, status, redirects = 0, reached, title, dialog } = result;
  const verdict = dialog ? "waiting at" : "still at";
  const head = [
    `${reached === "none" ? verdict : (status ?? "-")} ${cutMiddle(url, 160)}`,
    reached === "none" ? "" : reached,
    redirects > 0 ? `${redirects} redirects` : "",
    title === undefined ? "" : quote(title, 80),
  ];
  return [
    head.filter(Boolean).join("  "),
    ...endedLines(result.ended_tab_ids, context),
    ...effects(result, context),
  ].join("\n");
}

/** Of every verb that only says what it did. */
export function formatActed(result: ActionResults["page/click"], context: FormatContext): string {
  return [cut(result.did, 300), ...effects(result, context)].join("\n");
}

export function formatSelect(result: ActionResults["page/select"], context: FormatContext): string {
  const labels = result.selected.slice(0, 10).map((label) => quote(label, 60));
  const chosen = labels.length === 0 ? "nothing" : labels.join(", ");
  return [`${cut(result.did, 300)}  selected ${chosen}`, ...effects(result, context)].join("\n");
}

export function formatDialog(result: ActionResults["page/dialog"], context: FormatContext): string {
  // What is open says itself that it is.
  const head = result.dialog && !result.answered ? [] : [cut(result.did, 300)];
  return [...head, ...effects(result, context), ...loopLines(result, context)].join("\n");
}

/** The page asks the same again and again: answering does not end that. */
function loopLines(
  { answered, dialog }: ActionResults["page/dialog"],
  context: FormatContext,
): string[] {
  const isSame = answered?.type === dialog?.type && answered?.message === dialog?.message;
  if (!answered || !dialog || !isSame) return [];
  const tab = context.params.tab_id === undefined ? "TAB" : String(context.params.tab_id);
  return [`the same dialog again; if it does not end: bsk tab close ${tab}${sessionFlag(context)}`];
}

export function formatWaitForNavigation(
  result: ActionResults["page/wait-for-navigation"],
  context: FormatContext,
): string {
  const verdict = result.satisfied ? "arrived" : "no navigation arrived";
  return `${verdict} after ${result.waited_ms}ms\n${formatNavigate(result, context)}`;
}

export function formatWaitForElement(
  result: ActionResults["page/wait-for-element"],
  context: FormatContext,
): string {
  const { satisfied, found, waited_ms, dialog } = result;
  const verdict = satisfied ? "satisfied" : "not satisfied";
  return [
    `${verdict}: ${found === "detached" ? "no element matches" : found} after ${waited_ms}ms`,
    ...matchesLines(result),
    ...dialogLines(dialog, context),
  ].join("\n");
}

export function formatHtml(found: ActionResults["page/get-html"]): string {
  return [indented(found.html ?? ""), ...htmlNotes(found).map((note) => `[${note}]`)].join("\n");
}

/** What of the markup is not shown. */
export function htmlNotes(found: ActionResults["page/get-html"]): readonly string[] {
  const { truncated, bytes, omitted_chars = 0, unread_fields = 0 } = found;
  return [
    ...matchesLines(found),
    ...(truncated ? [`cut after ${bytes} bytes, ${omitted_chars} characters left out`] : []),
    ...(unread_fields > 0
      ? [`values of all fields masked, ${unread_fields} fields were not looked at`]
      : []),
  ];
}

export function formatFill(result: ActionResults["page/fill"], context: FormatContext): string {
  const { verified, holds } = result;
  const other = holds === undefined ? "another value" : quote(holds, 80);
  const verdict = verified ? "value verified" : `the field holds ${other} afterwards`;
  return [`${cut(result.did, 300)}  ${verdict}`, ...effects(result, context)].join("\n");
}

/** What the script gave, indented; what it threw is said on stderr by `evaluateThrew`. */
export function formatEvaluate(result: ActionResults["page/evaluate"]): string {
  return result.ok ? [indented(result.text), ...evaluateCut(result)].join("\n") : "";
}

export function evaluateThrew(result: ActionResults["page/evaluate"]): string | undefined {
  if (result.ok) return undefined;
  return [`threw: ${indented(result.text).trimStart()}`, ...evaluateCut(result)].join("\n");
}

/** What of a long result is not shown, and what shows it. */
function evaluateCut({ text, total_chars: total }: ActionResults["page/evaluate"]): string[] {
  if (total === undefined) return [];
  const way =
    total <= MOST_CHARS ? `--max-chars ${total} shows it all` : "take a part of it in the script";
  return [`[cut after ${text.length} of ${total} characters: ${way}]`];
}

export function formatSnapshot(
  result: ActionResults["page/snapshot"],
  context: FormatContext,
): string {
  const { url, title, tree, refs, truncated } = result;
  const isShallow = context.params.max_depth !== undefined;
  const wider = isShallow ? "" : " --max-chars 200000";
  const more = `next: bsk snapshot${sessionFlag(context)}${tabFlag(context)}${wider}`;
  return [
    `${cutMiddle(url, 160)}  ${quote(title, 100)}  ${refs} refs`,
    tree,
    ...(truncated
      ? [isShallow ? "not all of it" : `cut after ${tree.length} characters`, more]
      : []),
  ].join("\n");
}
