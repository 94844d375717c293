import type { ObservedVisit } from "@bsk/schema";

/** What the observer says through its binding, one JSON text each. Schema: `messages/observer-event.json`. */
export type ObserverMessage =
  | InputMessage
  | ActionMessage
  | PassedMessage
  | { readonly v: 1; readonly type: "page_changed" | "pagehide"; readonly at: number }
  | { readonly v: 1; readonly type: "visit"; readonly at: number; readonly visit: ObservedVisit }
  | {
      readonly v: 1;
      readonly type: "loaded";
      readonly at: number;
      readonly navigation: Navigation;
    };

/** Typing into one field, from its first event until it rests. */
export interface InputMessage {
  readonly v: 1;
  readonly type: "input_started" | "input_finished";
  /** Epoch ms of the first, or the last, event. */
  readonly at: number;
  /** Role and name, else a short selector. */
  readonly target: string;
  /** The field's key, as in a snapshot; absent: it has none. */
  readonly field?: string;
}

/** Something that a person did at once. */
export interface ActionMessage {
  readonly v: 1;
  readonly type: "click" | "submit" | "key";
  /** Epoch ms of the event. */
  readonly at: number;
  /** When the page's own listeners had dealt with it. */
  readonly end: number;
  readonly target: string;
  /** Of a key only. */
  readonly key?: "Enter" | "Escape" | "Space";
}

/** Text that came and went again. */
export interface PassedMessage {
  readonly v: 1;
  readonly type: "text_passed";
  /** When it was first seen, and when it was seen no more. */
  readonly at: number;
  readonly end: number;
  readonly lines: readonly string[];
  /** How it was announced; absent: it was not, or by the page's own means. */
  readonly live?: "alert" | "status" | "log";
  /** More came than is watched: what of it went is not known. */
  readonly limited?: true;
}

/** As the page's navigation entry has it; `back_forward` also for a page that was kept and comes back. */
export type Navigation = "navigate" | "reload" | "back_forward" | "prerender";

/** What `__bskSnapshot()` returns, as JSON text. Schema: `messages/observer-snapshot.json`. */
export interface PageSnapshot {
  readonly url: string;
  readonly title: string;
  /** What the main frame shows, one block a line. */
  readonly text: string;
  readonly text_truncated: boolean;
  readonly fields: readonly SnapshotField[];
  /** There are fields that are not in the list. */
  readonly fields_partial: boolean;
  readonly navigation: Navigation;
  /** Frames in the page: their text and fields are not read. */
  readonly frames: number;
}

/** One form field. The value of a secret one never leaves the page. */
export interface SnapshotField {
  readonly key: string;
  readonly name?: string;
  readonly label: string;
  readonly type?: string;
  readonly autocomplete?: string;
  readonly id?: string;
  readonly value?: string;
  readonly state: "available" | "redacted" | "truncated";
}
