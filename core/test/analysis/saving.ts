import type { OperationRecord, PageRecord, Recording } from "@bsk/schema";
import { readOperation } from "../../dist/analysis/index.js";
import {
  operationRecord,
  pageRecord,
  RUN_ID,
  readerOf,
  recordingOf,
  requestRecord,
  START,
} from "../../dist/testing/index.js";

export const session = "abcd";
export const links = { request_ids: [], console_ids: [], links: [] };

export type Parts = Omit<Partial<Recording>, "operations"> & {
  readonly operations?: readonly OperationRecord[];
};

export function readerWith({ operations = [], ...parts }: Parts) {
  return readerOf(
    recordingOf({
      ...parts,
      operations: operations.map((operation) => ({ ...operation, ...links })),
    }),
  );
}

/** Done from `at` for 100 ms, with its windows as capture sets them. */
export function done(number: number, at: number, parts: Partial<OperationRecord> = {}) {
  const end = START + at + 100;
  const times = {
    started_at: START + at,
    finished_at: end,
    window_end: end + 1500,
    observation_end: end + 15_000,
  };
  return operationRecord(number, { state: "completed", ...times, ...parts });
}

export const id = (short: string) => `${RUN_ID}:${short}`;
export const request = (
  number: number,
  at: number,
  parts: Parameters<typeof requestRecord>[1] = {},
) => requestRecord(number, { started_at: START + at, ...parts });

export const jsonBody = (text: string) => ({
  state: "available" as const,
  text,
  chars: text.length,
});

export const key = "http://app.test/profile|form|name:displayName";
export const field = (value: string, parts: object = {}) => ({
  key,
  name: "displayName",
  label: "Name",
  value,
  state: "available" as const,
  ...parts,
});
export const page = (
  number: number,
  at: number,
  fields: ReturnType<typeof field>[],
  parts: Partial<PageRecord> = {},
) => pageRecord(number, { at: START + at, fields, ...parts });

/** Fill, then click: the page before, what was typed, what was sent, answered, and shown after a reload. */
export function saving(
  parts: {
    readonly sent?: string;
    readonly got?: string;
    readonly later?: PageRecord[];
    readonly request?: object;
  } = {},
) {
  const {
    sent = '{"displayName":"Ada L.","age":12345678901234567890}',
    got = '{"displayName":"Ada"}',
  } = parts;
  return {
    pages: [
      page(1, 0, [field("Ada")], { cause: "before" }),
      page(2, 150, [field("Ada L.")], { cause: "after" }),
      page(3, 1000, [field("Ada L.")], { cause: "before", text: "Profile\nSaved yesterday" }),
      page(4, 1150, [field("Ada L.")], { cause: "after", text: "Profile\nCould not save" }),
      ...(parts.later ?? []),
    ],
    operations: [
      done(1, 10, { method: "fill", before: id("g1"), after: id("g2") }),
      done(2, 1010, { before: id("g3"), after: id("g4") }),
    ],
    requests: [
      request(1, 1050, {
        method: "POST",
        status: 422,
        finished_at: START + 1170,
        request_body: jsonBody(sent),
        response_body: jsonBody(got),
        ...parts.request,
      }),
    ],
  };
}

export const read = (parts: Parts, short = "a2", budget?: number) =>
  readOperation(readerWith(parts), {
    session,
    id: short,
    ...(budget === undefined ? {} : { budget }),
  });
