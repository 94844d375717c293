import type { Recording, RequestRecord } from "@bsk/schema";
import type { Random } from "../../sites/index.js";
import type { ServerLog } from "../log/ServerLog.js";

/** A run that a mutation may change as it likes: it is a copy. */
export interface Subject {
  readonly log: ServerLog;
  readonly isOrdered: boolean;
  readonly run: Mutable<Recording>;
  /** Records of the run that are on the server, too. */
  readonly records: readonly Mutable<RequestRecord>[];
  readonly random: Random;
}

/** Makes one lie of a run. Says which, or undefined where this run has nothing to lie about in this way. */
export type Mutation = (subject: Subject) => string | undefined;

export type Mutable<T> = {
  -readonly [Key in keyof T]: T[Key] extends object ? Mutable<T[Key]> : T[Key];
};

/** One of those that are fit for it. */
export function oneOf<T>(subject: Subject, rows: readonly T[]): T | undefined {
  return rows.length === 0 ? undefined : subject.random.pick(rows);
}

/** Two different ones that differ in what `by` says of them. */
export function twoOf<T>(
  subject: Subject,
  rows: readonly T[],
  by: (row: T) => unknown,
): readonly [T, T] | undefined {
  const one = oneOf(subject, rows);
  if (one === undefined) return undefined;
  const other = oneOf(
    subject,
    rows.filter((row) => by(row) !== by(one)),
  );
  return other === undefined ? undefined : [one, other];
}

export function hasText({
  response_body: body,
}: {
  response_body: { text?: string; state: string };
}): boolean {
  return body.state === "available" && (body.text?.length ?? 0) > 1;
}
