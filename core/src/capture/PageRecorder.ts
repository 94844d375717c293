import type { ObserverEvent, ObserverSnapshot, PageRecord } from "@bsk/schema";
import { BskError } from "../errors.js";
import type { Clock } from "../ports.js";
import { isSecretField } from "../redaction/index.js";
import { BOUNDS } from "./bounds.js";
import { boundUrl } from "./boundUrl.js";
import type { CoverageLog } from "./CoverageLog.js";
import { cutText } from "./cutText.js";

export interface PageRecorderOptions {
  readonly runId: string;
  readonly clock: Clock;
  readonly coverage: CoverageLog;
  readonly nextId: () => string;
  readonly emit: (record: PageRecord) => void;
  readonly snapshot: () => Promise<ObserverSnapshot>;
  /** A dialog is open, so that the page does not answer. */
  readonly isHeldUp: () => boolean;
}

type Cause = NonNullable<PageRecord["cause"]>;

/** Readings of the page, as records. */
export class PageRecorder {
  #loads = 0;
  /** What the last reading showed, to tell a change. */
  #shown = "";

  constructor(private readonly options: PageRecorderOptions) {}

  /** Reads and keeps the page; a page that does not answer is a record too, without content. */
  async read(cause: Cause, operationId?: string): Promise<PageRecord> {
    const snapshot = await this.#take();
    return this.#keep(cause, snapshot, operationId);
  }

  /**
   * Keeps the page only when its text or fields differ from the last reading. `replaced` is the id of an earlier
   * observation whose place it takes.
   */
  async readChange(operationId: string, replaced?: string): Promise<PageRecord | undefined> {
    const snapshot = await this.#take();
    if (!("url" in snapshot) || shown(snapshot) === this.#shown) return undefined;
    return this.#keep("change", snapshot, operationId, replaced);
  }

  /** A document was loaded. */
  async readLoad(navigation: ObserverEvent["navigation"]): Promise<void> {
    if (this.#loads >= BOUNDS.pageLoads) {
      this.options.coverage.add("page_context_limit", this.options.clock.now());
      return;
    }
    this.#loads += 1;
    const snapshot = await this.#take();
    this.#keep("load", "url" in snapshot && navigation ? { ...snapshot, navigation } : snapshot);
  }

  async #take(): Promise<
    ObserverSnapshot | { readonly reason: NonNullable<PageRecord["reason"]> }
  > {
    try {
      return await this.options.snapshot();
    } catch (error) {
      if (this.options.isHeldUp()) return { reason: "dialog_open" };
      const timedOut = error instanceof BskError && error.code === "cdp_timeout";
      return { reason: timedOut ? "observer_timeout" : "observer_unavailable" };
    }
  }

  #keep(
    cause: Cause,
    snapshot: ObserverSnapshot | { readonly reason: NonNullable<PageRecord["reason"]> },
    operationId?: string,
    replaced?: string,
  ): PageRecord {
    const { runId, clock, nextId, emit, coverage } = this.options;
    const record: PageRecord = {
      record: "page",
      id: replaced ?? nextId(),
      run_id: runId,
      sequence: 1, // set when it is emitted
      at: clock.now(),
      cause,
      state: "url" in snapshot ? "available" : "unavailable",
    };
    if (operationId !== undefined) record.operation_id = operationId;
    if ("url" in snapshot) {
      this.#shown = shown(snapshot);
      fill(record, snapshot);
    } else {
      record.reason = snapshot.reason;
      if (record.reason !== "dialog_open") coverage.add("page_snapshot_unavailable", record.at);
    }
    emit(record);
    return record;
  }
}

function shown(snapshot: ObserverSnapshot): string {
  return JSON.stringify([snapshot.text, snapshot.fields]);
}

function fill(record: PageRecord, snapshot: ObserverSnapshot): void {
  record.url = boundUrl(snapshot.url).url;
  record.title = cutText(snapshot.title, 200);
  record.text = cutText(snapshot.text, BOUNDS.pageTextChars);
  const isCut = record.text.length < snapshot.text.length;
  if (snapshot.text_truncated || isCut) record.truncated = true;
  record.fields = snapshot.fields.map((field) => {
    const { key, name, label, state } = field;
    const value = cutText(field.value ?? "", BOUNDS.fieldChars);
    return {
      key,
      label,
      // Type and autocomplete are known only here; redaction then takes the value. An empty one is no secret.
      state: isSecretField(field) && field.value !== "" ? "redacted" : state,
      ...(name === undefined ? {} : { name }),
      // Of a value without a place to cut it nothing is left: half of a word could be half of a credential.
      ...(field.value === undefined || (state === "truncated" && value === "") ? {} : { value }),
    };
  });
  if (snapshot.fields_partial) record.fields_partial = true;
  if (snapshot.frames) record.frames = snapshot.frames;
  if (snapshot.navigation) record.navigation = snapshot.navigation;
}
