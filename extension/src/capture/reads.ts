import {
  type EvidenceReader,
  listConsole,
  listFolds,
  listOperations,
  listPages,
  listRequests,
  readOperation,
  readRequest,
  summarize,
} from "@bsk/core";
import type { ActionParams } from "@bsk/schema";

/**
 * Runs one read of evidence; undefined when the method is none. The wire validated `params` for this very
 * method, which is what the casts say.
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
    case "debug/summary":
      return summarize(reader, params as ActionParams["debug/summary"]);
    default:
      return undefined;
  }
}
