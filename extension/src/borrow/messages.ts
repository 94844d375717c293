/** What a person is asked. The title is the page's: text, never markup. */
export interface BorrowQuestion {
  readonly session: string;
  /** The session's name for people. */
  readonly name?: string;
  readonly origin: string;
  readonly title: string;
  /** How long the answer may take. */
  readonly timeoutMs: number;
}

/** For this one time, for all further tabs of the origin in this session, or no. */
export type BorrowAnswer = "once" | "session" | "deny";

/** What the window that asks says to the worker; `id` is that of its question. */
export type BorrowMessage =
  | { readonly kind: "borrow_question"; readonly id: string }
  | { readonly kind: "borrow_answer"; readonly id: string; readonly answer: BorrowAnswer };
