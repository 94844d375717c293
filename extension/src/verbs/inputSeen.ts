import { errors } from "@bsk/core";
import type { Attempt } from "./Attempt.js";
import type { Unchecked } from "./Effects.js";

/** Input that was sent, and what the document says of it. */
export interface SentInput {
  readonly sent: number;
  /** Undefined: the document is gone, and cannot be asked. */
  readonly seen: number | undefined;
  /** It was to go to a document of its own, in which nobody counts. */
  readonly isElsewhere: boolean;
}

/**
 * Whether the page saw the input: a browser that shows something of its own, as a prompt for a login, swallows it and
 * answers all the same. Why that cannot be known; undefined: it did. Throws `input_unseen`.
 */
export function requireSeen(
  { watch, context }: Attempt,
  { sent, seen, isElsewhere }: SentInput,
): Unchecked | undefined {
  if (seen === undefined) return "document_gone";
  if (seen >= sent) {
    watch.isDeaf = false;
    return undefined;
  }
  if (isElsewhere) return "frame";
  watch.isDeaf = true;
  const waiting = watch.network.waiting();
  throw errors.inputUnseen(context.tabId, context.session, {
    seen,
    sent,
    waiting,
    ...(watch.external === undefined ? {} : { external: watch.external }),
  });
}
