import { type Mutable, type Mutation, oneOf, type Subject, twoOf } from "./Mutation.js";

type Request = Subject["records"][number];

/** Lies about which requests there were. */
export const RECORD_LIES: Readonly<Record<string, Mutation>> = {
  drop: (subject) => {
    const record = oneOf(subject, subject.records);
    if (!record) return undefined;
    subject.run.requests = subject.run.requests.filter(({ id }) => id !== record.id);
    return nameOf(record);
  },
  duplicate: (subject) => {
    const record = oneOf(subject, subject.records);
    if (!record) return undefined;
    subject.run.requests.push({ ...record, ...freshId(subject) });
    return nameOf(record);
  },
  duplicate_same_id: (subject) => {
    const record = oneOf(subject, subject.records);
    if (!record) return undefined;
    subject.run.requests.push({ ...record });
    return nameOf(record);
  },
  invent: (subject) => {
    const record = oneOf(subject, subject.records);
    if (!record) return undefined;
    const url = `${record.url.split(/[?#]/, 1)[0]}-never-asked`;
    const { response_headers: _headers, redirect_from: _from, ...rest } = record;
    subject.run.requests.push({ ...rest, ...freshId(subject), url });
    return url;
  },
  invent_failed: (subject) => {
    const record = oneOf(subject, subject.records);
    if (!record) return undefined;
    const url = `${record.url.split(/[?#]/, 1)[0]}-never-asked`;
    subject.run.requests.push({
      record: "request",
      ...freshId(subject),
      run_id: record.run_id,
      started_at: record.started_at,
      method: "GET",
      url,
      integrity: { url: "complete", metadata: "complete" },
      state: "failed",
      error: "net::ERR_CONNECTION_RESET",
      traffic: "page",
      request_body: { state: "empty" },
      response_body: { state: "unavailable", reason: "request_failed" },
    } as Request);
    return url;
  },
  swap_urls: (subject) =>
    swap(
      subject,
      ({ url }) => url,
      (one, other) => {
        [one.url, other.url] = [other.url, one.url];
      },
    ),
  swap_methods: (subject) =>
    swap(
      subject,
      ({ method }) => method,
      (one, other) => {
        [one.method, other.method] = [other.method, one.method];
      },
    ),
  swap_answers: (subject) =>
    swap(
      { ...subject, records: subject.records.filter(({ response_headers: all }) => all) },
      ({ method, url }) => `${method} ${url}`,
      (one, other) => {
        const { response_headers, response_body, mime_type } = one;
        Object.assign(one, {
          response_headers: other.response_headers,
          response_body: other.response_body,
          mime_type: other.mime_type,
        });
        Object.assign(other, { response_headers, response_body, mime_type });
      },
    ),
  swap_times: (subject) => {
    const [first, last] = [subject.records[0], subject.records.at(-1)];
    if (!first || !last || last.started_at - first.started_at < 200) return undefined;
    [first.started_at, last.started_at] = [last.started_at, first.started_at];
    return `${nameOf(first)} and ${nameOf(last)}`;
  },
  reorder_hops: (subject) => {
    const hop = oneOf(subject, hops(subject));
    const next = subject.run.requests.find(({ id }) => id === hop?.redirect_to);
    if (!hop || !next) return undefined;
    const { redirect_to: to } = next;
    [hop.redirect_from, next.redirect_from] = [next.id, hop.redirect_from ?? ""];
    [hop.redirect_to, next.redirect_to] = [to ?? "", hop.id];
    return `${nameOf(hop)} and ${nameOf(next)}`;
  },
  swap_hop_statuses: (subject) => {
    const hop = oneOf(subject, hops(subject));
    const next = subject.run.requests.find(({ id }) => id === hop?.redirect_to);
    if (!hop || !next || hop.status === next.status) return undefined;
    Object.assign(hop, { status: next.status });
    return nameOf(hop);
  },
  skip_hop: (subject) => {
    const hop = oneOf(
      subject,
      hops(subject).filter(({ redirect_from: from }) => from !== undefined),
    );
    const before = subject.run.requests.find(({ id }) => id === hop?.redirect_from);
    if (!hop || !before) return undefined;
    Object.assign(before, { redirect_to: hop.redirect_to });
    return nameOf(hop);
  },
  unlink_hop: (subject) => {
    const hop = oneOf(subject, hops(subject));
    if (!hop) return undefined;
    delete (hop as { redirect_to?: string }).redirect_to;
    return nameOf(hop);
  },
  other_preflight: (subject) => {
    const preflight = oneOf(
      subject,
      subject.records.filter(({ traffic }) => traffic === "preflight"),
    );
    const other = oneOf(
      subject,
      subject.records.filter(({ url }) => url !== preflight?.url),
    );
    if (!preflight?.initiator || !other) return undefined;
    preflight.initiator = { ...preflight.initiator, request_id: other.id };
    return nameOf(preflight);
  },
};

function swap(
  subject: Subject,
  by: (record: Request) => unknown,
  change: (one: Request, other: Request) => void,
): string | undefined {
  const two = twoOf(subject, subject.records, by);
  if (!two) return undefined;
  change(two[0], two[1]);
  return `${nameOf(two[0])} and ${nameOf(two[1])}`;
}

function hops({ records }: Subject): readonly Mutable<Request>[] {
  return records.filter(({ redirect_to: to }) => to !== undefined);
}

function freshId({ run }: Subject): { readonly id: string; readonly sequence: number } {
  return {
    id: `${run.run.id}:n${run.requests.length + 9000}`,
    sequence: 1e6 + run.requests.length,
  };
}

export function nameOf({ id, method, url }: Request): string {
  return `${id.split(":")[1]} ${method} ${url.slice(0, 80)}`;
}
