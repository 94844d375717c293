import type { CaptureContext } from "@bsk/core";
import type { ReplayRecord, RequestRecord } from "@bsk/schema";
import type { ReplayRequest } from "./buildRequest.js";
import {
  type PageAnswer,
  REQUEST_MS,
  readAnswer,
  sendExpression,
  sourceUrl,
  stopExpression,
} from "./pageFetch.js";

/** How much longer than the page itself its answer may take. */
const SLACK_MS = 3000;
/** How long the browser's own word on the request may take after the page's. */
const LINK_MS = 1000;
const LOOK_MS = 50;

const MAYBE_SENT = "It may have been sent.";
const NOT_SENT = "Nothing was sent.";

const FAILURES = {
  moved: "The page had gone to another origin; nothing was sent.",
  late: `No answer within ${REQUEST_MS / 1000} s. ${MAYBE_SENT}`,
  // A redirect is refused after the server has answered, and may have done what was asked.
  failed: `The browser refused it: a redirect, the page's security policy, a rule, or the network. ${MAYBE_SENT}`,
};

/** One replay, from its sending to its end. */
export class Attempt {
  readonly id: string;
  readonly done: Promise<void>;
  response:
    | { readonly status: number; readonly bytes: number; readonly truncated: boolean }
    | undefined;
  readonly #record: Omit<ReplayRecord, "sequence">;
  #interrupt: (why: string) => void = () => undefined;
  #isInterrupted = false;
  /** The page has been asked to send it. */
  #isAsked = false;
  #worldId: number | undefined;
  /** Of the document that was asked to send it. */
  #loaderId: string | undefined;

  constructor(
    private readonly context: CaptureContext,
    private readonly request: ReplayRequest,
    { key, sourceId }: { readonly key: string; readonly sourceId: string },
  ) {
    this.id = context.nextId("replay");
    this.#record = {
      record: "replay",
      id: this.id,
      run_id: context.runId,
      key,
      source_request_id: sourceId,
      state: "running",
      started_at: context.clock.now(),
    };
    this.#save();
    this.done = this.#run();
  }

  get requestId(): string | undefined {
    return this.#record.request_id;
  }

  /** Ends it where it is; what had gone out stays out. */
  interrupt(why: string): void {
    this.#isInterrupted = true;
    this.#interrupt(why);
  }

  /** Marks a record as this replay's request, if its stack says so. Only the first one is: nothing else is sent. */
  claim(request: RequestRecord): boolean {
    const isFirst =
      this.requestId === undefined && request.initiator?.frames?.[0]?.url === sourceUrl(this.id);
    if (!isFirst && request.id !== this.requestId) return false;
    this.#record.request_id = request.id;
    if (isFirst && this.#record.state !== "running") this.#save(); // told after its end
    request.traffic = "replayed";
    request.replay_id = this.id;
    request.replay_from = this.#record.source_request_id;
    return true;
  }

  async #run(): Promise<void> {
    const interrupted = new Promise<string>((resolve) => {
      this.#interrupt = resolve;
    });
    const answered = this.#send().catch(() => undefined);
    const outcome = await Promise.race([answered, interrupted]);
    if (typeof outcome === "string") {
      await this.#stopPage();
      this.#end("interrupted", `${outcome} ${this.#isAsked ? MAYBE_SENT : NOT_SENT}`);
      return;
    }
    await this.#linked();
    const isGone = outcome?.kind === "failed" && (await this.#hasPageGone());
    this.#conclude(isGone ? undefined : outcome);
  }

  async #send(): Promise<PageAnswer | undefined> {
    const { session, runId } = this.context;
    const { frameTree } = await session.send("Page.getFrameTree");
    const { executionContextId } = await session.send("Page.createIsolatedWorld", {
      frameId: frameTree.frame.id,
      worldName: `bsk-network-${runId}`,
    });
    if (this.#isInterrupted) return undefined; // ended meanwhile: nothing goes out any more
    this.#isAsked = true;
    this.#worldId = executionContextId;
    this.#loaderId = frameTree.frame.loaderId;
    const { result, exceptionDetails } = await session.send(
      "Runtime.evaluate",
      {
        expression: sendExpression(this.id, this.request),
        contextId: executionContextId,
        awaitPromise: true,
        returnByValue: true,
      },
      { deadlineMs: REQUEST_MS + SLACK_MS },
    );
    return exceptionDetails ? undefined : readAnswer(result.value);
  }

  #conclude(answer: PageAnswer | undefined): void {
    if (answer?.kind === "done") {
      const { status, bytes, cut } = answer;
      this.response = { status, bytes, truncated: cut };
      this.#end("complete");
    } else if (answer && answer.kind !== "stopped") this.#end("failed", FAILURES[answer.kind]);
    else this.#end("interrupted", `The page went away or did not answer. ${MAYBE_SENT}`);
  }

  /** The browser tells of the request on a way of its own, a moment later. */
  async #linked(): Promise<void> {
    const { clock } = this.context;
    for (const end = clock.now() + LINK_MS; clock.now() < end; ) {
      const request = await this.#sentRequest();
      if (request && request.state !== "pending" && request.state !== "open") return;
      await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
    }
  }

  /** A page that goes away takes its requests along, and is told of it before it is gone itself. */
  async #hasPageGone(): Promise<boolean> {
    const { clock } = this.context;
    const request = await this.#sentRequest();
    if (request?.state === "interrupted") return true;
    if (!request?.error?.startsWith("net::ERR_ABORTED")) return false;
    for (const end = clock.now() + LINK_MS; clock.now() < end; ) {
      if ((await this.#currentLoader()) !== this.#loaderId) return true;
      await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
    }
    return false;
  }

  /** Undefined while the browser keeps the answer back: another document is on its way. */
  async #currentLoader(): Promise<string | undefined> {
    const options = { deadlineMs: LINK_MS };
    try {
      const tree = await this.context.session.send("Page.getFrameTree", undefined, options);
      return tree.frameTree.frame.loaderId;
    } catch {
      return undefined;
    }
  }

  /** Reading makes capture hand out what it has: the request is claimed then. */
  async #sentRequest(): Promise<RequestRecord | undefined> {
    const reader = this.context.reader(new AbortController().signal);
    for await (const request of reader.requests()) {
      if (request.replay_id === this.id) return request;
    }
    return undefined;
  }

  async #stopPage(): Promise<void> {
    if (this.#worldId === undefined) return;
    const expression = stopExpression(this.id);
    await this.context.session
      .send("Runtime.evaluate", { expression, contextId: this.#worldId }, { deadlineMs: 500 })
      .catch(() => undefined); // the page is gone, and its request with it
  }

  #end(state: ReplayRecord["state"], error?: string): void {
    this.#record.state = state;
    this.#record.finished_at = this.context.clock.now();
    if (error !== undefined) this.#record.error = error;
    this.#save();
  }

  #save(): void {
    this.context.put("replay", { ...this.#record });
  }
}
