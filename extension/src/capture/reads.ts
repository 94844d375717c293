import {
  type EvidenceReader,
  listConsole,
  listFolds,
  listOperations,
  listPages,
  listRequests,
  listTimeline,
  readOperation,
  readRequest,
  searchRun,
  summarize,
} from "@bsk/core";
import type { ActionParams, ReplayRecord, RuleRecord, VisitRecord } from "@bsk/schema";

/**
 * Runs one read of evidence; undefined when the method is none. The wire validated `params` for this very
 * method, which is what the casts say. Those named `panel/` are for this extension's own pages alone: the wire has
 * no such methods.
 */
export function readRun(
  method: string,
  reader: EvidenceReader,
  params: unknown,
): Promise<unknown> | undefined {
  switch (method) {
    case "debug/requests":
      return listRequests(reader, params as ActionParams["debug/requests"]);
    case "debug/listing":
      return listFolds(reader, params as ActionParams["debug/listing"]);
    case "debug/request":
      return readRequest(reader, params as ActionParams["debug/request"]);
    case "debug/operations":
      return listOperations(reader, params as ActionParams["debug/operations"]);
    case "debug/operation":
      return readOperation(reader, params as ActionParams["debug/operation"]);
    case "debug/console":
      return listConsole(reader, params as ActionParams["debug/console"]);
    case "debug/pages":
      return listPages(reader, params as ActionParams["debug/pages"]);
    case "debug/search":
      return searchRun(reader, params as ActionParams["debug/search"]);
    case "debug/timeline":
      return listTimeline(reader, params as ActionParams["debug/timeline"]);
    case "debug/summary":
      return summarize(reader, params as ActionParams["debug/summary"]);
    case "panel/visits":
      return readVisits(reader);
    case "panel/controls":
      return readControls(reader);
    default:
      return undefined;
  }
}

async function readVisits(reader: EvidenceReader): Promise<{ readonly visits: VisitRecord[] }> {
  const visits: VisitRecord[] = [];
  for await (const visit of reader.visits()) visits.push(visit);
  return { visits };
}

async function readControls(
  reader: EvidenceReader,
): Promise<{ readonly rules: RuleRecord[]; readonly replays: ReplayRecord[] }> {
  const rules: RuleRecord[] = [];
  const replays: ReplayRecord[] = [];
  for await (const rule of reader.rules()) rules.push(rule);
  for await (const replay of reader.replays()) replays.push(replay);
  return { rules, replays };
}
