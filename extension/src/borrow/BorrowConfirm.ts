import { errors } from "@bsk/core";
import type { BorrowAnswer, BorrowMessage, BorrowQuestion } from "./messages.js";

interface Pending {
  readonly question: BorrowQuestion;
  readonly settle: (answer: BorrowAnswer | "timeout") => void;
  /** The tab of the window that asks; undefined until the browser has made it. */
  tabId: number | undefined;
}

const WIDTH = 460;
const HEIGHT = 340;

/** Asks a person in a window of the extension's own whether a session may borrow a tab. */
export class BorrowConfirm {
  readonly #pending = new Map<string, Pending>();

  /** The answer; a window that is closed says no. Throws `cancelled` when the command is. */
  async ask(
    question: BorrowQuestion,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<BorrowAnswer | "timeout"> {
    if (signal.aborted) throw errors.cancelled("Borrowing the tab");
    const id = crypto.randomUUID();
    let cleanUp: () => void = () => undefined;
    const answered = new Promise<BorrowAnswer | "timeout">((resolve, reject) => {
      this.#pending.set(id, { question, settle: resolve, tabId: undefined });
      const timer = setTimeout(() => resolve("timeout"), timeoutMs);
      const cancel = (): void => reject(errors.cancelled("Borrowing the tab"));
      signal.addEventListener("abort", cancel, { once: true });
      cleanUp = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", cancel);
        this.#pending.delete(id);
      };
    });
    answered.catch(() => undefined); // told below, once the window is there to be closed
    let windowId: number | undefined;
    try {
      windowId = await this.#open(id);
      return await answered;
    } finally {
      cleanUp();
      if (windowId !== undefined) await chrome.windows.remove(windowId).catch(() => undefined); // closed by the person
    }
  }

  /** For `chrome.runtime.onMessage`: answers the windows that ask, and nobody else. */
  readonly handleMessage = (
    message: unknown,
    sender: chrome.runtime.MessageSender,
    respond: (answer: BorrowQuestion | undefined) => void,
  ): boolean => {
    const said = parse(message);
    const pending = said && this.#pending.get(said.id);
    if (!said || !pending || !isWindow(sender, said.id, pending.tabId)) return false;
    if (said.kind === "borrow_answer") pending.settle(said.answer);
    respond(said.kind === "borrow_question" ? pending.question : undefined);
    return false;
  };

  /** For `chrome.tabs.onRemoved`: closing the window is a no. */
  tabRemoved(tabId: number): void {
    for (const pending of this.#pending.values()) {
      if (pending.tabId === tabId) pending.settle("deny");
    }
  }

  async #open(id: string): Promise<number | undefined> {
    const window = await chrome.windows.create({
      type: "popup",
      url: chrome.runtime.getURL(`borrow.html?${id}`),
      width: WIDTH,
      height: HEIGHT,
      focused: true,
    });
    const pending = this.#pending.get(id);
    if (pending) pending.tabId = window?.tabs?.[0]?.id;
    return window?.id;
  }
}

function isWindow(
  { id: extension, url, tab }: chrome.runtime.MessageSender,
  id: string,
  tabId: number | undefined,
): boolean {
  const isPage = url === chrome.runtime.getURL(`borrow.html?${id}`);
  return extension === chrome.runtime.id && isPage && (tabId === undefined || tab?.id === tabId);
}

function parse(message: unknown): BorrowMessage | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const { kind, id, answer } = message as { kind?: unknown; id?: unknown; answer?: unknown }; // checked next
  if (typeof id !== "string") return undefined;
  if (kind === "borrow_question") return { kind, id };
  if (kind !== "borrow_answer") return undefined;
  return answer === "once" || answer === "session" || answer === "deny"
    ? { kind, id, answer }
    : undefined;
}
