import { type CaptureContext, type EvidenceReader, errors, shortId } from "@bsk/core";
import type { RequestRecord } from "@bsk/schema";
import { Attempt } from "./Attempt.js";
import { buildRequest, originOf, type ReplayRequest } from "./buildRequest.js";
import { type ReplayDraft, readReplay } from "./readReplay.js";

const MOST_REPLAYS = 20;

interface Entry {
  readonly sourceId: string;
  /** What was asked for, to tell a call that is made again from another one under its key. */
  readonly wanted: string;
  readonly attempt: Promise<Attempt>;
}

/** The replays of one capture, by the key that the caller gave. */
export class ReplayBook {
  readonly #entries = new Map<string, Entry>();
  readonly #attempts = new Set<Attempt>();
  #isStopped = false;

  constructor(private readonly context: CaptureContext) {}

  /**
   * Sends the source again, or gives the attempt of the same call under this key. Throws `invalid_replay`,
   * `request_not_found`, `no_capture` or one of the `replay_…` errors; then nothing was sent, and the key is free
   * unless it was another call's.
   */
  async send(
    id: string,
    given: unknown,
    signal: AbortSignal,
  ): Promise<{ readonly attempt: Attempt; readonly isRepeated: boolean }> {
    const draft = readReplay(given);
    const sourceId = this.#longId(id);
    const wanted = wantedBy(draft);
    const known = this.#entries.get(draft.key);
    if (known) {
      if (known.sourceId !== sourceId || known.wanted !== wanted) {
        throw errors.replayKeyConflict(draft.key, shortId(known.sourceId), this.context.sessionId);
      }
      const attempt = await known.attempt;
      await this.#end(attempt, signal);
      return { attempt, isRepeated: true };
    }
    if (this.#entries.size >= MOST_REPLAYS)
      throw errors.replayLimit(MOST_REPLAYS, this.context.sessionId);
    const started = this.#start(sourceId, draft, signal);
    this.#entries.set(draft.key, { sourceId, wanted, attempt: started });
    started.catch(() => this.#entries.delete(draft.key));
    const attempt = await started;
    await this.#end(attempt, signal, { isOwn: true });
    return { attempt, isRepeated: false };
  }

  /** Looks whether a record that is about to be kept is a replay's request. */
  claim(request: RequestRecord): void {
    for (const attempt of this.#attempts) if (attempt.claim(request)) return;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const attempt of this.#attempts) attempt.interrupt("The capture ended.");
    await Promise.all([...this.#attempts].map(({ done }) => done));
  }

  async #start(sourceId: string, draft: ReplayDraft, signal: AbortSignal): Promise<Attempt> {
    const { context } = this;
    const reader = context.reader(signal);
    const request = await find(reader, sourceId, context.sessionId);
    const bodyText = await reader.body(sourceId, "request");
    const built = buildRequest({ request, bodyText, session: context.sessionId }, draft);
    await this.#checkPage(built, sourceId);
    if (this.#isStopped) throw errors.captureNotActive(context.sessionId);
    const attempt = new Attempt(context, built, { key: draft.key, sourceId });
    this.#attempts.add(attempt);
    return attempt;
  }

  /** The page itself looks again, in the moment of sending. */
  async #checkPage({ origin }: ReplayRequest, sourceId: string): Promise<void> {
    const { frameTree } = await this.context.session.send("Page.getFrameTree");
    if (originOf(frameTree.frame.url) !== origin) {
      throw errors.replayCrossOrigin(
        `The page is at another origin now: navigate to one of that of ${shortId(sourceId)} first`,
        shortId(sourceId),
        this.context.sessionId,
      );
    }
  }

  /** Whoever asked may give up: then its own attempt is interrupted. */
  async #end(attempt: Attempt, signal: AbortSignal, { isOwn = false } = {}): Promise<void> {
    if (isOwn) {
      const giveUp = (): void => attempt.interrupt("It was cancelled.");
      if (signal.aborted) giveUp();
      signal.addEventListener("abort", giveUp, { once: true });
    }
    await attempt.done;
  }

  #longId(id: string): string {
    const { runId } = this.context;
    return id.includes(":") ? id : `${runId}:${id}`;
  }
}

/** The draft as one text, whatever the order and case of its headers. */
function wantedBy({ url, method, headers, body }: ReplayDraft): string {
  const named = headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify({ url, method, headers: named, body });
}

async function find(reader: EvidenceReader, id: string, session: string): Promise<RequestRecord> {
  for await (const request of reader.requests()) if (request.id === id) return request;
  throw errors.requestNotFound(id.slice(id.indexOf(":") + 1).slice(0, 40), session);
}
