import type { ActionResults } from "@bsk/schema";
import { type FormatContext, sessionFlag } from "./FormatContext.js";
import { cut, cutMiddle, quote, shortId } from "./shorten.js";

/** What every verb may add: the operation of a capture, a navigation that began, a dialog that opened. */
interface Effects {
  readonly operation_id?: string;
  readonly navigation?: { readonly url: string };
  readonly dialog?: { readonly type: string; readonly message: string };
}

function effects({ operation_id, navigation, dialog }: Effects, context: FormatContext): string[] {
  return [
    ...(navigation ? [`navigating to ${cutMiddle(navigation.url, 160)}`] : []),
    ...(dialog ? [`dialog open: ${cut(dialog.type, 20)} ${quote(dialog.message, 160)}`] : []),
    ...(operation_id === undefined
      ? []
      : [`next: bsk debug operation ${shortId(operation_id)}${sessionFlag(context)}`]),
  ];
}

export function formatNavigate(
  result: ActionResults["page/navigate"],
  context: FormatContext,
): string {
  const { url, status, redirects = 0, reached, title } = result;
  const head = [
    `${status ?? "-"} ${cutMiddle(url, 160)}`,
    reached,
    redirects > 0 ? `${redirects} redirects` : "",
    title === undefined ? "" : quote(title, 80),
  ];
  const { navigation: _same, ...rest } = result;
  return [head.filter(Boolean).join("  "), ...effects(rest, context)].join("\n");
}

export function formatClick(result: ActionResults["page/click"], context: FormatContext): string {
  return [cut(result.did, 300), ...effects(result, context)].join("\n");
}

export function formatFill(result: ActionResults["page/fill"], context: FormatContext): string {
  const verdict = result.verified ? "value verified" : "the field holds another value afterwards";
  return [`${cut(result.did, 300)}  ${verdict}`, ...effects(result, context)].join("\n");
}

/** What the script gave, as it is; what it threw is said on stderr by `evaluateThrew`. */
export function formatEvaluate({ ok, text }: ActionResults["page/evaluate"]): string {
  return ok ? text : "";
}

export function evaluateThrew({ ok, text }: ActionResults["page/evaluate"]): string | undefined {
  return ok ? undefined : `threw: ${text}`;
}

export function formatSnapshot(
  result: ActionResults["page/snapshot"],
  context: FormatContext,
): string {
  const { url, title, tree, refs, truncated } = result;
  const more = `next: bsk snapshot${sessionFlag(context)} --max-chars 200000`;
  return [
    `${cutMiddle(url, 160)}  ${quote(title, 100)}  ${refs} refs`,
    tree,
    ...(truncated ? [`cut after ${tree.length} characters`, more] : []),
  ].join("\n");
}
