import type { Recording } from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";
import type { EvidenceRecord, RecordKind } from "../records.js";
import type { Redacted } from "../redacted.js";
import { listReader } from "../storage/listReader.js";
import { asRedacted } from "./records.js";

/** Reads a recording as an analyzer reads a run: no browser, no disk. */
export function readerOf(
  recording: Recording,
  signal: AbortSignal = new AbortController().signal,
): EvidenceReader {
  const lists = new Map<RecordKind, readonly EvidenceRecord[]>([
    [
      "request",
      recording.requests.map((request) => ({
        ...request,
        request_body: withoutText(request.request_body),
        response_body: withoutText(request.response_body),
      })),
    ],
    [
      "operation",
      recording.operations.map(
        ({ request_ids: _ids, console_ids: _entries, links: _links, ...operation }) => operation,
      ),
    ],
    ["console", recording.console],
    ["page", recording.pages],
    ["visit", recording.performance ?? []],
    ["rule", recording.rules ?? []],
    ["replay", recording.replays ?? []],
  ]);
  return listReader(
    {
      run: async () => asRedacted(recording.run),
      records: async <K extends RecordKind>(kind: K) => {
        const list: unknown = lists.get(kind) ?? [];
        return list as readonly Redacted<EvidenceRecord<K>>[]; // listed under its kind just above
      },
      body: async (id, part) =>
        recording.requests.find((request) => request.id === id)?.[`${part}_body`].text,
    },
    signal,
  );
}

function withoutText<B extends { readonly text?: string }>({
  text: _text,
  ...body
}: B): Omit<B, "text"> {
  return body;
}
