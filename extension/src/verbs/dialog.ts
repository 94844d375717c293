import { BskError, type CdpSession, errors } from "@bsk/core";
import type { OpenDialog } from "@bsk/schema";
import { dialogOpened } from "./Effects.js";
import { PageWatch } from "./PageWatch.js";
import type { Verb } from "./Verb.js";

const ANSWER_MS = 2000;
/** How long a page may take to open its next dialog, or to go on. */
const NEXT_MS = 1000;

/** Tells of the open dialog, or answers it. Throws `no_dialog`, `dialog_not_found`. */
export const dialog: Verb<"page/dialog"> = async (params, { cdp, tabId, session }) => {
  const { answer = "status", text, dialog_id: id } = params;
  const watch = PageWatch.of(cdp);
  const open = watch.dialog;
  if (answer === "status") return open ? stateOf(open) : await withoutDialog(cdp);
  if (answer === "dismiss" && !open && watch.isDeaf) return await endPrompt(cdp);
  if (id !== undefined && open && id !== open.id) throw errors.dialogNotFound(id, session);
  const isAccepted = answer === "accept";
  // Without a text the browser answers a prompt with none, and not with what stands in it as a person does.
  const promptText = text ?? (open && watch.defaultOf(open));
  const options = { accept: isAccepted, ...(promptText && { promptText }) };
  try {
    await cdp.send("Page.handleJavaScriptDialog", options, { deadlineMs: ANSWER_MS });
  } catch (error) {
    if (error instanceof BskError && error.code === "cdp_failed")
      throw errors.noDialog(tabId, session);
    throw error;
  }
  if (watch.dialog === open) watch.dialog = undefined; // its event may come later
  await untilGoingOn(cdp);
  const next = watch.dialog;
  return {
    did: `dialog ${answer}${open ? ` ${open.type}` : ""}`,
    open: next !== undefined,
    ...(open && { answered: open }),
    ...(next && dialogOpened(next)),
  };
};

function stateOf(open: OpenDialog) {
  return { did: `dialog open ${open.type}`, open: true, ...dialogOpened(open) };
}

/**
 * A prompt of the browser itself is not told of to extensions: not that it is there, nor whose it is. One for a login
 * waits for an answer to a request, and goes with it.
 */
async function endPrompt(cdp: CdpSession) {
  const watch = PageWatch.of(cdp);
  const count = watch.network.waiting().length;
  await cdp.send("Page.stopLoading", undefined, { deadlineMs: ANSWER_MS });
  watch.isDeaf = false;
  return { did: `no dialog of the page: stopped what it loads, ${count} requests`, open: false };
}

/** A dialog that opened before the debugger came is not told of by the browser: the page is only silent. */
async function withoutDialog(cdp: CdpSession) {
  if (PageWatch.of(cdp).isDeaf) {
    const did =
      "no dialog of the page, but it saw nothing of the latest input: the browser may ask for a login; dismiss ends that";
    return { did, open: false };
  }
  const isSilent = await cdp
    .send("Runtime.evaluate", { expression: "0" }, { deadlineMs: NEXT_MS })
    .then(
      () => false,
      (error: unknown) => error instanceof BskError && error.code === "cdp_timeout",
    );
  const did = isSilent
    ? "no dialog known, but the page does not answer: one may have opened before bsk was attached"
    : "no dialog";
  return { did, open: false };
}

/** The page answers again, goes elsewhere, or opens the next dialog. */
async function untilGoingOn(cdp: CdpSession): Promise<void> {
  let stop: () => void = () => {};
  const opens = new Promise<void>((resolve) => {
    stop = cdp.onEvent(({ method }) => {
      if (method === "Page.javascriptDialogOpening") resolve();
    });
  });
  // A page that is still busy, or gone, is no fault of the answer.
  const answers = cdp
    .send("Runtime.evaluate", { expression: "0" }, { deadlineMs: NEXT_MS })
    .catch(() => {});
  await Promise.race([opens, answers]);
  stop();
}
