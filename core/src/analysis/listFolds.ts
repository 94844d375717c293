import type { ActionParams, ActionResults, OperationLink, RequestRecord } from "@bsk/schema";
import type { EvidenceReader } from "../EvidenceReader.js";
import { type Association, associate, linkOperation } from "./associate.js";
import { fitBudget } from "./budget.js";
import { foldRequests, groupFacts, type RequestGroup } from "./foldRequests.js";
import { matchesFilter } from "./matchesFilter.js";
import { readEvidence } from "./readEvidence.js";
import { isBackground, requestKind } from "./requestKind.js";
import { chosenFields, listRow } from "./requestRow.js";
import { DEFAULT_LIMIT } from "./sincePage.js";
import { compactDataUrls, dropRows, dropRunDetails, shortenStrings } from "./trimSteps.js";

type Params = ActionParams["debug/listing"];
type Result = ActionResults["debug/listing"];
type Fold = Result["folds"][number];

const BUDGET = 262_144;
/** The optional metadata that a row of text needs. */
const ROW_FIELDS: readonly string[] = [
  "status",
  "wire_status",
  "error",
  "resource_type",
  "mime_type",
  "duration_ms",
  "transfer_bytes",
  "decoded_bytes",
  "from_cache",
  "from_service_worker",
  "redirect_from",
];

/** All matches folded by template, and what is hidden or past the limit counted: one answer, whatever the run's size. */
export async function listFolds(reader: EvidenceReader, params: Params): Promise<Result> {
  const fields = chosenFields([...ROW_FIELDS, ...(params.fields ?? [])]);
  const evidence = await readEvidence(reader);
  const { run, requests } = evidence;
  const links = linksOf(evidence.operations, associate(evidence));
  const { since = 0, limit = DEFAULT_LIMIT } = params;
  const matching = requests
    .filter((request) => request.sequence > since && matchesFilter(request, params))
    .sort(byId);
  const isPlain = params.all || params.kind !== undefined || params.resource_type !== undefined;
  const shown = isPlain ? matching : matching.filter((request) => !isBackground(request));
  // A fold has one member's metadata: whoever asks for some wants each one's.
  const isFlat = params.all || params.fields !== undefined;
  const groups = isFlat ? [...shown].sort(bySequence).map(alone) : foldRequests(shown, links);
  const kept = groups.slice(0, limit);
  const last = isFlat && kept.length < groups.length ? kept.at(-1) : undefined;
  if (isFlat) kept.sort((one, other) => byId(one.first, other.first));
  const { result, omitted } = compactDataUrls({
    run,
    folds: kept.map((group): Fold => {
      const link = links.get(group.first.id);
      return {
        first: listRow(group.first, fields),
        count: group.rows.length,
        url: group.url,
        ...groupFacts(group),
        ...(link ? { link } : {}),
      };
    }),
    matched: matching.length,
    total: requests.length,
    hidden: countHidden(isPlain ? [] : matching.filter(isBackground)),
    past_limit: sum(groups.slice(kept.length).map(({ rows }) => rows.length)),
    ...(last === undefined ? {} : { next_since: last.first.sequence }),
  });
  return fitBudget(result, {
    budget: BUDGET,
    omitted,
    steps: [shortenStrings(), LAST, dropRunDetails()],
  });
}

/** Only where hundreds of kilobytes of URLs are left after shortening. */
const LAST = dropRows<Omit<Result, "output">>("folds", {
  get: ({ folds }) => folds,
  keep: (whole, kept) => {
    const past = sum(whole.folds.slice(kept).map(({ count }) => count));
    const { next_since: _elsewhere, ...rest } = whole; // what is dropped lies before it
    return {
      ...rest,
      folds: whole.folds.slice(0, kept),
      past_limit: whole.past_limit + past,
    };
  },
});

/** By request; a cause stands before what is only near in time. */
export function linksOf(
  operations: Parameters<typeof associate>[0]["operations"],
  associations: ReadonlyMap<string, Association>,
): ReadonlyMap<string, OperationLink> {
  const links = new Map<string, OperationLink>();
  for (const operation of operations) {
    const { links: own } = linkOperation(operation, associations.get(operation.id));
    for (const { request_id: id, relation } of own) {
      if (links.has(id) && relation !== "initiator") continue;
      links.set(id, { operation_id: operation.id, relation });
    }
  }
  return links;
}

export function countHidden(hidden: readonly RequestRecord[]): Result["hidden"] {
  const extension = hidden.filter((request) => requestKind(request) === "extension").length;
  return { static: hidden.length - extension, extension };
}

function alone(request: RequestRecord): RequestGroup {
  return { first: request, rows: [request], url: request.url };
}

/** By the number of the id: the order in which they began, whatever changed last. */
function byId(one: RequestRecord, other: RequestRecord): number {
  return numberOf(one) - numberOf(other);
}

function bySequence(one: RequestRecord, other: RequestRecord): number {
  return one.sequence - other.sequence;
}

function numberOf({ id }: RequestRecord): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
