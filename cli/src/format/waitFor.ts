import { milliseconds, partToRead, shortId } from "@bsk/core";
import type { ActionResults } from "@bsk/schema";
import { type FormatContext, runFlag, sessionFlag } from "./FormatContext.js";
import { marksOf, requestCells } from "./requestRow.js";
import { runLine } from "./runLine.js";
import { cutMiddle } from "./shorten.js";

/** The row of the request that came, and how to read its answer. */
export function formatWaitFor(
  { run, request, waited_ms: waited }: ActionResults["debug/wait-for"],
  context: FormatContext,
): string {
  const flags = sessionFlag(context) + runFlag(context);
  return [
    runLine(run, waited === 0 ? "it was there already" : `waited ${milliseconds(waited)}`),
    [...requestCells(request), cutMiddle(request.url, 300), ...marksOf(request)].join("  "),
    `next: bsk debug request ${shortId(request.id)}${flags} --part ${partToRead(request)}`,
  ].join("\n");
}
