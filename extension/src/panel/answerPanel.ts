import { BskError, errors } from "@bsk/core";
import type { PanelAnswer, PanelError, PanelRequest } from "./messages.js";
import { type PanelParts, profileHandlers, runHandlers } from "./panelHandlers.js";

/** The pages that may ask. */
const PAGES: readonly string[] = ["panel.html", "popup.html"];

type Respond = (answer: PanelAnswer) => void;
type Listener = (
  message: unknown,
  sender: chrome.runtime.MessageSender,
  respond: Respond,
) => boolean;

/** The listener for `chrome.runtime.onMessage`: answers the pages of this extension and nobody else. */
export function answerPanel(parts: PanelParts): Listener {
  const handlers = { ofRun: runHandlers(parts), ofProfile: profileHandlers(parts) };
  const answer = async ({ method, run_id: runId, params }: PanelRequest): Promise<unknown> => {
    await parts.ready;
    if (runId === undefined) {
      if (!has(handlers.ofProfile, method)) throw errors.unknownMethod(method);
      return handlers.ofProfile[method](params);
    }
    if (!has(handlers.ofRun, method)) throw errors.unknownMethod(method);
    return handlers.ofRun[method](await parts.runs.ownerOf(runId), runId, params);
  };
  return (message, sender, respond) => {
    const request = isOwnPage(sender) ? parse(message) : undefined;
    if (!request) return false;
    answer(request).then(
      (result) => respond({ ok: true, result }),
      (error: unknown) => respond({ ok: false, error: describe(error) }),
    );
    return true; // the answer comes later
  };
}

/** The query says what a page shows; path and origin say which page it is. */
function isOwnPage({ id, url }: chrome.runtime.MessageSender): boolean {
  if (id !== chrome.runtime.id || url === undefined) return false;
  const [page = ""] = url.split(/[?#]/, 1);
  return PAGES.some((name) => page === chrome.runtime.getURL(name));
}

function parse(message: unknown): PanelRequest | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { kind, method, run_id: runId, params } = message as { readonly [name: string]: unknown }; // each is checked next
  if (kind !== "panel" || typeof method !== "string") return undefined;
  if (typeof params !== "object" || params === null || Array.isArray(params)) return undefined;
  if (runId === undefined) return { kind, method, params };
  if (typeof runId !== "string" || !/^d[0-9a-f]{12}$/.test(runId)) return undefined;
  return { kind, method, run_id: runId, params };
}

function has<T extends object>(handlers: T, method: string): method is keyof T & string {
  return Object.hasOwn(handlers, method);
}

function describe(error: unknown): PanelError {
  const known = error instanceof BskError ? error : errors.internal(nameOf(error), error);
  const { code, message, hint } = known;
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
