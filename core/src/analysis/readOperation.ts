import type { ActionParams, ActionResults, OperationEvidence } from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";
import { errors } from "../errors.js";
import { longId } from "../storage/recordId.js";
import { associate, linkOperation } from "./associate.js";
import { fitBudget, type TrimStep } from "./budget.js";
import { collect } from "./collect.js";
import { fieldChains } from "./fields/fieldChains.js";
import { payloadValues } from "./fields/payloadValues.js";
import { isSending, readPayloads } from "./fields/readPayloads.js";
import { operationGaps } from "./operationGaps.js";
import { readEvidence } from "./readEvidence.js";
import { listRow } from "./requestRow.js";
import { textChanges } from "./textChanges.js";
import { compactDataUrls, dropRows, dropRunDetails, shortenStrings } from "./trimSteps.js";

type Params = ActionParams["debug/operation"];
type Result = ActionResults["debug/operation"];
type Answer = Omit<Result, "output">;

/** What happened when it was done: fields, requests, console, page changes, gaps. Throws `operation_not_found`. */
export async function readOperation(reader: EvidenceReader, params: Params): Promise<Result> {
  const evidence = await readEvidence(reader);
  const pages = await collect(reader.pages());
  const { operations } = evidence;
  const id = longId(evidence.run.id, "operation", params.id);
  const operation = operations.find((candidate) => candidate.id === id);
  if (!operation) throw errors.operationNotFound(params.id, params.session);

  const associations = associate(evidence);
  const association = associations.get(operation.id) ?? { requests: [], console: [] };
  const senders = new Set(
    [...associations]
      .filter(([, near]) => near.requests.some(({ request }) => isSending(request)))
      .map(([sender]) => sender),
  );
  const requests = association.requests.map(({ request }) => request);
  const { payloads, isPartial } = await readPayloads(reader, requests);
  const run = await reader.run(); // now that it knows of a body that could not be read
  const { fields, hasIntervening } = fieldChains(operation, {
    operations,
    pages,
    payloads,
    senders,
  });
  const linked = linkOperation(operation, association);
  const failures = payloads.flatMap((payload) =>
    payload.kind === "scanned" && payload.failure !== undefined
      ? [{ request_id: payload.request.id, pointer: payload.failure }]
      : [],
  );
  const found: OperationEvidence = {
    fields: [...fields],
    payloads: payloadValues(payloads),
    ...(failures.length === 0 ? {} : { failures_told: failures }),
    links: linked.links,
    gaps: operationGaps(operation, {
      run,
      pages,
      requests,
      isPayloadPartial: isPartial,
      hasIntervening,
    }),
    changes: textChanges(operation, pages),
  };
  const { result, omitted } = compactDataUrls<Answer>({
    run,
    operation: linked,
    evidence: found,
    requests: association.requests.map(({ request, relation }) => ({
      ...listRow(request, undefined),
      relation,
    })),
    console: association.console.map(({ entry, relation }) => ({ ...entry, relation })),
  });
  return fitBudget(result, { budget: params.budget, omitted, steps: STEPS });
}

const STEPS: readonly TrimStep<Answer>[] = [
  shortenStrings<Answer>(),
  // They can be read again of the bodies.
  dropRows<Answer>("evidence.payloads", {
    get: ({ evidence }) => evidence.payloads,
    keep: (whole, kept) => ({
      ...whole,
      evidence: { ...whole.evidence, payloads: whole.evidence.payloads.slice(0, kept) },
    }),
    least: 0,
  }),
  // The links stand twice and each request says its own: the operation's go first, its ids last.
  dropRows<Answer>("operation.links", {
    get: ({ operation }) => operation.links,
    keep: (whole, kept) => ({
      ...whole,
      operation: { ...whole.operation, links: whole.operation.links.slice(0, kept) },
    }),
    least: 0,
  }),
  dropRows<Answer>("evidence.links", {
    get: ({ evidence }) => evidence.links,
    keep: (whole, kept) => ({
      ...whole,
      evidence: { ...whole.evidence, links: whole.evidence.links.slice(0, kept) },
    }),
    least: 0,
  }),
  dropRows<Answer>("requests", {
    get: ({ requests }) => requests,
    keep: (whole, kept) => ({ ...whole, requests: whole.requests.slice(0, kept) }),
  }),
  dropRows<Answer>("console", {
    get: ({ console }) => console,
    keep: (whole, kept) => ({ ...whole, console: whole.console.slice(0, kept) }),
  }),
  dropRows<Answer>("evidence.fields", {
    get: ({ evidence }) => evidence.fields,
    keep: (whole, kept) => ({
      ...whole,
      evidence: { ...whole.evidence, fields: whole.evidence.fields.slice(0, kept) },
    }),
  }),
  dropRows<Answer>("operation.request_ids", {
    get: ({ operation }) => operation.request_ids,
    keep: (whole, kept) => ({
      ...whole,
      operation: { ...whole.operation, request_ids: whole.operation.request_ids.slice(0, kept) },
    }),
    least: 0,
  }),
  dropRows<Answer>("operation.console_ids", {
    get: ({ operation }) => operation.console_ids,
    keep: (whole, kept) => ({
      ...whole,
      operation: { ...whole.operation, console_ids: whole.operation.console_ids.slice(0, kept) },
    }),
    least: 0,
  }),
  {
    name: "evidence.changes",
    apply: (whole) => ({
      ...whole,
      evidence: {
        ...whole.evidence,
        changes: { ...whole.evidence.changes, added: [], removed: [], passed: [], truncated: true },
      },
    }),
  },
  dropRunDetails<Answer>(),
];
